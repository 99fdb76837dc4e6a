/** Characters that cannot be stored, and those that change the direction of text or hide it. */
const HIDDEN = /[\p{Cc}\p{Co}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * What the assistant says, without characters that change its direction: a right-to-left title must not reverse the
 * dates after it. The stored title stays as it is.
 */
export const withoutHidden = (text: string): string =>
  text.replace(HIDDEN, (character) => (character === '\n' ? character : ''));
