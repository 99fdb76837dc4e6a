import type * as Graph from '@microsoft/microsoft-graph-types';
import { GraphError } from './graph-error.ts';
import type { Calendar, GraphEvent } from './graph-mailbox.ts';
import { toInstant } from './graph-times.ts';

export function requireEditor({ canEdit }: Calendar): void {
  if (!canEdit)
    throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
}

export function requireMatch(event: GraphEvent, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== toEtag(event))
    throw new GraphError(
      412,
      'ErrorIrresolvableConflict',
      'The send or update operation could not be performed.',
    );
}

export function toEtag({ changeKey }: Graph.Event): string {
  return `W/"${changeKey}"`;
}

/** Length of a body preview. */
const PREVIEW = 255;

const WRITABLE = [
  'subject',
  'body',
  'start',
  'end',
  'isAllDay',
  'location',
  'locations',
  'recurrence',
  'showAs',
  'sensitivity',
  'importance',
  'attendees',
  'categories',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'hideAttendees',
  'allowNewTimeProposals',
  'responseRequested',
  'isOnlineMeeting',
  'onlineMeetingProvider',
  'singleValueExtendedProperties',
  'extensions',
] as const;

/** The fields that a client may write, and those derived from them; `before` is the event to change. */
export function writable(event: Graph.Event, before: Graph.Event | null): Graph.Event {
  const fields: Graph.Event = Object.fromEntries(
    WRITABLE.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  );
  const { location, locations, attendees, body } = fields;
  const toStatus = (address: string | null | undefined) =>
    before?.attendees?.find(({ emailAddress }) => emailAddress?.address === address)?.status;
  // An online meeting cannot be turned back.
  const isMeeting = before?.isOnlineMeeting === true || fields.isOnlineMeeting === true;
  return {
    ...fields,
    ...(location && !locations && { locations: location.displayName ? [location] : [] }),
    ...(locations && !location && { location: locations[0] ?? { displayName: '' } }),
    // Only the guests themselves can respond.
    ...(attendees && {
      attendees: attendees.map(({ type = 'required', emailAddress }) => ({
        type,
        emailAddress: { name: emailAddress?.address ?? null, ...emailAddress },
        status: toStatus(emailAddress?.address) ?? { response: 'none', time: '0001-01-01T00:00:00Z' },
      })),
    }),
    ...(body && { bodyPreview: toPreview(body) }),
    ...(isMeeting && { isOnlineMeeting: true }),
  };
}

function toPreview({ content }: Graph.ItemBody): string {
  const text = (content ?? '').replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
  return text.trim().slice(0, PREVIEW);
}

const LINE = '_'.repeat(80);

/** What Outlook adds to a new online meeting: its link, and a section in the body. */
export function withMeeting(event: Graph.Event, thread: string): Graph.Event {
  if (!event.isOnlineMeeting || event.onlineMeeting) return event;
  const joinUrl = `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${thread}%40thread.v2/0`;
  const block = `<br><div style="width:100%"><span style="white-space:nowrap">${LINE}</span></div><div class="me-email-text"><div><span style="font-size:24px">Microsoft Teams meeting</span></div><div><a href="${joinUrl}">Join the meeting now</a></div></div><div style="width:100%"><span style="white-space:nowrap">${LINE}</span></div>`;
  const { contentType = 'text', content } = event.body ?? {};
  const escaped = (content ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
  const html = contentType === 'html' ? (content ?? '') : `<html><body>${escaped}</body></html>`;
  const end = html.lastIndexOf('</body>');
  return {
    ...event,
    onlineMeetingProvider: event.onlineMeetingProvider ?? 'teamsForBusiness',
    onlineMeeting: { joinUrl },
    body: {
      contentType: 'html',
      content: end < 0 ? html + block : html.slice(0, end) + block + html.slice(end),
    },
  };
}

export function checkTimes(event: Graph.Event): void {
  const start = toInstant(event.start);
  const end = toInstant(event.end);
  if (Number.isNaN(start) || Number.isNaN(end))
    throw new GraphError(400, 'ErrorPropertyValidationFailure', 'Start and end are needed.');
  if (end < start)
    throw new GraphError(400, 'ErrorPropertyValidationFailure', 'The end is before the start.');
  const isMidnight = (moment: Graph.DateTimeTimeZone | null | undefined) =>
    /T00:00(?::00(?:\.0+)?)?Z?$/.test(moment?.dateTime ?? '');
  if (event.isAllDay && !(isMidnight(event.start) && isMidnight(event.end) && end > start))
    throw new GraphError(
      400,
      'ErrorPropertyValidationFailure',
      'An all-day event lasts from midnight to midnight.',
    );
}
