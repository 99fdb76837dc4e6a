import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword as hashAtCost, PASSWORD_COST, verifyPassword as verifyAtCost } from './passwords.ts';

const hashPassword = (password: string) => hashAtCost(password, PASSWORD_COST);
const verifyPassword = (password: string, stored: string | null) =>
  verifyAtCost(password, stored, PASSWORD_COST);

describe('a stored password', () => {
  it('is hashed with scrypt at the cost that OWASP recommends, with its own salt', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    const [method, n, r, p, salt = '', key] = first.split('$');
    expect([method, n, r, p]).toEqual(['scrypt', '131072', '8', '1']);
    expect(second.split('$')[4]).not.toBe(salt);
    const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
    expect(key).toBe(
      scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'),
    );
  });

  it('matches only itself', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('correct horsf', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  it('matches in any Unicode form', async () => {
    expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
  });

  it('matches at the cost it was stored with', async () => {
    const salt = Buffer.alloc(16, 1);
    const key = scryptSync('correct horse', salt, 32, { N: 1024, r: 8, p: 2 });
    const stored = `scrypt$1024$8$2$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('wrong horse', stored)).toBe(false);
  });

  it('takes the same time to refuse without an account', async () => {
    const before = process.cpuUsage();
    expect(await verifyPassword('correct horse', null)).toBe(false);
    const spent = process.cpuUsage(before).user;
    const again = process.cpuUsage();
    await hashPassword('correct horse');
    expect(spent).toBeGreaterThan(process.cpuUsage(again).user / 3);
  });
});
