import { randomInt } from 'node:crypto';
import type { Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { findUserIdBy } from '../store/directory.ts';
import { countReferred } from '../store/users.ts';

const REFERRAL_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new code: the beginning of the name, so that it can be said, and letters by chance. */
export function referralCode(firstName: string): string {
  const stem =
    firstName
      .normalize('NFKD')
      .replace(/[^A-Za-z]/g, '')
      .toUpperCase()
      .slice(0, 6) || 'DAY';
  const tail = Array.from({ length: 6 }, () => REFERRAL_LETTERS[randomInt(REFERRAL_LETTERS.length)]).join('');
  return `${stem}-${tail}`;
}

/** Whose code a newcomer brought along, or null. */
export async function findReferrer({ db }: Pick<Platform, 'db'>, code: string): Promise<string | null> {
  return findUserIdBy(db, 'referral', code.trim().toUpperCase());
}

/** How many joined by the user's link. */
export async function countReferrals({ db }: Platform, scope: Scope): Promise<number> {
  return countReferred(db, scope);
}
