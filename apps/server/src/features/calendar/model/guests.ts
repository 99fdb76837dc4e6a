import type { AttendeeStatus, EventAttendee } from '@dayloom/contracts';
import { toPlainName } from '@dayloom/contracts/names';
import type { EventContent, EventDetails } from './event.ts';

/** Somebody to be invited. */
export interface GuestInput {
  readonly email: string;
  readonly name: string;
}

type StoredGuest = NonNullable<EventDetails['attendees']>[number];

const STATUSES: Readonly<Record<string, AttendeeStatus>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
};

/** PARTSTAT. `DELEGATED` and unknown values mean that an answer is still awaited. */
export function toAttendeeStatus(participation: string): AttendeeStatus {
  return STATUSES[participation.toUpperCase()] ?? 'needsAction';
}

export function toParticipation(status: AttendeeStatus): string {
  return status === 'needsAction' ? 'NEEDS-ACTION' : status.toUpperCase();
}

export function isSameAddress(left: string | null | undefined, right: string | null | undefined): boolean {
  return left != null && left.toLowerCase() === right?.toLowerCase();
}

/** The people invited to an event, without its organizer. */
export function listGuests({ organizer, attendees = [] }: EventDetails): StoredGuest[] {
  return attendees.filter(({ email }) => !isSameAddress(email, organizer?.email));
}

export function toEventAttendee({ email, name, status }: StoredGuest): EventAttendee {
  return { email: email ?? '', name: name ?? '', status: toAttendeeStatus(status) };
}

/** Whether the user invites the guests of the event here. Then the guests can be changed. */
export function isOwnInvitation({ organizer }: EventDetails): boolean {
  return organizer?.isSelf === true;
}

/** Whether the guests can be changed: nobody else invites them. */
export function canChangeGuests(details: EventDetails): boolean {
  return isOwnInvitation(details) || (!details.organizer && listGuests(details).length === 0);
}

/**
 * The details with these guests. Those who were there before keep their answers, also somebody without an address,
 * whom nobody can name. `organizer` is the user, if they have invited nobody before.
 */
export function withGuests(
  details: EventDetails,
  wanted: readonly GuestInput[],
  organizer: GuestInput,
): EventDetails {
  const { attendees = [], organizer: known, ...rest } = details;
  const host = known ?? { ...organizer, isSelf: true as const };
  const isWanted = ({ email }: StoredGuest) =>
    email === null ||
    isSameAddress(email, host.email) ||
    wanted.some((guest) => isSameAddress(guest.email, email));
  const kept = attendees.filter(isWanted);
  const added = wanted
    .filter(({ email }) => !isSameAddress(email, host.email))
    .filter(({ email }) => !attendees.some((guest) => isSameAddress(guest.email, email)))
    .map(({ email, name }) => ({
      email: email.toLowerCase(),
      name: toPlainName(name) || null,
      status: 'NEEDS-ACTION',
    }));
  const all = [...kept, ...added];
  return listGuests({ organizer: host, attendees: all }).length === 0
    ? rest
    : { ...rest, organizer: host, attendees: all };
}

/** The guests of a changed instance after those of its series changed: it gains and loses the same people. */
export function followGuests(
  own: EventDetails,
  { before, after }: { readonly before: EventDetails; readonly after: EventDetails },
  organizer: GuestInput,
): EventDetails {
  const has = (details: EventDetails, email: string) =>
    listGuests(details).some((guest) => isSameAddress(guest.email, email));
  const named = (details: EventDetails): GuestInput[] =>
    listGuests(details).flatMap(({ email, name }) => (email === null ? [] : { email, name: name ?? '' }));
  const kept = named(own).filter(({ email }) => !has(before, email) || has(after, email));
  const added = named(after).filter(({ email }) => !has(before, email) && !has(own, email));
  return withGuests(own, [...kept, ...added], organizer);
}

/** Whether other people are invited after the change. Their order and their answers do not count. */
export function areOtherGuests(details: EventDetails, wanted: readonly GuestInput[]): boolean {
  const there = listGuests(details).flatMap(({ email }) => email?.toLowerCase() ?? []);
  const asked = new Set(wanted.map(({ email }) => email.toLowerCase()));
  return there.length !== asked.size || there.some((email) => !asked.has(email));
}

/** The event with the user's own answer. A declined one leaves the time free. */
export function withOwnAnswer<Given extends Pick<EventContent, 'details' | 'isBusy' | 'isAllDay'>>(
  record: Given,
  status: string,
): Given {
  const { ownAnswer, attendees, ...details } = record.details;
  if (ownAnswer === undefined || ownAnswer === status) return record;
  const wasFree = ownAnswer === 'DECLINED';
  return {
    ...record,
    isBusy: status === 'DECLINED' ? false : wasFree ? !record.isAllDay : record.isBusy,
    details: {
      ...details,
      ...(attendees && {
        attendees: attendees.map((guest) => (guest.isSelf ? { ...guest, status } : guest)),
      }),
      ownAnswer: status,
    },
  };
}

/** The event with the answer of one guest. */
export function withAnswer<Given extends { readonly details: EventDetails }>(
  record: Given,
  email: string,
  status: string,
): Given {
  const { attendees } = record.details;
  if (!attendees) return record;
  return {
    ...record,
    details: {
      ...record.details,
      attendees: attendees.map((guest) => (isSameAddress(guest.email, email) ? { ...guest, status } : guest)),
    },
  };
}

/**
 * The guests after a merge: additions and removals of both sides are applied. A received answer (`there`)
 * wins over one that was recorded here.
 */
export function mergeGuests(
  was: EventDetails | undefined,
  here: EventDetails,
  there: EventDetails,
): EventDetails {
  const keyed = (details: EventDetails | undefined) =>
    new Map(
      (details?.attendees ?? []).map((guest) => [guest.email?.toLowerCase() ?? `name ${guest.name}`, guest]),
    );
  const [before, ours, theirs] = [keyed(was), keyed(here), keyed(there)];
  const attendees = [...new Map([...ours, ...theirs])]
    .filter(([key]) => (before.has(key) ? ours.has(key) && theirs.has(key) : true))
    .map(([key, guest]) => {
      const own = ours.get(key);
      return own && guest.status === before.get(key)?.status ? { ...guest, status: own.status } : guest;
    });
  const { attendees: _theirs, organizer = here.organizer, ...rest } = there;
  return attendees.length === 0 ? rest : { ...rest, ...(organizer && { organizer }), attendees };
}
