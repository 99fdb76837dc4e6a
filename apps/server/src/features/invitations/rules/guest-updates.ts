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
    const [before, after] = [
      toGuestCopy(sent, email, homeTimeZone),
      toGuestCopy(current, email, homeTimeZone),
    ];
    return planForGuest(before, after, homeTimeZone).map((update) => ({ ...person, ...update }));
  });
}

type UnaddressedUpdate = Pick<GuestUpdate, 'kind' | 'components' | 'isPart'>;

function planForGuest(
  before: GuestCopy | null,
  after: GuestCopy | null,
  homeTimeZone: string,
): UnaddressedUpdate[] {
  if (!before && !after) return [];
  if (!after)
    return [{ kind: 'cancelled', components: before ? toWhole(before, homeTimeZone) : [], isPart: false }];
  const whole = toWhole(after, homeTimeZone);
  if (!before) return [{ kind: 'invited', components: whole, isPart: false }];
  const isOtherSeries = !isDeepStrictEqual(
    before.master && toGuestView(before.master),
    after.master && toGuestView(after.master),
  );
  const isBackInSeries =
    [...before.absent].some((id) => !after.absent.has(id)) ||
    (after.master !== null &&
      [...before.instances.keys()].some((id) => !after.instances.has(id) && !after.absent.has(id)));
  if (isOtherSeries || isBackInSeries) {
    if (after.master) return [{ kind: 'updated', components: whole, isPart: false }];
    // From the whole series to single occurrences.
    const left = before.master
      ? [{ kind: 'cancelled' as const, components: [before.master], isPart: false }]
      : [];
    return [...left, { kind: 'invited', components: whole, isPart: true }];
  }
  const gone = [
    ...[...after.absent].filter((id) => !before.absent.has(id)),
    ...[...before.instances.keys()].filter((id) => !after.instances.has(id) && !after.absent.has(id)),
  ].flatMap((id) => findInstance(before, id, homeTimeZone) ?? []);
  const changed = [...after.instances].flatMap(([id, record]) => {
    const earlier = before.instances.get(id);
    return earlier && isDeepStrictEqual(toGuestView(earlier), toGuestView(record)) ? [] : [record];
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
