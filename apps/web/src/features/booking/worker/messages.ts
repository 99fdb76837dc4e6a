import type { Interval } from '@dayloom/time';

/** Epoch milliseconds. Times without a zone are the visitor's. */
export interface ComparedRange {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

export interface ReadFile {
  readonly busy: readonly Interval[];
  /** In the file, busy or not. */
  readonly events: number;
  /** Events that could not be read wholly. */
  readonly skipped: number;
}

/** `archive`: a ZIP file, which some calendars export. */
export type FileProblem = 'archive' | 'no_calendar' | 'empty' | 'too_large' | 'too_slow' | 'unreadable';

export type FileResult = ReadFile | { readonly problem: FileProblem };

export interface ReadMessage {
  readonly file: File;
  readonly range: ComparedRange;
}
