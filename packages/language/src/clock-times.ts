import type { ClockTime, PartOfDay, Reference } from './date-model.ts';

/** A time of day that has been decided, and whether the other half of the day is as likely. */
export interface ResolvedTime {
  readonly minute: number;
  readonly isDoubtful: boolean;
}

/** What the line says about the half of the day. */
export type HalfDay = 'morning' | 'evening' | null;

const NOON = 720;
/** Waking hours: nobody plans from ten at night to seven in the morning without saying so. */
const WAKING_FROM = 420;
const WAKING_TO = 1320;
/** From this minute on, 'at 11' may mean eleven tonight. */
const LATE_EVENING = 1200;
/** A bare time this far ahead is asked about. */
const FAR_AHEAD = 360;

const EVENING_WORDS =
  /(?<![\p{L}\p{N}])(?:dinner|supper|bed|bedtime|sleep|lights out|drinks|movie|cinema|theat(?:re|er)|concert|opera|party|pub|bar|date night|game night|show|gig|choir|rehearsal|fireworks|babysitter|(?:5|five)[ -]?a[ -]?side)(?![\p{L}\p{N}])/iu;
/** Usually in the evening, sometimes in the morning: hours that fit both are asked about. */
const MOSTLY_EVENING_WORDS = /(?<![\p{L}\p{N}])(?:5|five)[ -]?a[ -]?side(?![\p{L}\p{N}])/iu;
const MORNING_WORDS =
  /(?<![\p{L}\p{N}])(?:breakfast|stand-?up|school|brunch|wake up|alarm|sunrise|commute)(?![\p{L}\p{N}])/iu;
/** Begins in the morning and ends in the afternoon: nobody is picked up from school at four in the night. */
const UNTIL_AFTERNOON = /(?<![\p{L}\p{N}])school(?![\p{L}\p{N}])/iu;
/** Activities that also happen early or late: a bare five or six may be meant as it is written. */
const ANY_HOUR = /(?<![\p{L}\p{N}])(?:night|early|flight|train|airport)(?![\p{L}\p{N}])/iu;

/** Which half of the day the words of a line are about. */
export function findHalfDay(text: string, part: PartOfDay | null): HalfDay {
  if (part !== null) return part === 'morning' ? 'morning' : 'evening';
  if (EVENING_WORDS.test(text)) return 'evening';
  return MORNING_WORDS.test(text) ? 'morning' : null;
}

/**
 * The minute of the day of a time that may lack am or pm. `day`: its day number, or null if it is the next
 * occurrence.
 */
export function resolveTime(
  time: ClockTime,
  day: number | null,
  half: HalfDay,
  text: string,
  reference: Reference,
): ResolvedTime {
  const morning = time.minute;
  const evening = morning + NOON;
  const sure = (minute: number): ResolvedTime => ({ minute, isDoubtful: false });
  if (time.form !== 'hour' && time.form !== 'clock') return sure(time.minute);
  if (half === 'morning' && morning < WAKING_FROM && UNTIL_AFTERNOON.test(text)) return sure(evening);
  if (half === 'morning' && morning >= 240) return sure(morning);
  if (half === 'evening' && morning >= 240)
    return { minute: evening, isDoubtful: morning >= WAKING_FROM && MOSTLY_EVENING_WORDS.test(text) };
  if (morning < WAKING_FROM) {
    const isDoubtful = time.form === 'clock' && morning >= 60 && ANY_HOUR.test(text);
    return { minute: evening, isDoubtful };
  }
  const isWritten24 = !reference.conventions.isTwelveHour && time.form === 'clock';
  const isOver = morning <= reference.minute && evening > reference.minute;
  if (!isWritten24 && isOver && reference.minute >= LATE_EVENING) {
    // 'bed by 11' at nine in the evening: today has no other eleven.
    if (day === reference.today) return sure(evening);
    if (day === null) return { minute: evening, isDoubtful: evening >= WAKING_TO };
  }
  if (isWritten24 || evening >= WAKING_TO) return sure(morning);
  if (day === null) {
    if (!isOver) return sure(morning);
    return { minute: evening, isDoubtful: evening - reference.minute > FAR_AHEAD };
  }
  if (day === reference.today) return sure(isOver ? evening : morning);
  return { minute: morning, isDoubtful: !isWritten24 && morning < 480 };
}
