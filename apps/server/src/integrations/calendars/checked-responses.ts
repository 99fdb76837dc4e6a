import { z } from 'zod';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** More pages than any calendar has. A repeated token means an endless loop. */
const MAX_PAGES = 5_000;
const MAX_ID = 1_024;
const UNREADABLE = 'An event cannot be read';

/** The failure for a response that breaks the provider's API contract. Nothing of the response is used. */
export function unreadableResponse(provider: string): ProviderFailure {
  return new ProviderFailure('unavailable', `${provider} sent a response that cannot be read.`, {
    providerCode: 'unreadable',
  });
}

/** Reads one page of a list: its items and its links to further pages. Throws `unreadableResponse`. */
export function readPage(
  provider: string,
  page: unknown,
  items: string,
): { readonly items: object[]; readonly text: (name: string) => string | undefined } {
  const found = z.record(z.string(), z.unknown()).safeParse(page);
  const list = found.data?.[items];
  if (!found.success || !Array.isArray(list)) throw unreadableResponse(provider);
  return {
    items: list.filter(
      (item) => typeof item === 'object' && item !== null && !Array.isArray(item),
    ) as object[],
    text: (name) => {
      const value = found.data[name];
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'string' || value === '') throw unreadableResponse(provider);
      return value;
    },
  };
}

/** Records the link of each page. Throws when a list does not end. */
export class PageTrail {
  readonly #provider: string;
  readonly #seen = new Set<string>();

  constructor(provider: string) {
    this.#provider = provider;
  }

  follow(next: string | undefined): string | undefined {
    if (next === undefined) return undefined;
    if (this.#seen.has(next) || this.#seen.size >= MAX_PAGES)
      throw new ProviderFailure('unavailable', `${this.#provider} sends a list that does not end.`, {
        providerCode: 'endless',
      });
    this.#seen.add(next);
    return next;
  }
}

const identified = z.object({ id: z.string().min(1).max(MAX_ID) });

/**
 * Converts an event into a resource. An event that breaks the API contract keeps its id and gets a problem.
 */
export function readEvent<Event>(
  event: Event,
  shape: z.ZodType,
  toResource: (event: Event) => RemoteResource | null,
): RemoteResource | null {
  try {
    if (shape.safeParse(event).success) return toResource(event);
  } catch {
    // Nested too deeply to serialise, or a time outside every calendar.
  }
  const named = identified.safeParse(event);
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

/** For resources that will be merged: an unreadable event must not count as deleted. */
export function requireReadable(provider: string, resources: readonly RemoteResource[]): RemoteResource[] {
  if (resources.some(({ problem }) => problem === UNREADABLE)) throw unreadableResponse(provider);
  return [...resources];
}
