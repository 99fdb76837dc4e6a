/**
 * Where a sync run of a calendar ended: by the server's sync token (RFC 6578), or, where it has none, by the calendar's
 * ctag and what each resource's ETag was, so that the next sync run can tell what is other.
 */
export type CaldavCursor =
  | { readonly token: string }
  | { readonly ctag: string | null; readonly etags: Readonly<Record<string, string>> | null };

/** Beyond this the ETags are not kept: a calendar that changed is read as a whole. */
const MOST_ETAGS = 5_000;

export function readCursor(text: string | null): CaldavCursor | null {
  return text === null ? null : (JSON.parse(text) as CaldavCursor);
}

export function writeCursor(cursor: CaldavCursor): string {
  if ('token' in cursor || cursor.etags === null) return JSON.stringify(cursor);
  const isSmall = Object.keys(cursor.etags).length <= MOST_ETAGS;
  return JSON.stringify(isSmall ? cursor : { ctag: cursor.ctag, etags: null });
}
