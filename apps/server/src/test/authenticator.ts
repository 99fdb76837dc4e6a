import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** The part of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)]),
  ]);
}

interface Behaviour {
  /** The authenticator's counter; by default it increases by one each time. */
  counter?: number;
  isVerified?: boolean;
  origin?: string;
}

/** A passkey in software: the replies of a browser and its authenticator (WebAuthn Level 3, §6). */
export function softwareAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const rpIdHash = sha256(new URL(origin).hostname);
  let counted = 0;
  let userHandle = '';

  const authenticatorData = (flags: number, behaviour: Behaviour, attested: Buffer = Buffer.alloc(0)) => {
    counted = behaviour.counter ?? counted + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(counted);
    const verified = behaviour.isVerified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([rpIdHash, Buffer.from([flags | USER_PRESENT | verified]), counter, attested]);
  };
  const clientData = (type: string, challenge: string, behaviour: Behaviour) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: behaviour.origin ?? origin, crossOrigin: false }));
  const credential = (response: object) => ({
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    create(options: { challenge: string; user: { id: string } }, behaviour: Behaviour = {}) {
      userHandle = options.user.id;
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        key,
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(ATTESTED, { counter: 0, ...behaviour }, attested)],
      ]);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, behaviour)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      });
    },
    get(options: { challenge: string }, behaviour: Behaviour = {}) {
      const data = authenticatorData(0, behaviour);
      const client = clientData('webauthn.get', options.challenge, behaviour);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle,
      });
    },
  };
}
