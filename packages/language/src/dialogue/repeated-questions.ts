import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { CreateEventFrame, Frame, FreeTimeFrame, QueryFrame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { LENGTH } from './patterns.ts';
import { mergeWhen } from './replies.ts';
import { NO_CLOCK, readMinutes, readWhen, type When } from './when.ts';

/** A question about the calendar that can be asked again for another time. */
export type Question = QueryFrame | FreeTimeFrame;

/** The only question of a message; null if it asked something else, or several things. */
export function findQuestion(frames: readonly Frame[]): Question | null {
  const [frame, ...others] = frames;
  return frame && others.length === 0 && (frame.act === 'query_events' || frame.act === 'find_free_time')
    ? frame
    : null;
}

const findWhen = (question: Question): When | null =>
  question.act === 'find_free_time' ? question.when : question.reference.when;

const withWhen = (question: Question, when: When): Question =>
  question.act === 'find_free_time'
    ? { ...question, when }
    : { ...question, reference: { ...question.reference, when } };

const LEAD =
  /^(?:(?:and|but|so|ok|okay|or|no|sorry|i meant?|i mean|what about|how about|what['’]s on|then)[, ]+){1,4}/i;
const ASKED_LEAD = /\b(?:what about|how about|what['’]s on)\b/i;
const LENGTH_ONLY = new RegExp(String.raw`^(?:and )?(?:for |at least |make it )?(${LENGTH})$`, 'i');
const NEXT_DAY = /^(?:the )?(?:day after|next day|following day|day after that)$/i;

/** 'and on Friday?', 'what about 4pm', 'and the day after?' after a question; null if it is something else. */
export function repeatQuestion(
  text: string,
  data: DialogueData,
  { asked, draft }: { readonly asked: Question | null; readonly draft: readonly Frame[] | null },
): Question | null {
  if (!asked) return null;
  const lead = LEAD.exec(text)?.[0] ?? '';
  // '30 minutes' after 'when am I free?'
  const length = LENGTH_ONLY.exec(text)?.[1];
  const minutes = length && asked.act === 'find_free_time' && !draft ? readMinutes(length) : null;
  if (minutes !== null && asked.act === 'find_free_time') return { ...asked, minutes };
  // While something waits, a time could be about that.
  if (draft && !ASKED_LEAD.test(lead)) return null;
  // 'Thursday works' of a day whose free times were not shown asks for them.
  const rest = text
    .slice(lead.length)
    .replace(/^(?:on|for|at) /i, '')
    .replace(asked.act === 'find_free_time' ? / (?:works|suits me|is good|is fine)$/i : /$^/, '');
  const before = findWhen(asked);
  if (NEXT_DAY.test(rest)) return withWhen(asked, toNextDay(before, data));
  if (lead === '' && !/^(?:on |for |at )?(?:the )?(?:\p{L}+day|tomorrow|next|this|\d)/iu.test(text))
    return null;
  const when = isOnlyTime(rest, data) ? readWhen(rest, data, { isTimeExpected: true }) : null;
  // 'and this week?' after a question about last week asks about no past.
  const present = /\b(?:this|next|today|tomorrow)\b/i.test(rest)
    ? { ...asked, text: asked.text.replace(/\bdid\b/i, 'do') }
    : asked;
  return when && withWhen(present, mergeWhen(before, when));
}

function toNextDay(when: When | null, data: DialogueData): When {
  const last = when?.to != null ? when.to - 1 : (when?.from ?? createWallClock(data).now);
  const from = floorTo('day', last) + DAY_MS;
  return { ...NO_CLOCK, from, to: from + DAY_MS, hasDate: true, isWeekday: false, isWithinDay: true };
}

/** 'book 11 to 12 for planning' after 'when am I free on Wednesday?' is on Wednesday. */
function createOnDayAsked(frame: CreateEventFrame, asked: Question | null): CreateEventFrame {
  const before = asked?.act === 'find_free_time' ? asked.when : null;
  const { when } = frame;
  if (before?.from == null || !before.hasDate || !before.isWithinDay || frame.recurrenceRule !== null)
    return frame;
  if (when?.minute == null || when.hasDate) return frame;
  return { ...frame, when: mergeWhen({ ...before, minute: null, endMinute: null, open: null }, when) };
}

/** 'am I free at 11?' after 'what's on tomorrow?' is about tomorrow. */
export function onAskedDay(frame: Frame, asked: Question | null): Frame {
  if (frame.act === 'create_event') return createOnDayAsked(frame, asked);
  if (!asked || (frame.act !== 'query_events' && frame.act !== 'find_free_time')) return frame;
  const [before, now] = [findWhen(asked), findWhen(frame)];
  const isDay = before?.hasDate === true && before.isWithinDay && before.from !== null;
  if (!isDay || now?.minute == null || now.hasDate) return frame;
  return withWhen(frame, mergeWhen({ ...before, minute: null, endMinute: null, open: null }, now));
}
