import { Html, html } from '../model/html.ts';

/** On a grid of 32. */
export const markShapes = `<g fill="#A488FF"><rect x="2" y="2" width="13" height="4.6" rx="2.3"/><rect x="2" y="10.4" width="13" height="4.6" rx="2.3"/><rect x="17" y="17" width="13" height="4.6" rx="2.3"/><rect x="17" y="25.4" width="13" height="4.6" rx="2.3"/></g><g fill="#5CAAFF"><rect x="2" y="17" width="4.6" height="13" rx="2.3"/><rect x="10.4" y="17" width="4.6" height="13" rx="2.3"/></g><circle cx="23.5" cy="8.5" r="6.2" fill="#F2F0F8"/>`;

export function markIcon(size: number): Html {
  return html`<svg class="mark" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true">${new Html(markShapes)}</svg>`;
}

/** Paths from Lucide (ISC licence), on a grid of 24. */
const paths = {
  check: '<path d="M20 6 9 17l-5-5"/>',
  chevron: '<path d="m6 9 6 6 6-6"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  done: '<circle cx="12" cy="12" r="9"/><path d="m8.5 12.2 2.4 2.4 4.8-5"/>',
  flag: '<path d="M5 21V4s1-1 4-1 5 2 8 2 3-1 3-1v10s-1 1-4 1-5-2-8-2-3 1-3 1"/>',
  lock: '<rect x="5" y="11" width="14" height="9" rx="2.5"/><path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3"/>',
  menu: '<path d="M4 6h16M4 12h16M4 18h16"/>',
  next: '<path d="m6 5 9 7-9 7zM18.5 5v14"/>',
  pause: '<path d="M9 5v14M15 5v14"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  play: '<path d="m7 4.5 12 7.5-12 7.5z"/>',
  reset: '<path d="M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 3.5v5h5"/>',
  right: '<path d="M5 12h14M13 6l6 6-6 6"/>',
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
  warning: '<path d="m12 4 9 15.5H3zM12 10v4.5M12 17v.1"/>',
} as const;

export function icon(name: keyof typeof paths, size = 18): Html {
  return html`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${new Html(paths[name])}</svg>`;
}
