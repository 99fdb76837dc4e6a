import { getZone } from '@dayloom/time';
import { formatLocal } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from '../calendar/model/event.ts';
import { isSameObject } from '../calendar/model/merge.ts';
import { findInstants } from '../calendar/model/remote-instants.ts';

export interface MirroredTime {
  readonly uid: string;
  readonly title: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly madeBy: 'block' | 'mirror';
}

/** A mirror event contains the time and nothing more than the title. */
export function toMirrorEvent(
  { uid, title, startsAt, endsAt, madeBy }: MirroredTime,
  timeZone: string,
): RemoteEvent {
  const at = (instant: Date): EventTime => ({
    at: formatLocal(getZone(timeZone).toLocal(instant.getTime()), false),
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

/** Whether a mirror event is up to date. Compared as instants: the zone of its times does not matter. */
export function isSameMirrorEvent(there: readonly RemoteEvent[], wanted: RemoteEvent): boolean {
  const inUtc = (event: RemoteEvent): RemoteEvent => {
    const instants = findInstants(event);
    return instants ? { ...event, start: utcTime(instants.start), end: utcTime(instants.end) } : event;
  };
  return isSameObject(there.map(inUtc), [inUtc(wanted)]);
}

function utcTime(instant: number): EventTime {
  return { at: formatLocal(getZone('UTC').toLocal(instant), false), timeZone: 'UTC' };
}

/** Whether a mirror event (its times are in a zone, as we write them) has not ended yet. */
export function isStillAhead({ end }: RemoteEvent, now: Date): boolean {
  const local = formatLocal(getZone(end.timeZone ?? 'UTC').toLocal(now.getTime()), false);
  return end.at > local;
}

/**
 * Busy times that no other one covers. A mirror contains times rather than events, so a tool that copies
 * mirror events back adds nothing, and the two do not feed each other.
 */
export function dropCoveredTimes<Busy extends { readonly startsAt: Date; readonly endsAt: Date }>(
  busy: readonly Busy[],
): Busy[] {
  let until = Number.NEGATIVE_INFINITY;
  return busy
    .toSorted(
      (a, b) => a.startsAt.getTime() - b.startsAt.getTime() || b.endsAt.getTime() - a.endsAt.getTime(),
    )
    .filter(({ endsAt }) => {
      if (endsAt.getTime() <= until) return false;
      until = endsAt.getTime();
      return true;
    });
}
