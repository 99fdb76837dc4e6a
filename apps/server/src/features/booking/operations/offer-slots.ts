import { bookingApi, MAX_SLOT_DAYS } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { CachedResponse } from '#platform/cached-response.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { StoredEventType } from '../model/event-type.ts';
import { readAvailabilityVersions } from '../store/availability.ts';
import { getHostsAndEventType } from './hosts.ts';
import { listSlots, type RangeQuery, toSearchRange } from './slots.ts';

export interface SlotsQuery extends RangeQuery {
  readonly username: string;
  readonly eventType?: string | undefined;
  readonly durationMinutes?: number | undefined;
}

interface CachedSlots {
  readonly versions: string;
  readonly until: number;
  readonly answer: CachedResponse;
}

/** In bytes: some hundred answers of two months each. */
const MAX_KEPT = 32_000_000;

/** Answers by question. An answer is used while nobody's availability has changed, and at most for a minute. */
export class SlotCache {
  readonly #answers = new Map<string, CachedSlots>();
  #size = 0;

  find(question: string, versions: string, now: number): CachedResponse | null {
    const kept = this.#answers.get(question);
    return kept && kept.versions === versions && now < kept.until ? kept.answer : null;
  }

  keep(question: string, kept: CachedSlots): void {
    this.#forget(question);
    this.#answers.set(question, kept);
    this.#size += kept.answer.size;
    for (const [oldest] of this.#answers) {
      if (this.#size <= MAX_KEPT) break;
      this.#forget(oldest);
    }
  }

  #forget(question: string): void {
    this.#size -= this.#answers.get(question)?.answer.size ?? 0;
    this.#answers.delete(question);
  }
}

export async function offerSlots(
  platform: DbContext & Pick<Platform, 'config'> & { readonly slotCache: SlotCache },
  query: SlotsQuery,
): Promise<CachedResponse> {
  const { db, clock, slotCache } = platform;
  const now = clock().getTime();
  // The minute is part of the key, since notice periods and the time left before deadlines change with it.
  const minute = Math.floor(now / MINUTE_MS);
  const question = JSON.stringify([minute, query]);
  const found = await readAvailabilityVersions(db, query.username.split('+'));
  // Read before the answer is computed: a change in between makes the answer outdated at once.
  const versions = found
    .map(({ username, version }) => `${username} ${version}`)
    .toSorted()
    .join();
  const kept = slotCache.find(question, versions, now);
  if (kept) return kept;
  const { hosts, eventType } = await getHostsAndEventType(platform, query.username, query.eventType);
  const offer = {
    hosts: hosts.map(({ scope }) => scope),
    eventType,
    durationMinutes: getDuration(eventType, query.durationMinutes),
    except: null,
    exceptEvents: [],
  };
  const { expiresAt, ...slots } = await listSlots(
    platform,
    offer,
    toSearchRange(query, clock(), MAX_SLOT_DAYS),
  );
  const answer = new CachedResponse(bookingApi.listSlots.response, slots);
  slotCache.keep(question, {
    versions,
    until: Math.min((minute + 1) * MINUTE_MS, expiresAt ?? Number.POSITIVE_INFINITY),
    answer,
  });
  return answer;
}

/** The length of a booking; the event type's first one unless another one of its lengths is asked for. */
export function getDuration({ durations }: StoredEventType, wanted: number | undefined): number {
  const minutes = wanted ?? durations[0];
  if (minutes === undefined || !durations.includes(minutes)) {
    throw new AppError('invalid_request', `This meeting takes ${durations.join(' or ')} minutes.`, {
      fields: { durationMinutes: `must be one of ${durations.join(', ')}` },
    });
  }
  return minutes;
}
