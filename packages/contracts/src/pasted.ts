/** Characters that show nothing. Address books put them around what is copied from there. */
const MARKS = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** Those that turn letters around, at an end. */
const OUTER = /^[\u202A-\u202E\u2066-\u2069]|[\u202A-\u202E\u2066-\u2069]$/g;

/** A pasted address without characters that show nothing. */
export const stripInvisibleMarks = (text: string): string => text.replace(MARKS, '').trim();

/** A pasted name without what an address book puts around it. Marks within it stay: some names need them. */
export const trimInvisibleMarks = (text: string): string => text.trim().replace(OUTER, '').trim();

/** A pasted phone number with the spaces and hyphens of a keyboard. */
export const plainNumber = (text: string): string =>
  stripInvisibleMarks(text)
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010-\u2015\u2212\uFF0D]/g, '-');
