/**
 * The rules for usernames. A username is the path of a public page, so it must not collide with our pages and
 * files. Without a library, as the small public entries of the web app use it too.
 */
const RESERVED = new Set(
  `
    about account close-account keep-account admin api app assets auth blog booking bookings calendar calendar-flow callback chat config
    contact contacts dashboard dayloom docs event events favicon features feed health help home join
    legal login logout mcp me null oidc p pay policies pomodoro pricing privacy r register robots root
    sandbox security settings signin signout signup site sitemap static status support tasks terms
    undefined upgrade user users verify webhooks well-known www
  `
    .trim()
    .split(/\s+/),
);

/** What is wrong with a username, as a sentence; null if it is valid. */
export function usernameProblem(username: string): string | null {
  if (!/^[a-z0-9-]*$/.test(username)) return 'Use lower-case letters, digits and hyphens.';
  if (username.length < 3 || username.length > 30) return 'Use 3 to 30 characters.';
  if (username.startsWith('-') || username.endsWith('-')) return 'Hyphens go between letters or digits.';
  return RESERVED.has(username) ? 'This name is reserved.' : null;
}

/** The end of a booking page's address: a username, or several joined by `+`. */
export function isBookingPath(segment: string): boolean {
  return segment.split('+').every(isUsernameAllowed);
}

/** 3 to 30 lower-case letters, digits and inner hyphens, and not a reserved path. */
export function isUsernameAllowed(username: string): boolean {
  return usernameProblem(username) === null;
}
