import { describe, expect, it } from 'vitest';
import { guessAccountType } from './account-type.ts';

describe('the first type of an account', () => {
  it.each([
    'maya@gmail.com',
    'Maya@GMAIL.com',
    'maya@outlook.de',
    'maya@hotmail.co.uk',
    'maya@live.com',
    'maya@icloud.com',
    'maya@me.com',
    'maya@yahoo.com.br',
    'maya@gmx.net',
    'maya@web.de',
    'maya@proton.me',
    // A CalDAV server's user name.
    'maya',
  ])('is personal for %s', (address) => expect(guessAccountType(address)).toBe('personal'));

  it.each([
    'maya@northwind.com',
    'maya@cs.stanford.edu',
    'maya@ox.ac.uk',
    'maya@outlook.northwind.com',
    'maya@live.northwind.co.uk',
    'maya@notgmail.com',
    'maya@me.northwind.com',
    'gmail.com@northwind.com',
  ])('is work for %s', (address) => expect(guessAccountType(address)).toBe('work'));
});
