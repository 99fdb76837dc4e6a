import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { findEvents } from './find-events.ts';
import type { QueryFrame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { type Reference, readReference } from './references.ts';
import { readWhen } from './when.ts';
import { describeClock, describeDay } from './wording.ts';

const TIME = /^what(?:['’]s| is)? (?:the )?time(?: is)?(?: it)?(?: now| right now)?$/i;
const TODAY = /^what(?:['’]s| is)? (?:the |today['’]s )?(?:day|date)(?: is)?(?: it)?(?: today)?$/i;
const ASKED =
  /^(?:when(?:['’]s| is| are)|(?:on )?(?:what|which) (?:day|date|weekday)(?: of the week)?(?:['’]s| is| are)|what(?:['’]s| is) the date(?: of| on)?) (?!my\b|our\b)(\S.{1,60}?)(?: this year)?$/i;

const toNames = (said: string): string[] =>
  said
    .toLowerCase()
    .split(' ')
    .filter((word) => !/^(?:the|an?)$/.test(word));

/** What is called like a holiday: 'the xmas do'. Null if nothing is. */
function findNamedLikeDate(said: string, data: DialogueData): Reference | null {
  const named = { ...readReference(said, data), words: toNames(said), when: null };
  return findEvents(named, data, { mentions: [], isPastMeant: true }).kind === 'none' ? null : named;
}

/** 'when is the xmas do': the event, and no date. Null if it asks for something else. */
export function readNamedLikeDate(text: string, data: DialogueData): QueryFrame | null {
  const [, said] = ASKED.exec(text) ?? [];
  const reference =
    said && readReference(said, data).words.length === 0 ? findNamedLikeDate(said, data) : null;
  return reference && { act: 'query_events', text, reference };
}

/** 'when is Thanksgiving', 'what day is the 25th': the date in full. Null if it asks for something else. */
export function answerDate(text: string, data: DialogueData): string | null {
  const { now } = createWallClock(data);
  if (TIME.test(text)) return `It is ${describeClock(now)} on ${describeDay(now)} (${data.timeZone}).`;
  if (TODAY.test(text)) return `Today is ${describeDay(now)}.`;
  const [, date] = ASKED.exec(text) ?? [];
  if (!date || !isOnlyTime(date, data)) return null;
  const when = readWhen(date, data);
  if (!when?.hasDate || !when.isWithinDay || when.minute !== null || when.from === null) return null;
  if (findNamedLikeDate(date, data)) return null;
  return `${describeDay(floorTo('day', when.from))}.`;
}
