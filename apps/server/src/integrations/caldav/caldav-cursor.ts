/**
 * Where a sync run of a calendar ended: the server's sync token (RFC 6578), or without tokens the calendar's
 * ctag and the ETag of each resource, from which the next sync run finds the changes.
 */
export type CaldavCursor =
  | { readonly token: string }
  | { readonly ctag: string | null; readonly etags: Readonly<Record<string, string>> | null };

/** Above this number ETags are not stored, and a changed calendar is read completely. */
const MAX_ETAGS = 5_000;

export function readCursor(text: string | null): CaldavCursor | null {
  return text === null ? null : (JSON.parse(text) as CaldavCursor);
}

export function writeCursor(cursor: CaldavCursor): string {
  if ('token' in cursor || cursor.etags === null) return JSON.stringify(cursor);
  const isSmall = Object.keys(cursor.etags).length <= MAX_ETAGS;
  return JSON.stringify(isSmall ? cursor : { ctag: cursor.ctag, etags: null });
}
