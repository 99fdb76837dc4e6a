import { HOUR_MS } from '@dayloom/time';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { countMails } from '#platform/mail-queue.ts';
import type { Scope } from '#platform/scope.ts';
import { INVITE_KEY_PREFIX } from '../rules/guest-mails.ts';

/** How many people the user has invited by mail within an hour. */
export function countRecentInvitations(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
): Promise<number> {
  return countMails(tx, scope, INVITE_KEY_PREFIX, new Date(clock().getTime() - HOUR_MS));
}
