import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { countHolds, deleteHold, insertHold, lockHolder } from '../store/holds.ts';
import { endExpiredForHosts, lockHosts, SlotTakenError } from '../store/taken-times.ts';
import { createSlotTakenError } from './create-booking.ts';
import type { OfferChoice } from './offer-cache.ts';
import { getOffer, requireOpenStart, toTakenTime } from './offered-time.ts';

/** Enough to fill in a form. */
const HOLD_MS = 10 * MINUTE_MS;

/** Keeps a slot while the form is open. One visitor can keep only a few. */
export async function holdSlot(
  platform: DbContext & Pick<Platform, 'config' | 'secrets'>,
  choice: OfferChoice & { readonly startsAt: string },
  visitor: string,
): Promise<{ id: string; expiresAt: string }> {
  const { db, clock, config, secrets } = platform;
  const chosen = await getOffer(platform, choice, null);
  const { offer } = chosen;
  const start = Date.parse(choice.startsAt);
  const now = clock();
  const holder = secrets.mac(visitor, 'booking holder');
  const requireFew = (held: number) => {
    if (held >= config.bookingLimits.holdsPerVisitor)
      throw new AppError(
        'rate_limited',
        'You are already holding several times. Book one of them, or wait a few minutes.',
      );
  };
  // At first without a lock, which many attempts at once would wait for, each with a connection.
  requireFew(await countHolds(db, holder, now));
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + HOLD_MS);
  try {
    await db.transaction().execute(async (tx) => {
      // Before the hosts are locked, always in this order.
      const [, held, , { hosts }] = await Promise.all([
        lockHolder(tx, holder),
        countHolds(tx, holder, now),
        lockHosts(tx, offer.hosts),
        requireOpenStart({ ...platform, db: tx }, offer, start),
      ]);
      requireFew(held);
      if (hosts.some(({ hasExpired }) => hasExpired)) await endExpiredForHosts(tx, offer.hosts, now);
      const hold = { ...toTakenTime(offer, start), id, eventTypeId: offer.eventType.id, expiresAt, holder };
      await Promise.all(offer.hosts.map((scope) => insertHold(tx, scope, hold, now)));
    });
  } catch (error) {
    if (error instanceof SlotTakenError) throw await createSlotTakenError(platform, offer, start, error);
    throw error;
  }
  return { id, expiresAt: expiresAt.toISOString() };
}

export function releaseHold({ db }: Pick<Platform, 'db'>, id: string): Promise<void> {
  return deleteHold(db, id);
}
