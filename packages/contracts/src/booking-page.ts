import type { bookingApi } from './booking.ts';
import type { EndpointResponse } from './endpoint.ts';
import type { PublicEventType } from './event-types.ts';

/*
 * What the server and the script of a booking page have to know alike. Nothing here needs the library of the schemas,
 * which the page does not load.
 */

/** The slots that come with a booking page. */
export interface FirstSlots {
  /** The slug of the event type that they are for. */
  readonly eventType: string;
  readonly durationMinutes: number;
  /** An instant. The response has all slots that begin before it. */
  readonly until: string;
  readonly response: EndpointResponse<typeof bookingApi.listSlots>;
}

export interface WantedEventType {
  /** A slug. */
  readonly type: string | null;
  readonly durationMinutes: number | null;
}

/** The wanted event type, otherwise the first of the wanted length, otherwise the first one. */
export function pickEventType(
  eventTypes: readonly [PublicEventType, ...PublicEventType[]],
  { type, durationMinutes }: WantedEventType,
): PublicEventType {
  return (
    eventTypes.find(({ slug }) => slug === type) ??
    eventTypes.find(({ durations }) => durations.includes(durationMinutes ?? 0)) ??
    eventTypes[0]
  );
}

/** The wanted length if the event type has it, otherwise its first one. */
export function pickDuration({ durations }: PublicEventType, wanted: number | null): number {
  return durations.find((minutes) => minutes === wanted) ?? durations[0] ?? 0;
}

/** What the address of a booking page asks for: `?type=&duration=`. */
export function readWantedEventType(query: ReadonlyMap<string, string>): WantedEventType {
  const duration = query.get('duration') ?? '';
  return {
    type: query.get('type') ?? null,
    durationMinutes: /^\d{1,4}$/.test(duration) ? Number(duration) : null,
  };
}
