import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { findEvents } from './find-events.ts';
import { isOnlyTime } from './only-time.ts';
import { readReference } from './references.ts';
import { readWhen } from './when.ts';
import { sayClock, sayDay } from './wording.ts';

const TIME = /^what(?:['’]s| is)? (?:the )?time(?: is)?(?: it)?(?: now| right now)?$/i;
const TODAY = /^what(?:['’]s| is)? (?:the |today['’]s )?(?:day|date)(?: is)?(?: it)?(?: today)?$/i;
const ASKED =
  /^(?:when(?:['’]s| is| are)|(?:on )?(?:what|which) (?:day|date|weekday)(?: of the week)?(?:['’]s| is| are)|what(?:['’]s| is) the date(?: of| on)?) (?!my\b|our\b)(\S.{1,60}?)(?: this year)?$/i;

/** 'when is Thanksgiving', 'what day is the 25th': the date in full. Null if it asks for something else. */
export function answerDate(text: string, data: DialogueData): string | null {
  const { now } = createWallClock(data);
  if (TIME.test(text)) return `It is ${sayClock(now)} on ${sayDay(now)} (${data.timeZone}).`;
  if (TODAY.test(text)) return `Today is ${sayDay(now)}.`;
  const [, date] = ASKED.exec(text) ?? [];
  if (!date || !isOnlyTime(date, data)) return null;
  const when = readWhen(date, data);
  if (!when?.hasDate || !when.isWithinDay || when.minute !== null || when.from === null) return null;
  // An event can be called like a holiday.
  const named = { ...readReference(date, data), words: date.toLowerCase().split(' '), when: null };
  if (findEvents(named, data, { mentions: [], isPastMeant: true }).kind !== 'none') return null;
  return `${sayDay(floorTo('day', when.from))}.`;
}
