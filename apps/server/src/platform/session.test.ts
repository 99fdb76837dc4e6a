import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyOwnToken } from './session.ts';
import { cacheVerifiedTokens } from './verified-tokens.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = new Date('2026-11-22T12:00:00Z');
const seconds = now.getTime() / 1000;
const expected = { issuer: 'https://plan.example.com/oidc', audience: 'https://api', currentDate: now };
const claims = { iss: expected.issuer, aud: 'https://api', sub: 'dayloom|1', sid: 's', exp: seconds + 60 };

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
function sign(payload: object, header: object = { alg: 'RS256' }, key = privateKey): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
}
const verify = (token: string) => verifyOwnToken(token, publicKey, expected);

describe('an access token of the embedded provider', () => {
  it('is verified by its signature and claims', () => {
    expect(verify(sign(claims))).toEqual({
      identity: { subject: 'dayloom|1', sessionId: 's', authenticatedAt: null },
      expiresAt: (seconds + 65) * 1000,
    });
    expect(verify(sign({ ...claims, aud: ['x', 'https://api'] })).identity.subject).toBe('dayloom|1');
  });

  const good = sign(claims);
  const [header = '', payload = '', signature = ''] = good.split('.');
  it.each([
    ['signed by somebody else', sign(claims, { alg: 'RS256' }, other.privateKey)],
    ['of another issuer', sign({ ...claims, iss: 'https://evil.example' })],
    ['for another audience', sign({ ...claims, aud: 'https://other' })],
    ['that has expired', sign({ ...claims, exp: seconds - 6 })],
    ['that does not expire', sign({ ...claims, exp: undefined })],
    ['that is not good yet', sign({ ...claims, nbf: seconds + 60 })],
    ['for nobody', sign({ ...claims, sub: '' })],
    ['that names another algorithm', sign(claims, { alg: 'HS256' })],
    ['that names none', `${encode({ alg: 'none' })}.${payload}.`],
    ['with an extension that must be understood', sign(claims, { alg: 'RS256', crit: ['exp'] })],
    ['with other claims', `${header}.${encode({ ...claims, sub: 'dayloom|2' })}.${signature}`],
    ['with a signature in another spelling', `${good}=`],
    ['with a part too many', `${good}.x`],
    ['that is no JSON', sign(claims).replace(payload, 'eA')],
    ['that is empty', ''],
  ])('%s is refused', (_which, token) => {
    expect(() => verify(token)).toThrow('Invalid token');
  });
});

describe('verified tokens', () => {
  it('are verified once, until they expire, and refused ones each time', async () => {
    let asked = 0;
    let time = 0;
    const remembered = cacheVerifiedTokens(
      (token) => {
        asked++;
        if (token === 'bad') throw new Error('refused');
        return {
          identity: { subject: token, sessionId: null, authenticatedAt: null },
          expiresAt: 1000,
        };
      },
      () => new Date(time),
    );
    expect(await remembered('a')).toMatchObject({ subject: 'a', accessToken: 'a' });
    expect(await remembered('b')).toMatchObject({ subject: 'b', accessToken: 'b' });
    expect(await remembered('a')).toMatchObject({ subject: 'a' });
    expect(asked).toBe(2);
    time = 1000;
    await remembered('a');
    expect(asked).toBe(3);
    await expect(remembered('bad')).rejects.toThrow('refused');
    await expect(remembered('bad')).rejects.toThrow('refused');
    expect(asked).toBe(5);
  });

  it('are evicted in least-recently-used order', async () => {
    const asked: string[] = [];
    const remembered = cacheVerifiedTokens(
      (token) => {
        asked.push(token);
        return { identity: { subject: token, sessionId: null, authenticatedAt: null }, expiresAt: 1 };
      },
      () => new Date(0),
    );
    for (let i = 0; i < 10_000; i++) await remembered(`${i}`);
    await remembered('0');
    await remembered('one more');
    asked.length = 0;
    await remembered('0');
    await remembered('1');
    expect(asked).toEqual(['1']);
  });
});
