/** Anything but controls, spaces, marks alone, and the letters that draw nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;
/** What turns the letters behind it around; the marks that Arabic and Hebrew names need are others. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/u;
/** What a mail program makes a link of. */
const LINKED = /:\/\/|@|\/|\p{L}\.\p{L}{2}/u;

/** Whether somebody who reads the name sees anything. */
export function isVisibleName(name: string): boolean {
  return VISIBLE.test(name);
}

/** Whether the name is read in the order in which it was written. */
export function isStraightName(name: string): boolean {
  return !TURNING.test(name);
}

/**
 * How a mail begins. A name that a mail program would make a link of is left out: whoever opens an account with
 * the address of somebody else must not be able to write to them through us.
 */
export function getGreeting(firstName: string): string {
  return isVisibleName(firstName) && !LINKED.test(firstName) ? `Hello ${firstName},` : 'Hello,';
}
