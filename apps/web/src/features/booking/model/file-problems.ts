import type { FileProblem } from '../worker/messages.ts';

const texts: Record<FileProblem, string> = {
  archive: 'This is a ZIP archive. Unpack it, then choose the .ics file in it.',
  no_calendar: 'This is not a calendar file. Export your calendar as .ics, then choose that file.',
  empty: 'This calendar file has no events.',
  too_large: 'This file is larger than 50 MB. Export a shorter period, then choose that file.',
  too_slow: 'This file takes too long to read. Export a shorter period, then choose that file.',
  unreadable: 'This file could not be read. Choose it again, or another one.',
};

export const describeFileProblem = (problem: FileProblem): string => texts[problem];

/** What was read of a file, for its line below the month. */
export function describeSkipped(skipped: number): string {
  if (skipped === 0) return '';
  return skipped === 1 ? 'One event could not be read fully.' : `${skipped} events could not be read fully.`;
}
