import { isDeepStrictEqual } from 'node:util';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import { listGuests } from '#features/calendar/model/guests.ts';
import {
  findGuestName,
  findInstance,
  type GuestCopy,
  isAtRegularTime,
  listAddresses,
  toGuestCopy,
  toGuestMaster,
  toGuestView,
  toSchedule,
} from '../model/guest-copy.ts';

/** One mail to one guest, with the components of its iCalendar object. */
export interface GuestUpdate {
  readonly email: string;
  readonly name: string;
  readonly kind: 'invited' | 'updated' | 'cancelled';
  readonly components: readonly EventRecord[];
  /** Whether it is about single occurrences of a series that the guest keeps. */
  readonly isPart: boolean;
}

interface States {
  /** The calendar object as the guests know it. */
  readonly sent: readonly EventRecord[];
  readonly current: readonly EventRecord[];
  readonly homeTimeZone: string;
}

/** The mails that bring each guest's copy of the events up to date with the organizer's. */
export function planGuestUpdates({ sent, current, homeTimeZone }: States): GuestUpdate[] {
  const emails = [...new Set([...listAddresses(sent), ...listAddresses(current)])];
  return emails.flatMap((email) => {
    const person = { email, name: findGuestName(current, email) || findGuestName(sent, email) };
    const [had, has] = [toGuestCopy(sent, email, homeTimeZone), toGuestCopy(current, email, homeTimeZone)];
    return planForGuest(had, has, homeTimeZone).map((update) => ({ ...person, ...update }));
  });
}

type UnaddressedUpdate = Pick<GuestUpdate, 'kind' | 'components' | 'isPart'>;

function planForGuest(
  had: GuestCopy | null,
  has: GuestCopy | null,
  homeTimeZone: string,
): UnaddressedUpdate[] {
  if (!had && !has) return [];
  if (!has) return [{ kind: 'cancelled', components: had ? toWhole(had, homeTimeZone) : [], isPart: false }];
  const whole = toWhole(has, homeTimeZone);
  if (!had) return [{ kind: 'invited', components: whole, isPart: false }];
  const isOtherSeries = !isDeepStrictEqual(
    had.master && toGuestView(had.master),
    has.master && toGuestView(has.master),
  );
  const isBackInSeries =
    [...had.absent].some((id) => !has.absent.has(id)) ||
    (has.master !== null &&
      [...had.instances.keys()].some((id) => !has.instances.has(id) && !has.absent.has(id)));
  if (isOtherSeries || isBackInSeries) {
    if (has.master) return [{ kind: 'updated', components: whole, isPart: false }];
    // From the whole series to single occurrences.
    const left = had.master ? [{ kind: 'cancelled' as const, components: [had.master], isPart: false }] : [];
    return [...left, { kind: 'invited', components: whole, isPart: true }];
  }
  const gone = [
    ...[...has.absent].filter((id) => !had.absent.has(id)),
    ...[...had.instances.keys()].filter((id) => !has.instances.has(id) && !has.absent.has(id)),
  ].flatMap((id) => findInstance(had, id, homeTimeZone) ?? []);
  const changed = [...has.instances].flatMap(([id, record]) => {
    const before = had.instances.get(id);
    return before && isDeepStrictEqual(toGuestView(before), toGuestView(record)) ? [] : [record];
  });
  return [
    ...(gone.length > 0 ? [{ kind: 'cancelled' as const, components: gone, isPart: true }] : []),
    ...(changed.length > 0 ? [{ kind: 'updated' as const, components: changed, isPart: true }] : []),
  ];
}

function toWhole(copy: GuestCopy, homeTimeZone: string): EventRecord[] {
  const { master, instances } = copy;
  return [...(master ? [toGuestMaster(master, copy, homeTimeZone)] : []), ...instances.values()];
}

/** The components that take place at another time than the guests know, by recurrence id. Answers to them are void. */
export function listRescheduled({ sent, current, homeTimeZone }: States): string[] {
  const masterBefore = sent.find((record) => record.recurrenceId === null);
  return current.flatMap((record) => {
    const id = record.recurrenceId;
    const before = sent.find((each) => each.recurrenceId === id);
    if (before) return isDeepStrictEqual(toSchedule(before), toSchedule(record)) ? [] : [id ?? ''];
    const isRegular = id === null || !masterBefore || isAtRegularTime(masterBefore, record, homeTimeZone);
    return isRegular ? [] : [id];
  });
}

/**
 * The events whose guests' answers have to be forgotten: at another time everybody is asked again (RFC 6638 §3.2.8),
 * and guests who are invited again have not answered.
 */
export function forgetAnswers(states: States): EventRecord[] {
  const { sent, current } = states;
  const rescheduled = new Set(listRescheduled(states));
  const known = new Set(listAddresses(sent));
  return current.flatMap((record) => {
    const isMoved = rescheduled.has(record.recurrenceId ?? '');
    const { attendees = [] } = record.details;
    const guests = new Set(listGuests(record.details));
    const asked = attendees.map((guest) =>
      guests.has(guest) && (isMoved || !known.has(guest.email?.toLowerCase() ?? ''))
        ? { ...guest, status: 'NEEDS-ACTION' }
        : guest,
    );
    return isDeepStrictEqual(asked, attendees)
      ? []
      : [{ ...record, details: { ...record.details, attendees: asked } }];
  });
}
