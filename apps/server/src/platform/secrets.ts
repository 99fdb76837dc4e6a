import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OWNER_ONLY = 0o600;

/**
 * Encrypts values that the database stores but must not reveal. A value sealed for one purpose (`context`,
 * for example `totp:ACCOUNT`) opens for no other purpose, so that rows cannot be swapped.
 */
export interface Secrets {
  seal(plain: string, context: string): string;
  /** Throws when the value was changed, belongs to another context, or its key is unknown. */
  open(sealed: string, context: string): string;
  /**
   * Recognises a short secret later without revealing it to anyone who lacks the key. For secrets that are
   * never read back.
   */
  mac(plain: string, context: string): string;
  /** Whether the MAC was made from this secret, for this purpose, with a known key. Never throws. */
  isMac(mac: string, plain: string, context: string): boolean;
}

/** Uses the configured keys, or else the key file in the data folder, created at the first start. */
export async function openSecrets(config: Pick<Config, 'DATA_KEY' | 'DATA_DIR'>): Promise<Secrets> {
  const encoded = config.DATA_KEY ?? [await getOrMakeKeyFile(path.resolve(config.DATA_DIR))];
  return sealedBox(encoded.map((key) => Buffer.from(key, 'base64')));
}

/**
 * AES-256-GCM (NIST SP 800-38D). A sealed value is `v1.KEY.NONCE.CIPHERTEXT` in base64url; KEY is the
 * beginning of the key's SHA-256. The first key seals, and each key opens what it has sealed. A MAC is
 * HMAC-SHA-256 in base64url, with a separate key derived from the data key by HKDF (RFC 5869).
 */
export function sealedBox(keys: readonly Buffer[]): Secrets {
  // Node copies and checks a key that is a buffer at each use.
  const byId = new Map(keys.map((key) => [keyId(key), createSecretKey(key)]));
  const [first] = keys;
  if (!first || keys.some((key) => key.length !== KEY_BYTES)) throw new Error('A data key has 32 bytes.');
  const firstId = keyId(first);
  const sealingKey = createSecretKey(first);
  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, firstId, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    open(sealed, context) {
      const [version, id = '', nonce = '', text = ''] = sealed.split('.');
      const key = byId.get(id);
      if (version !== VERSION || !key) {
        throw new Error('A sealed value was made with a key that DATA_KEY does not have.');
      }
      const bytes = Buffer.from(text, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const plain = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
        return plain.toString('utf8');
      } catch (cause) {
        throw new Error('A sealed value was changed, or belongs elsewhere.', { cause });
      }
    },
    mac: (plain, context) => toMac(first, plain, context).toString('base64url'),
    isMac(mac, plain, context) {
      const given = Buffer.from(mac, 'base64url');
      return keys.some((key) => {
        const expected = toMac(key, plain, context);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

/** A separate key per purpose, so that equal secrets of two purposes have unrelated MACs. */
function toMac(key: Buffer, plain: string, context: string): Buffer {
  const own = Buffer.from(hkdfSync('sha256', key, '', `mac:${context}`, KEY_BYTES));
  return createHmac('sha256', own).update(plain).digest();
}

function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

async function getOrMakeKeyFile(folder: string): Promise<string> {
  const file = path.join(folder, 'data-key');
  await mkdir(folder, { recursive: true });
  try {
    // `wx` fails when the file exists, so of two processes that start together only one creates the key.
    await writeFile(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(file, OWNER_ONLY);
  }
  return (await readFile(file, 'utf8')).trim();
}
