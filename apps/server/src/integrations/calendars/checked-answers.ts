import { z } from 'zod';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** More pages than any calendar has; and a token that comes twice leads in a circle. */
const MOST_PAGES = 5_000;
const MOST_ID = 1_024;
const UNREADABLE = 'An event cannot be read';

/** A provider's answer that is not what its API promises. Nothing is taken from it. */
export function unreadableAnswer(provider: string): ProviderFailure {
  return new ProviderFailure('unavailable', `${provider} sent an answer that cannot be read.`, {
    providerCode: 'unreadable',
  });
}

/** One page of a list: its items, and the texts that lead on. Throws what `unreadableAnswer` makes. */
export function readPage(
  provider: string,
  page: unknown,
  items: string,
): { readonly items: object[]; readonly text: (name: string) => string | undefined } {
  const found = z.record(z.string(), z.unknown()).safeParse(page);
  const list = found.data?.[items];
  if (!found.success || !Array.isArray(list)) throw unreadableAnswer(provider);
  return {
    items: list.filter(
      (item) => typeof item === 'object' && item !== null && !Array.isArray(item),
    ) as object[],
    text: (name) => {
      const value = found.data[name];
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'string' || value === '') throw unreadableAnswer(provider);
      return value;
    },
  };
}

/** Notes where each page leads. Throws when a list does not come to an end. */
export class PageTrail {
  readonly #provider: string;
  readonly #seen = new Set<string>();

  constructor(provider: string) {
    this.#provider = provider;
  }

  follow(next: string | undefined): string | undefined {
    if (next === undefined) return undefined;
    if (this.#seen.has(next) || this.#seen.size >= MOST_PAGES)
      throw new ProviderFailure('unavailable', `${this.#provider} sends a list that does not end.`, {
        providerCode: 'endless',
      });
    this.#seen.add(next);
    return next;
  }
}

const ofVersion = z.object({ id: z.string().min(1).max(MOST_ID) });

/** An event as a resource. One that is not what the API promises keeps its id, and says so. */
export function readEvent<Event>(
  event: Event,
  shape: z.ZodType,
  toResource: (event: Event) => RemoteResource | null,
): RemoteResource | null {
  try {
    if (shape.safeParse(event).success) return toResource(event);
  } catch {
    // Nested deeper than it can be written down, a time that no calendar has.
  }
  const named = ofVersion.safeParse(event);
  if (!named.success) return null;
  const { id } = named.data;
  return {
    id,
    version: '',
    holds: 'record',
    masterId: null,
    records: [],
    partIds: [],
    raw: null,
    problem: UNREADABLE,
  };
}

/** For what is about to be merged: an event that cannot be read is not one that was deleted. */
export function requireReadable(provider: string, resources: readonly RemoteResource[]): RemoteResource[] {
  if (resources.some(({ problem }) => problem === UNREADABLE)) throw unreadableAnswer(provider);
  return [...resources];
}
