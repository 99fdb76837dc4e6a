export const MAX_TITLE = 300;

/** Leaves no unpaired surrogates, which the server refuses. */
export const cut = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();

/** A title that is too long is in the notes, whole. */
export const fitTitle = (title: string) =>
  title.length > MAX_TITLE ? { title: cut(title, MAX_TITLE).trim(), notes: title } : { title };
