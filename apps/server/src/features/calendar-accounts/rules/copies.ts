import { zoneOf } from '@dayloom/time';
import { formatLocal } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from '../ports.ts';

export interface Original {
  readonly uid: string;
  readonly title: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly madeBy: 'block' | 'mirror';
}

/** A copy for others to see: when, and no more than the title says. */
export function copyOf({ uid, title, startsAt, endsAt, madeBy }: Original, timeZone: string): RemoteEvent {
  const at = (instant: Date): EventTime => ({
    at: formatLocal(zoneOf(timeZone).toLocal(instant.getTime()), false),
    timeZone,
  });
  return {
    uid,
    recurrenceId: null,
    title,
    description: '',
    location: '',
    status: 'confirmed',
    isBusy: true,
    isAllDay: false,
    start: at(startsAt),
    end: at(endsAt),
    recurrence: null,
    details: {},
    zoneDefinition: null,
    madeBy,
  };
}

/** Whether a copy (told in a zone, as we write them) is not over yet. */
export function isStillAhead({ end }: RemoteEvent, now: Date): boolean {
  const local = formatLocal(zoneOf(end.timeZone ?? 'UTC').toLocal(now.getTime()), false);
  return end.at > local;
}
