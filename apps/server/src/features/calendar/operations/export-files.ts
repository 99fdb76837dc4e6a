import { createCalendarWriter } from '@dayloom/time/icalendar';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { toExportedEvent } from '../model/exported-event.ts';
import { listCalendarRows } from '../store/calendars.ts';
import { listCalendarEvents } from '../store/export.ts';

export interface CalendarFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

/** Streams each calendar as an .ics file; no file is held in memory as a whole. */
export async function* calendarFiles(tx: Tx, scope: Scope, now: Date): AsyncGenerator<CalendarFile> {
  const { homeTimeZone } = await getTimeRules({ db: tx }, scope);
  for (const { id, name } of await listCalendarRows(tx, scope)) {
    yield { name, text: calendarText(tx, scope, { id, name, homeTimeZone, stampedAt: now.getTime() }) };
  }
}

async function* calendarText(
  tx: Tx,
  scope: Scope,
  calendar: { id: string; name: string; homeTimeZone: string; stampedAt: number },
): AsyncGenerator<string> {
  const writer = createCalendarWriter({ stampedAt: calendar.stampedAt, name: calendar.name });
  // Two passes: the VTIMEZONEs of all events precede the first event.
  for await (const record of listCalendarEvents(tx, scope, calendar.id))
    writer.announce(toExportedEvent(record, calendar.homeTimeZone));
  yield writer.head();
  for await (const record of listCalendarEvents(tx, scope, calendar.id))
    yield writer.event(toExportedEvent(record, calendar.homeTimeZone));
  yield writer.foot();
}
