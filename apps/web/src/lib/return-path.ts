/** Characters that a browser drops or rewrites when it parses an address (WHATWG URL, "basic URL parser"). */
const REWRITTEN = /[\p{Cc}\\]/u;

/** Pages of the sign-in itself: returning there would loop. */
const ON_THE_WAY = new Set(['/login', '/signup', '/auth/callback']);

/**
 * The return path after sign-in; null if it must not be followed. It begins with exactly one slash, and with
 * nothing that a browser would resolve to another host: `//evil.example`, `/\evil.example`, a tab between the
 * slashes, or dot segments that collapse into one of these.
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
