/** What a browser drops or rewrites while it reads an address (WHATWG URL, "basic URL parser"). */
const REWRITTEN = /[\p{Cc}\\]/u;

/** Stations of the sign-in itself: who is sent back there goes round in circles. */
const ON_THE_WAY = new Set(['/login', '/signup', '/auth/callback']);

/**
 * The path to go back to after sign-in, or null when it must not be followed. It begins with one slash and
 * with nothing that a browser would take for another host: `//evil.example`, `/\evil.example`, a tab between
 * the slashes, or dots that fold into one of these.
 */
export function findReturnPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || path.startsWith('//') || REWRITTEN.test(path)) return null;
  const base = 'https://here.invalid';
  let url: URL;
  try {
    url = new URL(path, base);
  } catch {
    return null;
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  if (ON_THE_WAY.has(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
