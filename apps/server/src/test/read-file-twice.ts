import { readCalendar } from '@dayloom/time/icalendar';
import ICAL from 'ical.js';
import { expect } from 'vitest';

/** What two readers that know nothing of each other find in a file. They must agree. */
export function readFileTwice(text: string) {
  const root = new ICAL.Component(ICAL.parse(text));
  const component = root.getFirstSubcomponent('vevent');
  if (!component) throw new Error('The file has no event.');
  const event = new ICAL.Event(component);
  const theirs = {
    uid: event.uid,
    // 0 need not be written (RFC 5546 §3.2.2).
    sequence: Number(component.getFirstPropertyValue('sequence') ?? 0),
    title: event.summary,
    status: String(component.getFirstPropertyValue('status')),
    startsAt: event.startDate.toJSDate().toISOString(),
    endsAt: event.endDate.toJSDate().toISOString(),
    organizer: event.organizer.replace(/^mailto:/i, ''),
    attendees: event.attendees.map((attendee) => [
      String(attendee.getFirstValue()).replace(/^mailto:/i, ''),
      attendee.getFirstParameter('partstat'),
    ]),
  };
  const [item] = readCalendar(text).eventList;
  if (!item?.start || !item.end) throw new Error('The file has no event.');
  const at = ({ local }: { local: object }) => {
    const { year, month, day, hour, minute } = local as Record<string, number>;
    return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute)).toISOString();
  };
  expect({
    uid: item.uid,
    sequence: item.sequence,
    title: item.summary,
    status: item.status,
    startsAt: at(item.start),
    endsAt: at(item.end),
    organizer: item.organizer?.email,
    attendees: item.attendees.map(({ email, status }) => [email, status]),
  }).toEqual(theirs);
  return { ...theirs, method: String(root.getFirstPropertyValue('method')) };
}
