/**
 * The kind of a mirror event, from its UID: for a planned block or for busy time. Null for any other event.
 */
export function findMirrorKind(uid: string): 'block' | 'mirror' | null {
  return uid.startsWith('dayloom-block-') ? 'block' : uid.startsWith('dayloom-mirror-') ? 'mirror' : null;
}
