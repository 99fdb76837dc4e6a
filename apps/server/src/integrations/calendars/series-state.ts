import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { regularInstance } from './object-parts.ts';

/** One state of an event: the agreed record and the provider's complete event. */
export interface HeldEvent<Event> {
  readonly record: RemoteEvent;
  readonly event: Event;
}

/** One state of a series, with its changed instances by `recordKey`. */
export interface SeriesState<Event> {
  readonly master: HeldEvent<Event> | null;
  readonly instances: ReadonlyMap<string, HeldEvent<Event>>;
}

/** The instance as the rule of a state produces it. Its event is that of the series. */
export function findRegularInstance<Event>(
  { master }: SeriesState<Event>,
  key: string,
  zone: string,
): HeldEvent<Event> | null {
  return master && { record: regularInstance(master.record, key, zone), event: master.event };
}

/**
 * The changed instance of a state from which the instance of `key` is made. When a series has moved, its
 * instances have new keys and are matched in order.
 */
export function findChangedInstance<Event>(
  { instances }: SeriesState<Event>,
  key: string,
  wanted: Iterable<string>,
): HeldEvent<Event> | null {
  const exact = instances.get(key);
  if (exact) return exact;
  const names = new Set(wanted);
  const left = [...instances.keys()].filter((name) => !names.has(name)).sort();
  const fresh = [...names].filter((name) => !instances.has(name)).sort();
  const name = left.length === fresh.length ? left[fresh.indexOf(key)] : undefined;
  return (name !== undefined && instances.get(name)) || null;
}
