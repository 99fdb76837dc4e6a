import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { openSecrets, sealedBox } from './secrets.ts';

const createKey = (byte: number) => Buffer.alloc(32, byte);
const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a sealed box', () => {
  const box = sealedBox([createKey(1)]);

  it('returns its content, for the same purpose only', () => {
    const sealed = box.seal('Grüße, Maya', 'totp:1');
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+$/);
    expect(box.open(sealed, 'totp:1')).toBe('Grüße, Maya');
    expect(box.seal('Grüße, Maya', 'totp:1')).not.toBe(sealed);
    expect(() => box.open(sealed, 'totp:2')).toThrow('belongs elsewhere');
  });

  it('does not open if it was changed or cut', () => {
    const sealed = box.seal('secret', 'x');
    const [version, id, nonce, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] as number) ^ 1;
      expect(() => box.open([version, id, nonce, changed.toString('base64url')].join('.'), 'x')).toThrow(
        'was changed',
      );
    }
    for (const bad of [
      '',
      'v1',
      sealed.slice(0, -9),
      sealed.replace('v1', 'v2'),
      `${version}.${id}.${nonce}.`,
    ])
      expect(() => box.open(bad, 'x')).toThrow('sealed value');
  });

  it('supports rotation: the first key seals, older ones still open', () => {
    const sealed = box.seal('secret', 'x');
    const rotated = sealedBox([createKey(2), createKey(1)]);
    expect(rotated.open(sealed, 'x')).toBe('secret');
    expect(() => box.open(rotated.seal('secret', 'x'), 'x')).toThrow(/DATA_KEY/);
  });
});

describe('a MAC', () => {
  const box = sealedBox([createKey(1)]);
  const mac = box.mac('123456', 'code:1');

  it('matches its secret, for the same purpose only', () => {
    expect(mac).toMatch(/^[\w-]{43}$/);
    expect(box.mac('123456', 'code:1')).toBe(mac);
    expect(box.isMac(mac, '123456', 'code:1')).toBe(true);
    expect(box.isMac(mac, '123457', 'code:1')).toBe(false);
    expect(box.isMac(mac, '123456', 'code:2')).toBe(false);
  });

  it('is invalid with another key, and stays valid when the key is rotated', () => {
    expect(sealedBox([createKey(2)]).isMac(mac, '123456', 'code:1')).toBe(false);
    const rotated = sealedBox([createKey(2), createKey(1)]);
    expect(rotated.isMac(mac, '123456', 'code:1')).toBe(true);
    expect(rotated.mac('123456', 'code:1')).not.toBe(mac);
  });

  it.each(['', 'short', 'of.another-kind', `${'A'.repeat(43)}AAAA`])('is not %j', (other) => {
    expect(box.isMac(other, '123456', 'code:1')).toBe(false);
  });
});

describe('the data key', () => {
  it('is created once, readable by its owner only', async () => {
    const settings = { DATA_DIR: path.join(folder, 'new'), DATA_KEY: undefined };
    const [one, two] = await Promise.all([openSecrets(settings), openSecrets(settings)]);
    expect(two.open(one.seal('secret', 'x'), 'x')).toBe('secret');
    const file = path.join(folder, 'new', 'data-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
  });

  it('may come from the settings, also several, and is never printed', () => {
    const keys = [createKey(1), createKey(2)].map((key) => key.toString('base64'));
    expect(readConfig({ DATA_KEY: keys.join(', ') }).DATA_KEY).toEqual(keys);
    const short = Buffer.alloc(16).toString('base64');
    expect(() => readConfig({ DATA_KEY: `${keys[0]},${short}` })).toThrow(/DATA_KEY \(not shown\)/);
  });
});
