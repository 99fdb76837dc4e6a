/**
 * Whether a browser may name this address as its push service: an https address with a host name, on the usual
 * port. The name is resolved and checked again when something is sent. `allowsPrivate` permits any address.
 */
export function isPushHost(endpoint: string, { allowsPrivate }: { allowsPrivate: boolean }): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (allowsPrivate) return url.protocol === 'https:' || url.protocol === 'http:';
  const isName = /[a-z]$/i.test(url.hostname) && url.hostname.includes('.');
  return url.protocol === 'https:' && url.port === '' && isName;
}
