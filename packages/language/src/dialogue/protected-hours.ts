import type { DialogueData } from './data.ts';
import { readWhen } from './when.ts';

/** Standing rules about meetings, such as 'no meetings on Friday afternoons'. They apply every week; 'no meetings tomorrow' does not. */

const MEETINGS = String.raw`(?:meetings?|calls?|appointments?|bookings?|events?)`;
const NO_MEETINGS = new RegExp(
  String.raw`^(?:from now on,? |please |hey,? )?(?:no(?: more)?|avoid|(?:(?:i|we) )?(?:do not|don['’]?t|never)(?: ever)?(?: (?:book|schedule|plan|allow|accept|put|add|want|do|take|have|like))?(?: me| in)?(?: any| my)?) (?:${MEETINGS}|anything) (.{3,80})$`,
  'i',
);
const KEPT_FREE = new RegExp(
  String.raw`^(?:always )?(?:keep|leave|protect|make)(?: my| all)? (.{3,60}?)(?: always)? (?:(?:free |clear )?(?:of|from)|without) ${MEETINGS}$`,
  'i',
);

/** 'keep Mondays free' */
const DAYS_FREE =
  /^(?:always )?(?:keep|leave)(?: my| all)? ((?:mon|tues|wednes|thurs|fri|satur|sun)days)(?: always)? (?:free|clear|open)$/i;

/** What holds each week: 'Fridays', 'every Friday afternoon', 'mornings', 'before 10'. */
const STANDING =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|afternoons|evenings|nights|lunch ?times|weekends|weekdays|every|each|any)\b|^(?:before|after|until|between|from|past) (?:noon|\d)/i;
/** What is about one day or week. */
const ONCE =
  /\b(?:today|tonight|tomorrow|this|next|the rest|jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|january|february|march|april|august|september|october|november|december|\d+(?:st|nd|rd|th))\b/i;

/** The day and time of such a request, as they were said; null for other texts. */
export function findStandingHours(text: string): string | null {
  const said = NO_MEETINGS.exec(text)?.[1] ?? KEPT_FREE.exec(text)?.[1] ?? DAYS_FREE.exec(text)?.[1];
  return said && STANDING.test(said) && !ONCE.test(said) ? said : null;
}

const PARTS: readonly (readonly [RegExp, readonly [string, string]])[] = [
  [/\bmornings?\b/i, ['00:00', '12:00']],
  [/\bafternoons?\b/i, ['12:00', '18:00']],
  [/\b(?:evenings?|nights?)\b/i, ['18:00', '24:00']],
  [/\blunch ?times?\b/i, ['12:00', '13:00']],
];

const toClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The part of the day, in local time; the whole day if none was said. */
export function readPartOfDay(said: string, data: DialogueData): readonly [string, string] {
  const when = readWhen(said.replace(/\b(\w+day)s\b/gi, '$1'), data);
  if (when?.minute != null) {
    const isMorning = /\bmornings?\b/i.test(said);
    // 'after 3' is in the afternoon; 'before 10' in the morning.
    const half = (minute: number) =>
      minute >= 720 && when.isEitherHalf && (isMorning || (when.open === 'before' && minute > 1_140))
        ? minute - 720
        : minute;
    const minute = half(when.minute);
    if (when.open === 'before') return ['00:00', toClock(minute)];
    if (when.endMinute !== null && when.endMinute > minute) return [toClock(minute), toClock(when.endMinute)];
    if (when.open === 'after' || / (?:after|from|past) /i.test(` ${said}`)) return [toClock(minute), '24:00'];
  }
  return PARTS.find(([pattern]) => pattern.test(said))?.[1] ?? ['00:00', '24:00'];
}
