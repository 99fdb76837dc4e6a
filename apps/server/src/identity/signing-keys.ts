import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Db } from '#platform/db.ts';
import { getOrMakeKey } from './store/keys.ts';

const RSA_BITS = 2_048;

/** The keys that sign tokens and cookies. They are created at the first start. */
export async function makeIdentityKeys(db: Db, now: Date): Promise<{ signingKey: JWK; cookieKey: string }> {
  const signingKey = await getOrMakeKey<JWK>(db, 'signing', now, makeSigningKey);
  const cookieKey = await getOrMakeKey<string>(db, 'cookie', now, async () => ({
    id: randomBytes(8).toString('hex'),
    secret: randomBytes(32).toString('base64url'),
  }));
  return { signingKey, cookieKey };
}

async function makeSigningKey(): Promise<{ id: string; secret: JWK }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: RSA_BITS });
  const id = randomBytes(8).toString('hex');
  return { id, secret: { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: id } };
}
