import { calendar, type calendar_v3 } from '@googleapis/calendar';
import type { Part } from './calendar-diff.ts';
import type { GoogleObject } from './google-corpus.ts';
import { jsonPart } from './json-parts.ts';
import type { CalendarSide } from './round-trip.ts';

type GoogleEvent = calendar_v3.Schema$Event;

const RANGE = { timeMin: '2026-11-20T00:00:00Z', timeMax: '2027-12-20T00:00:00Z' };
const NAMES: Readonly<Record<string, string>> = {
  start: 'dtstart',
  end: 'dtend',
  transparency: 'transp',
  iCalUID: 'uid',
};
/** Google's own version numbers and dates. */
const VOLATILE = new Set([
  'kind',
  'etag',
  'updated',
  'created',
  'sequence',
  'htmlLink',
  'recurrence',
  'recurringEventId',
]);

/** Another program at a Google calendar, with Google's own client. */
export function googleSide(
  rootUrl: string,
  accessToken: string,
  calendarId: string,
): CalendarSide & { clear(): Promise<void> } {
  const api = calendar({
    version: 'v3',
    rootUrl: `${rootUrl}/`,
    headers: { authorization: `Bearer ${accessToken}` },
    retry: false,
  });
  const whole = { conferenceDataVersion: 1, supportsAttachments: true };
  return {
    async clear() {
      const { data } = await api.events.list({ calendarId, maxResults: 2_500 });
      for (const { id, recurringEventId } of data.items ?? [])
        if (id && !recurringEventId) await api.events.delete({ calendarId, eventId: id });
    },
    async offer(_name, text) {
      const { event: requestBody, instances = {} } = JSON.parse(text) as GoogleObject;
      const { data } = requestBody.organizer
        ? await api.events.import({ calendarId, requestBody, ...whole })
        : await api.events.insert({ calendarId, requestBody, ...whole });
      for (const [suffix, change] of Object.entries(instances)) {
        const eventId = `${data.id}_${suffix}`;
        if (change) await api.events.patch({ calendarId, eventId, requestBody: change, ...whole });
        else await api.events.delete({ calendarId, eventId });
      }
      return [getUid(data)];
    },
    async partsByUid() {
      const list = async (options: calendar_v3.Params$Resource$Events$List) =>
        (await api.events.list({ calendarId, maxResults: 2_500, ...options })).data.items ?? [];
      const masters = (await list({})).filter(({ recurringEventId }) => !recurringEventId);
      const uids = new Map(masters.map((event) => [event.id, getUid(event)]));
      const instances = (await list({ singleEvents: true, ...RANGE })).filter(
        (event) => event.recurringEventId,
      );
      return Map.groupBy(
        [...masters, ...instances].map((event) => toPart(event, uids)),
        ({ uid }) => uid,
      );
    },
  };
}

/** Our UID if the event was created here. */
function getUid({ id, iCalUID, extendedProperties }: GoogleEvent): string {
  const ours = extendedProperties?.private?.['dayloomUid'];
  return (id?.startsWith('dl') && ours) || iCalUID || '';
}

function toPart(event: GoogleEvent, uids: ReadonlyMap<string | null | undefined, string>): Part {
  const { recurringEventId, originalStartTime, extendedProperties, recurrence } = event;
  const { dayloomUid: _, dayloomMadeBy: __, ...foreign } = extendedProperties?.private ?? {};
  const lines = (recurrence ?? []).map((line) => [/^\w+/.exec(line)?.[0].toLowerCase() ?? '', line]);
  const rules = Object.fromEntries(
    [...Map.groupBy(lines, ([name = '']) => name)].map(([name, all]) => [
      name,
      all.map(([, line = '']) => line).toSorted((a, b) => a.localeCompare(b)),
    ]),
  );
  const uid = (recurringEventId ? uids.get(recurringEventId) : getUid(event)) ?? '';
  return jsonPart(
    { ...event, extendedProperties: { ...extendedProperties, private: foreign }, ...rules },
    {
      uid,
      recurrenceId: recurringEventId ? (originalStartTime?.dateTime ?? originalStartTime?.date ?? '') : '',
      getName: (property) => (VOLATILE.has(property) ? null : (NAMES[property] ?? property)),
    },
  );
}
