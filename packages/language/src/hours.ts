import { PARTS_OF_DAY, type PartOfDay } from './date-model.ts';
import { type Scan, words } from './scan.ts';

export type Hours = 'work' | 'personal';

const LABEL = /(?<![^\s,;(\u0080])@(?<name>personal|private|home|work|office)(?![\p{L}\p{N}_-])/giu;
/** Not in 'after work drinks'. A date or the end of a part of the line may follow. */
const AFTER_WORK =
  /(?<![\p{L}\p{N}_-])after work(?=\s*(?:$|[,;.!?)\u0080]|(?:on|at|by|for|today|tomorrow|tonight|this|next|every|mon|tue|wed|thu|fri|sat|sun)))/giu;
/** 'in the evening', 'mornings' but not '8 nights', and at the end of a part of the line also 'evening'. */
const PART_OF_DAY = words(
  `(?:in the (?<said>${PARTS_OF_DAY.join('|')})|at (?<night>night)|(?:(?:in the |on )?(?<!\\d )(?<each>mornings|afternoons|evenings|nights))|(?<!good )(?<bare>morning|afternoon|evening)(?=\\s*(?:$|[,;.!?)\u0080])))`,
);

/** `@personal` or `@work`. */
export function takeHoursLabel(scan: Scan): Hours | null {
  for (const match of scan.rest.matchAll(LABEL)) {
    scan.take('hours', match.index, match.index + match[0].length);
    return /work|office/i.test(match.groups?.name ?? '') ? 'work' : 'personal';
  }
  return null;
}

/** 'after work': in personal hours, in the evening. */
export function takeAfterWork(scan: Scan): boolean {
  for (const match of scan.rest.matchAll(AFTER_WORK)) {
    scan.take('hours', match.index, match.index + match[0].length);
    return true;
  }
  return false;
}

interface PartOptions {
  /** Whether the line has a time of day that says am or pm. */
  readonly isClockTimeSure: boolean;
}

/** The part of the day that a line names apart from a date. */
export function takePartOfDay(scan: Scan, { isClockTimeSure }: PartOptions): PartOfDay | null {
  for (const match of scan.rest.matchAll(PART_OF_DAY)) {
    if (isClockTimeSure && match.groups?.bare !== undefined) continue;
    // A line that is only 'Morning' is a title.
    if (match.index === 0 && match[0].length === scan.rest.trimEnd().length) continue;
    const { said, night, each, bare } = match.groups ?? {};
    const name = (said ?? night ?? each ?? bare ?? '').toLowerCase().replace(/s$/, '');
    scan.take('hours', match.index, match.index + match[0].length);
    return PARTS_OF_DAY.find((part) => part === name) ?? null;
  }
  return null;
}
