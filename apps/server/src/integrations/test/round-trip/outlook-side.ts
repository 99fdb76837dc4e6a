import type * as Graph from '@microsoft/microsoft-graph-types';
import { expect } from 'vitest';
import type { Part } from './calendar-diff.ts';
import { jsonPart } from './json-parts.ts';
import type { OutlookObject } from './outlook-corpus.ts';
import type { CalendarSide } from './round-trip.ts';

type WholeEvent = Graph.Event & { readonly id: string };
type List<Item> = { readonly value: Item[] };

const RANGE = 'startDateTime=2026-11-20T00:00:00Z&endDateTime=2027-12-20T00:00:00Z';
const UID = 'String {0d1c8a52-7b3e-4f7a-9f0e-5a2f64c1b7d3} Name dayloomUid';
const NAMES: Readonly<Record<string, string>> = {
  subject: 'summary',
  body: 'description',
  locations: 'location',
  showAs: 'transp',
  start: 'dtstart',
  end: 'dtend',
  isAllDay: 'dtstart',
  originalStartTimeZone: 'dtstart',
  originalEndTimeZone: 'dtend',
  recurrence: 'rrule',
};
/** Outlook's own values, or duplicates of another property. */
const LEFT_OUT = new Set([
  '@odata.etag',
  'bodyPreview',
  'changeKey',
  'createdDateTime',
  'iCalUId',
  'id',
  'lastModifiedDateTime',
  'originalStart',
  'seriesMasterId',
  'singleValueExtendedProperties',
  'transactionId',
  // An occurrence becomes an exception with its first change and stays one.
  'type',
]);

/** Another program at an Outlook calendar, by plain HTTP. */
export function outlookSide(
  graphUrl: string,
  accessToken: string,
): CalendarSide & { clear(): Promise<void> } {
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${graphUrl}/v1.0${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        prefer: 'IdType="ImmutableId", outlook.timezone="UTC", odata.maxpagesize=1000',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  };
  const getUid = async ({ id, iCalUId }: WholeEvent): Promise<string> => {
    const filter = encodeURIComponent(`id eq '${UID}'`);
    const { singleValueExtendedProperties: [own] = [] } = await call<{
      singleValueExtendedProperties?: { value: string }[];
    }>('GET', `/me/events/${id}?$select=id&$expand=singleValueExtendedProperties($filter=${filter})`);
    return own?.value ?? iCalUId ?? '';
  };
  const listAttachments = async ({ id }: WholeEvent) =>
    (await call<List<Graph.FileAttachment>>('GET', `/me/events/${id}/attachments`)).value.map(
      (attachment) => ({ ...attachment, id: '' }),
    );
  return {
    async clear() {
      for (const { id } of (await call<List<WholeEvent>>('GET', '/me/calendar/events')).value)
        await call('DELETE', `/me/events/${id}`);
    },
    async offer(_name, text) {
      const { event, attachments = [], instances = {} } = JSON.parse(text) as OutlookObject;
      const made = await call<WholeEvent>('POST', '/me/calendar/events', event);
      for (const attachment of attachments)
        await call('POST', `/me/events/${made.id}/attachments`, {
          '@odata.type': '#microsoft.graph.fileAttachment',
          ...attachment,
        });
      for (const [day, change] of Object.entries(instances)) {
        const { value } = await call<List<WholeEvent>>('GET', `/me/events/${made.id}/instances?${RANGE}`);
        const id = value.find(({ start }) => start?.dateTime?.startsWith(day))?.id;
        expect(id, `${day} of ${event.subject}`).toBeDefined();
        if (change) await call('PATCH', `/me/events/${id}`, change);
        else await call('DELETE', `/me/events/${id}`);
      }
      return [made.iCalUId ?? ''];
    },
    async partsByUid() {
      const byUid = new Map<string, Part[]>();
      for (const event of (await call<List<WholeEvent>>('GET', '/me/calendar/events')).value) {
        const uid = await getUid(event);
        const parts = [toPart({ ...event, attachments: await listAttachments(event) }, uid, '')];
        if (event.recurrence) {
          const { value } = await call<List<WholeEvent>>('GET', `/me/events/${event.id}/instances?${RANGE}`);
          parts.push(...value.map((instance) => toPart(instance, uid, instance.originalStart ?? '')));
        }
        byUid.set(uid, parts);
      }
      return byUid;
    },
  };
}

function toPart(
  event: WholeEvent | (WholeEvent & { attachments: object[] }),
  uid: string,
  recurrenceId: string,
): Part {
  const getName = (property: string) => (LEFT_OUT.has(property) ? null : (NAMES[property] ?? property));
  // A copy of an online meeting has a different link.
  const joinUrl = event.isOnlineMeeting ? event.onlineMeeting?.joinUrl : null;
  const text = JSON.stringify(event);
  const comparable = joinUrl ? text.replaceAll(joinUrl, 'https://join.example/') : text;
  const meetingBlock = /_{20,}[^]*_{20,}/.exec(event.body?.content ?? '')?.[0].length;
  return jsonPart({ ...JSON.parse(comparable), meetingBlock }, { uid, recurrenceId, getName });
}
