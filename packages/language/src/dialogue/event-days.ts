import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { toDate } from './create-event.ts';
import { createWallClock, type DialogueData, type Mention } from './data.ts';
import { findEvents, matchesMention } from './find-events.ts';
import { LENGTH } from './patterns.ts';
import { readReference } from './references.ts';
import { readWhen } from './when.ts';

/** Days that are named by an event: 'the day after the board meeting', 'the same day as lunch with Tom'. */
const NAMED_DAY =
  /\b(on )?the (?:(day|week) (before|after)|(?:same day as|day of)) ((?:the |my |our )?\p{L}[^,.]{1,60}?)(?= at (?:\d|noon)|,|\.|$)/iu;

/** 'the night before the interview' */
const EVENING_BEFORE =
  /\b(on )?the (?:(night|evening) (before)) ((?:the |my |our )?\p{L}[^,.]{1,60}?)(?= to \p{L}|,|\.|$)/iu;

const BESIDE_IT = /\b(everything|all (?:my |the )?\p{L}{3,20}) (after|before) (?:that|it|this)\b/iu;

/** 'move everything after that to Monday': after the end of the event that was mentioned. */
export function writeOutAdjacentDay(text: string, data: DialogueData, [mention]: readonly Mention[]): string {
  const [said, what, side] = BESIDE_IT.exec(text) ?? [];
  const event = said && mention && data.events.find((one) => matchesMention(one, mention));
  if (!said || !event || event.isAllDay || !what) return text;
  // Who leaves at four is gone from then on.
  const isLeaving = /^after$/i.test(side ?? '') && /^leav(?:e|ing)\b/i.test(event.title);
  const isStart = isLeaving || /^before$/i.test(side ?? '');
  const at = new Date(createWallClock(data).toWall(isStart ? event.start : event.end)).toISOString();
  const written = text.replace(said, `${what} ${side} ${at.slice(11, 16)} on ${at.slice(0, 10)}`);
  return isLeaving ? `${written} except ${event.title}` : written;
}

/** 'study every day until the exam on the 27th' */
const UNTIL_EVENT =
  /(?<=\b(?:every|each|daily|weekly|biweekly|monthly)\b.{0,80}) (until|till|through) ((?:the|my|our) \p{L}[^,.]{1,60}?)(?: on (.{3,30}))?$/iu;

/** The text of a series with the date of its end; null if it ends with an event that is not known. */
export function writeOutSeriesEnd(text: string, data: DialogueData): string | null {
  const [said, until, name, date] = UNTIL_EVENT.exec(text) ?? [];
  if (!said || !name || readWhen(name, data)?.hasDate) return text;
  const on = date && readWhen(date, data)?.hasDate ? date : findDay(name, data, 0);
  return on === null ? null : text.replace(said, ` ${until} ${on}`);
}

/** The day of the only event that is called so, or some days from it. */
function findDay(name: string, data: DialogueData, away: number): string | null {
  const reference = readReference(name, data);
  if (reference.words.length + reference.people.length === 0) return null;
  const found = findEvents(reference, data, { mentions: [] });
  const [event] = found.kind === 'found' && found.events.length === 1 ? found.events : [];
  return event ? toDate(floorTo('day', createWallClock(data).toWall(event.start)) + away * DAY_MS) : null;
}

const WEEK_OF = /\b(?:in |during )?the week (?:of|with) ((?:the |my |our )\p{L}[^,.]{1,60})$/iu;

const WEEKEND_AFTER_NEXT = /\b(?:on )?the weekend after next(?: one)?\b/i;

const describeDays = (from: number, days: number): string =>
  `between ${toDate(from)} and ${toDate(from + (days - 1) * DAY_MS)}`;

/** 'I need 3 hours for the pitch before the rehearsal' */
const WORK_BEFORE = new RegExp(
  String.raw`^((?:i need|add|set aside|give me|find(?: me)?) ${LENGTH} (?:for|to) .{2,80}?) before ((?:the |my |our )?\p{L}[^,.]{2,60})$`,
  'iu',
);

/** Work before an event is due when that begins; null if no single event is meant. */
function writeOutDeadline(text: string, data: DialogueData): string | null {
  const [, work, name] = WORK_BEFORE.exec(text) ?? [];
  if (!work || !name || readWhen(name, data)?.hasDate) return null;
  const found = findEvents(readReference(name, data), data, { mentions: [] });
  const [event, ...others] = found.kind === 'found' ? found.events : [];
  if (!event || others.length > 0 || event.isAllDay) return null;
  const start = new Date(createWallClock(data).toWall(event.start)).toISOString();
  return `${work} by ${start.slice(0, 10)} ${start.slice(11, 16)}`;
}

/** The text with the date instead, where the words name one event. */
export function writeOutEventDay(text: string, data: DialogueData): string {
  const due = writeOutDeadline(text, data);
  if (due !== null) return due;
  const [week, anchor] = WEEK_OF.exec(text) ?? [];
  const inWeek = anchor ? findDay(anchor, data, 0) : null;
  if (week && inWeek !== null) {
    const monday = floorTo('week', Date.parse(`${inWeek}T00:00:00Z`));
    return text.replace(week, describeDays(monday, 7));
  }
  const saturday = WEEKEND_AFTER_NEXT.test(text) ? readWhen('next weekend', data)?.from : null;
  if (saturday != null)
    return text.replace(WEEKEND_AFTER_NEXT, describeDays(floorTo('day', saturday) + 7 * DAY_MS, 2));
  const [said, , unit, side, name] = EVENING_BEFORE.exec(text) ?? NAMED_DAY.exec(text) ?? [];
  const away = side === undefined ? 0 : (unit === 'week' ? 7 : 1) * (/^after$/i.test(side) ? 1 : -1);
  const day = said && name ? findDay(name, data, away) : null;
  if (!said || day === null) return text;
  const before = text.slice(0, text.indexOf(said));
  const part = /^(?:night|evening)$/i.test(unit ?? '') ? ' in the evening' : '';
  return text.replace(
    said,
    /\b(?:to|until|till|for|from) $/i.test(before) ? `${day}${part}` : `on ${day}${part}`,
  );
}
