import { type ReadCalendarObject, readCalendarObject } from './ics-event.ts';

export interface ObjectsToRead {
  readonly texts: readonly string[];
  readonly addresses: readonly string[];
}

/** Runs in the worker pool. Reports each object as soon as it is read. */
export function readObjects(
  { texts, addresses }: ObjectsToRead,
  { report }: { report: (read: ReadCalendarObject) => void },
): void {
  for (const text of texts) report(readCalendarObject(text, addresses));
}
