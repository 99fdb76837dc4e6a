import type { PublicEventType } from '@dayloom/contracts';
import { findDayNumber } from '@dayloom/time';
import { emptyForm, type FormValues } from './booking-form.ts';

/** What the address fills in: `?type=&date=&duration=&name=&email=`. */
export interface Prefill {
  readonly type: string | null;
  readonly day: number | null;
  readonly durationMinutes: number | null;
  readonly values: FormValues;
}

export function readPrefill(search: string): Prefill {
  const query = new URLSearchParams(search);
  const duration = Number(query.get('duration'));
  return {
    type: query.get('type'),
    day: findDayNumber(query.get('date') ?? ''),
    durationMinutes: duration > 0 ? duration : null,
    values: { ...emptyForm, name: query.get('name') ?? '', email: query.get('email') ?? '' },
  };
}

/** The wanted event type, otherwise the first of the wanted length, otherwise the first one. */
export function pickEventType(
  eventTypes: readonly [PublicEventType, ...PublicEventType[]],
  { type, durationMinutes }: Pick<Prefill, 'type' | 'durationMinutes'>,
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
