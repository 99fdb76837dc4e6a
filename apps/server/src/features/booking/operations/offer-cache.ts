import { isUnchanged } from '#features/account/operations/profile.ts';
import type { Tx } from '#platform/db.ts';
import type { StoredEventType } from '../model/event-type.ts';
import { findEventTypeVersion } from '../store/event-types.ts';
import type { Host } from './hosts.ts';

/** What a visitor has chosen. */
export interface OfferChoice {
  readonly username: string;
  readonly eventType?: string | undefined;
  readonly durationMinutes?: number | undefined;
  /** The token of a one-time link. */
  readonly link?: string | undefined;
}

/** A host and an event type as they were read. */
export interface CachedOffer {
  readonly host: Host;
  readonly eventType: StoredEventType;
  /** The version of the event type's row. */
  readonly version: string;
}

/** The oldest are forgotten first. */
const MAX_KEPT = 2_000;

/**
 * Hosts and event types that this process has read for bookings: most bookings are of few hosts. Code that
 * uses one compares it with the database before it writes (`requireUnchanged`).
 */
export class OfferCache {
  readonly #offers = new Map<string, CachedOffer>();

  find(choice: OfferChoice): CachedOffer | null {
    return this.#offers.get(toKey(choice)) ?? null;
  }

  /** Keeps what was read for a choice. Null forgets it. */
  keep(choice: OfferChoice, offer: CachedOffer | null): void {
    const key = toKey(choice);
    this.#offers.delete(key);
    if (offer) this.#offers.set(key, offer);
    for (const [oldest] of this.#offers) {
      if (this.#offers.size <= MAX_KEPT) break;
      this.#offers.delete(oldest);
    }
  }
}

const toKey = ({ username, eventType, link }: OfferChoice): string =>
  JSON.stringify([username, eventType, link]);

/** Whether both were read from the same versions of their rows. */
export function isSameOffer(one: CachedOffer, other: CachedOffer | null): boolean {
  return (
    one.version === other?.version &&
    one.host.version === other.host.version &&
    one.eventType.id === other.eventType.id &&
    one.host.scope.userId === other.host.scope.userId
  );
}

/** The host or the event type has changed since it was read. */
export class CachedOfferChanged extends Error {
  override readonly name = 'CachedOfferChanged';
}

/** Throws `CachedOfferChanged` unless the host and the event type are as they were read. */
export async function requireUnchanged(tx: Tx, { host, eventType, version }: CachedOffer): Promise<void> {
  const [isHostSame, stored] = await Promise.all([
    isUnchanged(tx, host),
    findEventTypeVersion(tx, host.scope, eventType.id),
  ]);
  if (!isHostSame || stored !== version) throw new CachedOfferChanged();
}
