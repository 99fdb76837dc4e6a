import { findCalendarTime, foldLine, readCalendar } from '@dayloom/time/icalendar';
import { expect } from 'vitest';
import type { EventTime } from '#features/calendar/model/event.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { GuardedFetch } from '../http/guarded-fetch.ts';
import type { ProviderSide } from './calendar-provider-contract/harness.ts';

/** Another program at the calendar, by plain HTTP. It may write any calendar object. */
export function caldavSide(
  fetch: GuardedFetch,
  { collection, authorization }: { collection: string; authorization: string },
): Pick<ProviderSide, 'add' | 'rename' | 'remove' | 'renameInstance' | 'removeInstance' | 'count'> & {
  put(name: string, text: string): Promise<string>;
  get(resourceId: string): Promise<string>;
  /** Writes an object that the server may refuse. Returns whether the server accepted it. */
  offer(name: string, text: string): Promise<boolean>;
  /** The texts of all objects, byte for byte. */
  texts(): Promise<string[]>;
  clear(): Promise<void>;
} {
  let added = 0;
  const send = async (
    id: string,
    request: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(new URL(id, collection), {
      ...request,
      headers: { authorization, ...request.headers },
    });
    const text = await response.text();
    expect(response.status, `${request.method ?? 'GET'}: ${text}`).toBeLessThan(300);
    return text;
  };
  const put = async (name: string, text: string) => {
    const id = `${new URL(collection).pathname}${name}`;
    await send(id, {
      method: 'PUT',
      body: text,
      headers: { 'content-type': 'text/calendar; charset=utf-8' },
    });
    return id;
  };
  const change = async (id: string, edit: (text: string) => string) => {
    const text = edit((await send(id)).replace(/\r?\n[ \t]/g, '').replace(/\r?\n/g, '\r\n'));
    await send(id, {
      method: 'PUT',
      body: text
        .split('\r\n')
        .map((line) => foldLine(line))
        .join('\r\n'),
      headers: { 'content-type': 'text/calendar; charset=utf-8' },
    });
  };
  const hrefs = async () => {
    const listing = await send('', { method: 'PROPFIND', headers: { depth: '1' } });
    return [...new Set([...listing.matchAll(/<(?:\w+:)?href>([^<]+\.ics)</g)].map(([, href]) => href ?? ''))];
  };
  const parseSeries = (text: string) => {
    const master = readCalendar(text).eventList.find(({ recurrenceId }) => recurrenceId === null);
    if (!master?.start) throw new Error('There is no series.');
    return master;
  };
  const utc = (startsAt: string) => startsAt.replace(/[-:]|\.\d+/g, '');

  return {
    put,
    get: (id) => send(id),
    async offer(name, text) {
      const response = await fetch(new URL(name, collection), {
        method: 'PUT',
        body: text,
        headers: { authorization, 'content-type': 'text/calendar; charset=utf-8' },
      });
      await response.body?.cancel();
      return response.ok;
    },
    async texts() {
      return Promise.all((await hrefs()).map((href) => send(href)));
    },
    async clear() {
      for (const href of await hrefs()) await send(href, { method: 'DELETE' });
    },
    async add({ title, start, end, rule, description }) {
      added += 1;
      return put(
        `other-${added}.ics`,
        calendarText(
          `UID:other-${added}@elsewhere.example`,
          'DTSTAMP:20261101T000000Z',
          timeLine('DTSTART', start),
          timeLine('DTEND', end),
          ...(rule ? [`RRULE:${rule}`] : []),
          `SUMMARY:${title}`,
          ...(description ? [`DESCRIPTION:${description.replace(/[,;]/g, '\\$&')}`] : []),
        ),
      );
    },
    rename: (id, title) => change(id, (text) => text.replace(/^SUMMARY:.*$/m, `SUMMARY:${title}`)),
    remove: async (id) => {
      await send(id, { method: 'DELETE' });
    },
    renameInstance: (id, startsAt, title) =>
      change(id, (text) => {
        const { uid, startsAt: first, endsAt } = parseSeries(text);
        const end = new Date(Date.parse(startsAt) + ((endsAt ?? 0) - (first ?? 0))).toISOString();
        const override = calendarText(
          `UID:${uid}`,
          'DTSTAMP:20261101T000000Z',
          `RECURRENCE-ID:${utc(startsAt)}`,
          `DTSTART:${utc(startsAt)}`,
          `DTEND:${utc(end)}`,
          `SUMMARY:${title}`,
        ).replace(/BEGIN:VCALENDAR[^]*?(?=BEGIN:VEVENT)|END:VCALENDAR\r\n/g, '');
        return text.replace('END:VCALENDAR', `${override}END:VCALENDAR`);
      }),
    removeInstance: (id, startsAt) =>
      change(id, (text) => {
        // Also removes an exception of the instance.
        const without = text.replace(/BEGIN:VEVENT\r\n[^]*?END:VEVENT\r\n/g, (event) =>
          event.includes(`RECURRENCE-ID:${utc(startsAt)}`) ? '' : event,
        );
        return without.replace(/BEGIN:VEVENT\r\n[^]*?END:VEVENT\r\n/g, (event) =>
          event.replace(/^(RRULE:.*)$/m, `$1\r\nEXDATE:${utc(startsAt)}`),
        );
      }),
    async count(title) {
      const text = await send('', {
        method: 'REPORT',
        headers: { depth: '1', 'content-type': 'application/xml' },
        body: `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"/></c:comp-filter></c:filter></c:calendar-query>`,
      });
      return text.split(/SUMMARY:/).filter((part) => part.startsWith(title)).length;
    },
  };
}

export function calendarText(...lines: string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Other//EN',
    'BEGIN:VEVENT',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map((line) => foldLine(line))
    .join('\r\n');
}

function timeLine(name: string, { at, timeZone }: EventTime): string {
  if (findCalendarTime(at)?.isDate) return `${name};VALUE=DATE:${at}`;
  if (timeZone === 'UTC') return `${name}:${at}Z`;
  return timeZone === null ? `${name}:${at}` : `${name};TZID=${timeZone}:${at}`;
}

/** A connection that breaks after a number of calls: the request arrives, its response does not. */
export function breakable(fetch: GuardedFetch): { fetch: GuardedFetch; breakOff(afterCalls: number): void } {
  let left = Number.POSITIVE_INFINITY;
  const broken: GuardedFetch = Object.assign(
    async (...call: Parameters<GuardedFetch>) => {
      const response = await fetch(...call);
      left -= 1;
      if (left !== -1) return response;
      await response.body?.cancel();
      throw new ProviderFailure('unavailable', 'The line is broken.');
    },
    { close: () => fetch.close() },
  );
  return {
    fetch: broken,
    breakOff: (afterCalls) => {
      left = afterCalls;
    },
  };
}
