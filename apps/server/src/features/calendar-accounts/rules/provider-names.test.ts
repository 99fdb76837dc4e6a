import { describe, expect, it } from 'vitest';
import { getProviderName } from './provider-names.ts';

describe('the name of a provider', () => {
  it.each([
    ['apple', 'https://caldav.icloud.com/', 'Apple'],
    ['apple', 'https://caldav.icloud.example/', 'Apple'],
    ['apple', null, 'Apple'],
    ['apple', 'https://cloud.example.org/dav', 'cloud.example.org'],
    ['google', null, 'Google'],
  ] as const)('of %s at %s is known', (domain, address, name) => {
    expect(getProviderName({ domain, server_url: address })).toBe(name);
  });
});
