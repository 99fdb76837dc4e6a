/** What a UID says of its event: a copy that we made, of a planned block or of busy time; null for any other. */
export function findCopyKind(uid: string): 'block' | 'mirror' | null {
  return uid.startsWith('dayloom-block-') ? 'block' : uid.startsWith('dayloom-mirror-') ? 'mirror' : null;
}
