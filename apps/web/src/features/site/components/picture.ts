import { type Html, html } from '../model/html.ts';
import type { Picture } from '../model/page.ts';

interface Place {
  readonly description: string;
  /** The width that it has, as the attribute `sizes` says it. */
  readonly sizes: string;
  /** Below what is seen first. */
  readonly isLate?: boolean;
}

/** A picture in the theme of the page, with its sizes, so that nothing moves when it arrives. */
export function pictureTag(picture: Picture, place: Place): Html {
  const { light } = picture;
  if (!light) return imageTag(picture, place);
  return html`${imageTag(picture, place, 'picture-dark')}${imageTag(light, place, 'picture-light')}`;
}

function imageTag(
  { address, width, height, small }: Omit<Picture, 'light'>,
  { description, sizes, isLate = false }: Place,
  className?: string,
): Html {
  // Browsers load only the picture that is shown, if they wait for the styles, which are in the page.
  const isLazy = isLate || className !== undefined;
  return html`<img src="${address}" srcset="${small.address} ${small.width}w, ${address} ${width}w" sizes="${sizes}" width="${width}" height="${height}" alt="${description}"${className ? html` class="${className}"` : ''}${isLazy ? html` loading="lazy"` : ''}${isLate ? html` decoding="async"` : html` fetchpriority="high"`} />`;
}
