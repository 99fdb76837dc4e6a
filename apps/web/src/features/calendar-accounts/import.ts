import { type Calendar, calendarApi, type ImportReport } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, upload } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-client.ts';
import { onStreamMessage } from '../../lib/stream.ts';

export type ImportState =
  | { step: 'idle' }
  /** `share` of the bytes sent; `events` that the server has read so far. */
  | { step: 'running'; fileName: string; share: number; events: number }
  | { step: 'done'; fileName: string; report: ImportReport }
  | { step: 'failed'; fileName: string; message: string };

/** The name of the calendar that a file becomes: its own, without the ending. */
export function calendarNameOf(fileName: string): string {
  return (
    fileName
      .replace(/\.(ics|ical|ifb|icalendar)$/i, '')
      .trim()
      .slice(0, 200) || 'Imported calendar'
  );
}

/** What an import did, in a sentence. */
export function summaryOf({ events, created, updated, unchanged }: ImportReport): string {
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

/** The calendar that an earlier import of the same file made: importing again updates it by the events' UIDs. */
export function findEarlierImport(calendars: readonly Calendar[], name: string): Calendar | undefined {
  return calendars.find((calendar) => calendar.kind === 'imported' && calendar.name === name);
}

export function useImport() {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const running = useRef<{ id: string; stop: AbortController } | null>(null);

  useEffect(
    () =>
      onStreamMessage((message) => {
        if (message.type !== 'import.progress' || message.importId !== running.current?.id) return;
        setState((current) =>
          current.step === 'running' ? { ...current, events: message.events } : current,
        );
      }),
    [],
  );
  useEffect(() => () => running.current?.stop.abort(), []);

  const start = async (file: File) => {
    running.current?.stop.abort();
    const stop = new AbortController();
    const id = crypto.randomUUID();
    running.current = { id, stop };
    const fileName = file.name;
    setState({ step: 'running', fileName, share: 0, events: 0 });
    try {
      const name = calendarNameOf(fileName);
      const { calendars } = await call(calendarApi.list, {}, { signal: stop.signal });
      const { report } = await upload(
        calendarApi.importFile,
        { query: { name, importId: id, calendarId: findEarlierImport(calendars, name)?._id } },
        {
          body: file,
          signal: stop.signal,
          onProgress: (share) =>
            setState((current) => (current.step === 'running' ? { ...current, share } : current)),
        },
      );
      setState({ step: 'done', fileName, report });
      for (const key of [queryKeys.calendars, queryKeys.events, queryKeys.plan])
        void client.invalidateQueries({ queryKey: key });
    } catch (error) {
      if (stop.signal.aborted) return;
      const message =
        error instanceof ApiError ? error.message : 'The file could not be imported. Please try again.';
      setState({ step: 'failed', fileName, message });
    }
  };
  const cancel = () => {
    running.current?.stop.abort();
    setState({ step: 'idle' });
  };
  return { state, start, cancel };
}
