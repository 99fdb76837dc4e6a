import { ECDH } from 'node:crypto';
import type { PushSubscription } from '@dayloom/contracts';

/** RFC 8291 §3.2. */
const SECRET_BYTES = 16;
/** An uncompressed point of P-256. */
const POINT_BYTES = 65;

/** What is wrong with the keys of a subscription, by field: nothing can be encrypted for others. */
export function findKeyProblems({ p256dh, auth }: PushSubscription['keys']): Record<string, string> {
  return {
    ...(!isPoint(Buffer.from(p256dh, 'base64url')) && { 'keys.p256dh': 'must be a point of P-256' }),
    ...(Buffer.from(auth, 'base64url').length !== SECRET_BYTES && {
      'keys.auth': `must be ${SECRET_BYTES} bytes`,
    }),
  };
}

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
