import { randomInt } from 'node:crypto';
import type { Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { findUserIdBy } from '../store/directory.ts';
import { countReferred } from '../store/users.ts';

const REFERRAL_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new code: letters of the first name, so that it can be read out, and random letters. */
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

/** The user whose code a newcomer entered, or null. */
export async function findReferrer({ db }: Pick<Platform, 'db'>, code: string): Promise<string | null> {
  return findUserIdBy(db, 'referral', code.trim().toUpperCase());
}

/** Number of users who registered through the user's link. */
export async function countReferrals({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<number> {
  return countReferred(db, scope);
}
