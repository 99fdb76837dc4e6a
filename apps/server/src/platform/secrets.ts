import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
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
 * Locks what has to lie in the database but must not be readable there. What was sealed for one purpose
 * (`context`, such as `totp:ACCOUNT`) opens for no other, so that rows cannot be swapped.
 */
export interface Secrets {
  seal(plain: string, context: string): string;
  /** Throws when the value was changed, belongs to another context, or its key is not known. */
  open(sealed: string, context: string): string;
  /** What is enough to know a short secret again and says nothing of it without the key: for what is never read back. */
  mac(plain: string, context: string): string;
  /** Whether the value was made of this secret, for this purpose, with a key that is known. Never throws. */
  isMac(mac: string, plain: string, context: string): boolean;
}

/** The keys of the configuration, else the one in the data folder, which is made at the first start. */
export async function openSecrets(config: Pick<Config, 'DATA_KEY' | 'DATA_DIR'>): Promise<Secrets> {
  const encoded = config.DATA_KEY ?? [await getOrMakeKeyFile(path.resolve(config.DATA_DIR))];
  return sealedBox(encoded.map((key) => Buffer.from(key, 'base64')));
}

/**
 * AES-256-GCM (NIST SP 800-38D). A sealed value is `v1.KEY.NONCE.CIPHERTEXT` in base64url, where KEY is the
 * beginning of the key's SHA-256: the first key seals, each one opens what it has sealed. A MAC is HMAC-SHA-256 in
 * base64url with a key of its own, drawn from the data key by HKDF (RFC 5869).
 */
export function sealedBox(keys: readonly Buffer[]): Secrets {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const [first] = keys;
  if (!first || keys.some((key) => key.length !== KEY_BYTES)) throw new Error('A data key has 32 bytes.');
  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, keyId(first), nonce.toString('base64url'), sealed.toString('base64url')].join('.');
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

/** Each purpose has a key of its own, so that no value says anything of another one's. */
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
    // `wx` fails where there is a file: of two processes that start together, one makes the key.
    await writeFile(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(file, OWNER_ONLY);
  }
  return (await readFile(file, 'utf8')).trim();
}
