/** Anything except control characters, spaces, marks alone, and letters without a glyph. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;
/**
 * Characters that reverse the direction of text. The marks that Arabic and Hebrew names need are not among
 * them.
 */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/u;
const TURNING_ALL = /[\u202A-\u202E\u2066-\u2069]/gu;
/** Text that mail programs turn into a link. */
const LINKED = /:\/\/|@|\/|\p{L}\.\p{L}{2}/u;

/** Whether the name has a visible character. */
export function isVisibleName(name: string): boolean {
  return VISIBLE.test(name);
}

/** Whether the name is read in the order in which it was written. */
export function hasNoBidiControl(name: string): boolean {
  return !TURNING.test(name);
}

/** The name without characters that reverse text; nothing is left of one that shows nothing. */
export function toPlainName(name: string): string {
  return isVisibleName(name) ? name.replace(TURNING_ALL, '').trim() : '';
}

/**
 * The greeting of a mail. It leaves out a name that a mail program would turn into a link. Otherwise anybody
 * could send a link to a stranger through us, by opening an account with the stranger's address.
 */
export function getGreeting(firstName: string): string {
  return isVisibleName(firstName) && !LINKED.test(firstName) ? `Hello ${firstName},` : 'Hello,';
}
