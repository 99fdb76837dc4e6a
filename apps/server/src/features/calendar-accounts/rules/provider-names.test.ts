import { describe, expect, it } from 'vitest';
import { getProviderName } from './provider-names.ts';

describe('a provider in words', () => {
  it.each([
    ['apple', 'https://caldav.icloud.com/', 'Apple'],
    ['apple', 'https://caldav.icloud.example/', 'Apple'],
    ['apple', null, 'Apple'],
    ['apple', 'https://cloud.example.org/dav', 'cloud.example.org'],
    ['google', null, 'Google'],
  ] as const)('calls %s at %s by its name', (domain, address, name) => {
    expect(getProviderName({ domain, server_url: address })).toBe(name);
  });
});
