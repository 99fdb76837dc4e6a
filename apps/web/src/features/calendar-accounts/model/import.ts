import { type Calendar, calendarApi, type ImportReport } from '@dayloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { call, getMessage, upload } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { onStreamMessage } from '#lib/stream.ts';
import { notify } from '#ui/toast.tsx';
import { beginImport } from './import-run.ts';

/** The name of the calendar for a file: the file name without its extension. */
export function toCalendarName(fileName: string): string {
  return (
    fileName
      .replace(/\.(ics|ical|ifb|icalendar)$/i, '')
      .trim()
      .slice(0, 200) || 'Imported calendar'
  );
}

/** The result of an import as a sentence. */
export function summarize({ events, created, updated, unchanged }: ImportReport): string {
  if (events === 0) return 'The file has no events.';
  const leftOut = events - created - updated - unchanged;
  const parts = [
    created > 0 && `${created} new`,
    updated > 0 && `${updated} updated`,
    unchanged > 0 && `${unchanged} unchanged`,
    leftOut > 0 && `${leftOut} left out`,
  ].filter(Boolean);
  return `${events} ${events === 1 ? 'event' : 'events'} read${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
}

/** The calendar of an earlier import of the same file: importing again updates events by UID. */
export function findEarlierImport(calendars: readonly Calendar[], name: string): Calendar | undefined {
  return calendars.find((calendar) => calendar.kind === 'imported' && calendar.name === name);
}

/** Imports a file and shows the result, even if the user has left the page. */
export async function importFile(client: QueryClient, file: File): Promise<void> {
  const id = crypto.randomUUID();
  const run = beginImport(file.name);
  const unsubscribe = onStreamMessage((message) => {
    if (message.type === 'import.progress' && message.importId === id) run.update({ events: message.events });
  });
  try {
    const name = toCalendarName(file.name);
    const { calendars } = await call(calendarApi.list, {}, { signal: run.signal });
    const { report } = await upload(
      calendarApi.importFile,
      { query: { name, importId: id, calendarId: findEarlierImport(calendars, name)?._id } },
      { body: file, signal: run.signal, onProgress: (share) => run.update({ share }) },
    );
    run.end({ step: 'done', fileName: file.name, report });
    notify.success(`${file.name}: ${summarize(report)}`);
  } catch (error) {
    if (run.signal.aborted) return;
    const message = getMessage(error, 'The file could not be imported. Please try again.');
    run.end({ step: 'failed', fileName: file.name, message });
    notify.error(`${file.name} was not imported. ${message}`, {
      label: 'Try again',
      run: () => void importFile(client, file),
    });
  } finally {
    unsubscribe();
    // A cancelled or interrupted import may have added some events already.
    for (const queryKey of [queryKeys.calendars, queryKeys.events, queryKeys.plan])
      void client.invalidateQueries({ queryKey });
  }
}
