import { DAY_MS, type Interval } from '@dayloom/time';
import { useEffect, useState } from 'react';
import type { BookingCalls } from '../api.ts';
import type { FileProblem } from '../worker/messages.ts';
import { readCalendarFile } from '../worker/read-calendar-file.ts';

/** The longest horizon of an event type, and the day before. */
const COMPARED_DAYS = 367;

/** The calendar file that a visitor has chosen. */
export type ComparedFile =
  | { readonly state: 'reading'; readonly name: string }
  | {
      readonly state: 'read';
      readonly name: string;
      readonly busy: readonly Interval[];
      readonly skipped: number;
    }
  | { readonly state: 'failed'; readonly name: string; readonly problem: FileProblem };

/** What the offered times are compared with: the visitor's own calendar, and a file. */
export interface Comparison {
  readonly listOwnBusy: BookingCalls['listOwnBusy'];
  readonly isOwnShown: boolean;
  readonly showOwn: (isShown: boolean) => void;
  readonly file: ComparedFile | null;
  readonly chooseFile: (file: File) => void;
  readonly removeFile: () => void;
}

export function useComparison(
  { listOwnBusy }: Pick<BookingCalls, 'listOwnBusy'>,
  timeZone: string,
): Comparison {
  const [isOwnShown, showOwn] = useState(false);
  const [chosen, setChosen] = useState<File | null>(null);
  const [found, setFound] = useState<{
    readonly file: File;
    readonly timeZone: string;
    readonly read: ComparedFile;
  }>();

  // Times without a zone are read again when the visitor changes the zone.
  useEffect(() => {
    if (!chosen) return;
    const controller = new AbortController();
    const now = Date.now();
    const range = { from: now - DAY_MS, to: now + COMPARED_DAYS * DAY_MS, timeZone };
    const read = async () => {
      const answer = await readCalendarFile(chosen, range, controller.signal);
      if (controller.signal.aborted) return;
      const { name } = chosen;
      setFound({
        file: chosen,
        timeZone,
        read: 'problem' in answer ? { state: 'failed', name, ...answer } : { state: 'read', name, ...answer },
      });
    };
    void read();
    return () => controller.abort();
  }, [chosen, timeZone]);

  const isFound = found !== undefined && found.file === chosen && found.timeZone === timeZone;
  return {
    listOwnBusy,
    isOwnShown,
    showOwn,
    file: chosen === null ? null : isFound ? found.read : { state: 'reading', name: chosen.name },
    chooseFile: setChosen,
    removeFile: () => setChosen(null),
  };
}
