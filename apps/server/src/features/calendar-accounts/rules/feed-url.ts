/** Parses an .ics address as users enter it; `webcal:` means https. */
export function parseFeedUrl(text: string): URL | null {
  const written = text.trim().replace(/^webcals?:\/\//i, 'https://');
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[')
    ? url
    : null;
}
