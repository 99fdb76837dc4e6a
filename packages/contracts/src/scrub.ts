/**
 * Removes personal data and secrets from a text: addresses, tokens, codes, the keys of links, and every query
 * string. It uses no library, as pages report errors before anything else is loaded. The server applies it
 * again, as it cannot trust a report.
 */
export function scrub(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]{0,30}:\/\/[^\s?#"'<>)]*)(?:[?#][^\s"'<>):]*)?/gi, '$1')
    .replace(/(?<=^|[\s("'])(\/[^\s?#"'<>)]*)(?:[?#][^\s"'<>):]*)?/g, '$1')
    .replace(/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[email]')
    .replace(/\bBearer\s+\S+/gi, 'Bearer [token]')
    .replace(/\b(?:dlm|sk|rk|pk|whsec)_\w{8,}/g, '[token]')
    .replace(/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, '[token]')
    .replace(
      /\b(code|token|password|secret|key|state|nonce)(["']?\s*[=:]\s*["']?)[^\s"'&,;)}]+/gi,
      '$1$2[removed]',
    )
    .replace(/(\/(?:p|event\/[^\s/]+)\/)[^\s"'<>):/]+/g, '$1:id')
    .replace(/(?<![\w.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}(?![\w-]|\.(?:js|ts|css|mjs))/g, '[token]')
    .replace(/\b\d{6,}\b/g, '[number]');
}

/** Only the path of an address, without the keys at the end of some of our links. */
export function pathOnly(address: string): string {
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return scrub(path || '/');
}
