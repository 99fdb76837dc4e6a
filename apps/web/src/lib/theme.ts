const KEY = 'dayloom.theme';
const CHANGES = ['dayloom:theme', 'storage'];

export const themes = ['dark', 'light', 'system'] as const;
export type Theme = (typeof themes)[number];

/** The theme chosen in this browser; `system` follows the device. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return themes.find((theme) => theme === kept) ?? 'dark';
  } catch {
    return 'dark';
  }
}

/** Calls `listener` after each choice, here or in another tab; returns what ends it. */
export function watchTheme(listener: () => void): () => void {
  for (const event of CHANGES) window.addEventListener(event, listener);
  return () => {
    for (const event of CHANGES) window.removeEventListener(event, listener);
  };
}

/** Keeps the choice; `entries/theme.ts`, which is in every page, applies it. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be disabled; then the theme stays as it is.
  }
  window.dispatchEvent(new Event('dayloom:theme'));
}
