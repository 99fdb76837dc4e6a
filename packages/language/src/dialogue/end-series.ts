import { createWallClock, type DialogueData } from './data.ts';
import { findEvents } from './find-events.ts';
import type { DeleteEventFrame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { type Reference, readReference } from './references.ts';
import { DATED, readWhen, toComing, type When } from './when.ts';

// 'with the year', but not 'with Lee'.
const LAST_DAY =
  '(after|before|from|on|at|with(?= the (?:end|year|month|week|quarter))|in|until|till|through)';
/** 'runs on Friday' says when it is, and not when it ends. */
const UNTIL = '(until|till|through)';
const SERIES = String.raw`(?: (?:series|recurring (?:event|meeting)s?|repeating (?:event|meeting)s?))?`;

/** Each finds what repeats, and perhaps the word before its last date and that date. */
const FORMS: readonly RegExp[] = [
  // 'end the stand-up after 18 December', 'stop the weekly sync'. 'Finish the report by Friday' is work.
  new RegExp(`^(?:end|stop|discontinue)(?: repeating)? (.{2,80}?)${SERIES}(?: ${LAST_DAY} (.{2,40}))?$`, 'i'),
  // 'make the stand-up end on 18 December'
  new RegExp(`^(?:make|let|have) (.{2,80}?)${SERIES} (?:end|stop) ${LAST_DAY} (.{2,40})$`, 'i'),
  // 'let the stand-up run until 18 December'
  new RegExp(`^(?:make|let|have) (.{2,80}?)${SERIES} (?:run|repeat|go on) ${UNTIL} (.{2,40})$`, 'i'),
  // 'the stand-up ends with the year'
  new RegExp(`^(.{2,80}?)${SERIES} (?:ends|stops|(?:will|should) (?:end|stop)) ${LAST_DAY} (.{2,40})$`, 'i'),
  // 'the stand-up only until 18 December'
  new RegExp(`^(.{2,80}?)${SERIES} (?:goes |runs |is )?only (?:goes |runs )?${UNTIL} (.{2,40})$`, 'i'),
  // 'the stand-up runs until 18 December'
  new RegExp(
    `^(.{2,80}?)${SERIES} (?:runs|repeats|continues|(?:will|should) (?:run|repeat)) ${UNTIL} (.{2,40})$`,
    'i',
  ),
];
/** 'the last stand-up is on 18 December' */
const LAST =
  /^(?:the |my |our )?last (.{2,60}?) (?:is|will be|should be|is going to be) (?:on |in )?(.{2,40})$/i;
/** '4 this week' */
const CLOCK_TIME =
  /^\d{1,2}(?::\d\d)?(?: ?[ap]m)?(?= (?:on|this|next|today|tomorrow|mon|tue|wed|thu|fri|sat|sun)|$)/i;
const RHYTHM = /\b(?:weekly|daily|monthly|yearly|biweekly|fortnightly|recurring|repeating|regular) /gi;

/**
 * Reads the end of a series: what comes after its last day is deleted. Null if nothing that repeats is meant, or a time
 * of day, which is that of one event.
 */
export function readSeriesEnd(clause: string, data: DialogueData): DeleteEventFrame | null {
  for (const form of FORMS) {
    const [, object, limit, date] = form.exec(clause) ?? [];
    if (object && !(limit === 'at' && CLOCK_TIME.test(date ?? ''))) {
      const frame = toFrame(clause, object, { limit: limit ?? null, date: date ?? null }, data);
      if (frame) return frame;
    }
  }
  const [, object, date] = LAST.exec(clause) ?? [];
  return object && date ? toFrame(clause, object, { limit: 'on', date }, data) : null;
}

function toFrame(
  text: string,
  said: string,
  { limit, date }: { readonly limit: string | null; readonly date: string | null },
  data: DialogueData,
): DeleteEventFrame | null {
  const series = [said, said.replace(RHYTHM, '')]
    .map((object) => readReference(`all ${object}`, data))
    .find((reference) => isSeries(reference, data));
  if (!series) return null;
  const reference = { ...series, text: said };
  if (date === null) return { act: 'delete_event', text, reference, chosen: null };
  const last = readWhen(date, data);
  const end = last && isOnlyTime(date, data) ? findEnd(last, limit ?? 'on', data) : null;
  return end === null
    ? null
    : { act: 'delete_event', text, reference: { ...reference, when: toAfter(end) }, chosen: null };
}

/** Whether all events that words name repeat. */
function isSeries(reference: Reference, data: DialogueData): boolean {
  if (reference.words.length + reference.people.length === 0 || reference.when) return false;
  const found = findEvents(reference, data, { mentions: [] });
  return found.kind === 'found' && found.events.every(({ isRecurring }) => isRecurring);
}

/** The wall-clock time after which nothing is left: the day that was said is the last one, except with 'before' and 'from'. */
function findEnd(said: When, limit: string, data: DialogueData): number | null {
  if (!said.hasDate || said.minute !== null) return null;
  const { from, to } = toComing(said, createWallClock(data).now);
  return /^(?:before|from)$/i.test(limit) ? from : (to ?? from);
}

const toAfter = (end: number): When => ({
  from: end,
  to: end,
  ...DATED,
  open: 'after',
});
