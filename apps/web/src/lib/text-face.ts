/**
 * Changes from the system's font, which has the same widths, to Inter as soon as that is loaded. Until then no text
 * asks for the file, which is as large as a third of a page's scripts (base.css, `data-face`).
 */
export function showTextFace(): void {
  document.fonts.load('1em "Inter Variable"').then(
    () => {
      delete document.documentElement.dataset['face'];
      // What has been measured is measured again.
      return window.dispatchEvent(new Event('resize'));
    },
    // The page keeps the system's font.
    () => {},
  );
}
