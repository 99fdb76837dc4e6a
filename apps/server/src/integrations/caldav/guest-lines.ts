import type { EventDetails, RemoteEvent } from '#features/calendar/model/event.ts';
import { isOwnInvitation } from '#features/calendar/model/guests.ts';
import { changedFields, type EventField } from '../calendars/object-parts.ts';
import {
  contentLine,
  findParameter,
  propertyLines,
  propertyName,
  splitProperty,
  withParameter,
} from './ics-document.ts';

const ATTENDEE = new Set(['ATTENDEE']);
const ORGANIZER = new Set(['ORGANIZER']);
const UNANSWERED = 'NEEDS-ACTION';

/** The parts of a `ComponentChange` that say who is invited. */
interface GuestChange {
  readonly base: { readonly lines: readonly string[] };
  readonly before: RemoteEvent | null;
  readonly after: RemoteEvent;
  readonly fields: ReadonlySet<EventField>;
  readonly written: { readonly lines: readonly string[] };
  readonly donors: readonly { readonly lines: readonly string[]; readonly record: RemoteEvent }[];
}

/**
 * The ORGANIZER and ATTENDEE lines after a change; null if they stay. The line of somebody who was there before keeps
 * all its parameters but PARTSTAT.
 */
export function changedGuestLines(change: GuestChange): string[] | null {
  const { base, before, after, fields, written, donors } = change;
  if (before === null) return null;
  const hasOtherGuests = fields.has('guests');
  if (!hasOtherGuests && !hasOtherAnswers(before, after)) return null;
  const held = propertyLines(base.lines, ATTENDEE);
  if (!hasOtherGuests) return [...propertyLines(base.lines, ORGANIZER), ...withAnswers(held, after.details)];
  const earlier = donors.find(({ record }) => !changedFields(record, after).has('guests'));
  const template = earlier ? propertyLines(earlier.lines, ATTENDEE) : held;
  const wanted = new Set((after.details.attendees ?? []).flatMap(({ email }) => email?.toLowerCase() ?? []));
  const own = before.details.organizer?.email ?? after.details.organizer?.email ?? null;
  const kept = template.flatMap((line) => {
    const address = readAddress(line);
    if (address === null || address === own) return [line];
    return wanted.has(address) ? [findLine(held, address) ?? line] : [];
  });
  const known = [held, ...donors.map(({ lines }) => propertyLines(lines, ATTENDEE))];
  const added = [...wanted]
    .filter((address) => address !== own && !findLine(kept, address))
    .flatMap((address) => {
      const line = known.map((lines) => findLine(lines, address)).find(Boolean);
      return line ?? findLine(written.lines.filter(isAttendee).map(contentLine), address) ?? [];
    });
  const organizer = propertyLines((earlier ?? base).lines, ORGANIZER);
  const named = wanted.size > 0 && organizer.length === 0 ? written.lines.filter(isOrganizer) : [];
  return [...organizer, ...named.map(contentLine), ...withAnswers([...kept, ...added], after.details)];
}

/** Programs offer buttons for an answer only with RSVP (RFC 5545 §3.2.17). */
export function askingForAnswers(lines: readonly string[]): string[] {
  return lines.map((line) =>
    isAttendee(line) && findParameter(line, 'PARTSTAT') === UNANSWERED
      ? withParameter(line, 'RSVP', 'TRUE')
      : line,
  );
}

const isAttendee = (line: string) => propertyName(line) === 'ATTENDEE';
const isOrganizer = (line: string) => propertyName(line) === 'ORGANIZER';

/** Whether the user answered, or a guest answered us. The answers to other organizers are theirs. */
function hasOtherAnswers(before: RemoteEvent, after: RemoteEvent): boolean {
  const answers = toAnswers(after.details);
  return (before.details.attendees ?? []).some(({ email, status }) => {
    const now = answers.get(email?.toLowerCase() ?? '');
    return now !== undefined && now !== status.toUpperCase();
  });
}

/** The answers that may be written, by address. */
function toAnswers(details: EventDetails): Map<string, string> {
  const isOurs = isOwnInvitation(details);
  return new Map(
    (details.attendees ?? []).flatMap(({ email, status, isSelf }) =>
      email !== null && (isOurs || isSelf) ? [[email.toLowerCase(), status.toUpperCase()] as const] : [],
    ),
  );
}

function withAnswers(lines: readonly string[], details: EventDetails): string[] {
  const answers = toAnswers(details);
  return lines.map((line) => {
    const answer = answers.get(readAddress(line) ?? '');
    const known = findParameter(line, 'PARTSTAT')?.toUpperCase() ?? UNANSWERED;
    return answer === undefined || answer === known ? line : withParameter(line, 'PARTSTAT', answer);
  });
}

function findLine(lines: readonly string[], address: string): string | undefined {
  return lines.find((line) => readAddress(line) === address);
}

/** The mail address of a person, as the reader of iCalendar finds it. */
function readAddress(line: string): string | null {
  const { value } = splitProperty(line);
  const text = (/^\s*mailto:(.+)$/is.exec(value)?.[1] ?? findParameter(line, 'EMAIL') ?? value).trim();
  return /^[^\s@:]+@[^\s@]+$/.test(text) ? text.toLowerCase() : null;
}
