import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { carryOut } from './carry-out.ts';
import { createEvent } from './create-event.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { type ChangeEventFrame, type CreateEventFrame, NO_EDIT } from './frames.ts';
import { readCount } from './number-words.ts';
import { isOnlyTime } from './only-time.ts';
import { redraft } from './redraft.ts';
import { readReference } from './references.ts';
import { endRule } from './series-rules.ts';
import type { DialogueAnswer, DialogueState } from './state.ts';
import { NO_CLOCK, readWhen } from './when.ts';

const FIRST_DAY =
  /^(?:and )?(?:starting|beginning|starts|begins|from)(?: on| in| from)? (.{3,40}?)(?: on(?:wards?)?)?$/i;
const LAST_DAY = /^(?:and )?(?:only )?(?:until|till|through|ending|ends)(?: on| in)? (.{3,40})$/i;

/** 'until the end of January' and 'starting in December' about a series that was just added, or is drafted. */
export function boundSeries(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const last = (state.draft ?? state.recent)?.at(-1);
  if (last?.act !== 'create_event' || last.recurrenceRule === null) return null;
  const [, count, unit] = FOR_TIMES.exec(plain) ?? [];
  if (count && unit) {
    const rule = endRule(last, { count: readCount(count) ?? 1, unit: unit.toLowerCase() }, data);
    return changeRule(plain, { ...last, recurrenceRule: rule }, data, state);
  }
  const [, first] = FIRST_DAY.exec(plain) ?? [];
  const [, end] = LAST_DAY.exec(plain) ?? [];
  const said = first ?? end;
  const when = said && isOnlyTime(said, data) ? readWhen(said, data) : null;
  if (!when?.hasDate || when.minute !== null || when.from === null) return null;
  const day = { from: when.from, to: when.from + DAY_MS, hasDate: true, isWithinDay: true, isWeekday: false };
  const frame =
    end === undefined
      ? { ...last, when: { ...NO_CLOCK, ...last.when, ...day } }
      : { ...last, recurrenceRule: endRule(last, { until: when }, data) };
  const [mention] = state.mentions;
  if (end === undefined && !state.draft)
    return mention?.kind === 'event' ? beginLater(frame, mention.eventId, data, state) : null;
  return changeRule(plain, frame, data, state);
}

const FOR_TIMES =
  /^(?:and )?(?:only )?for (?:the )?(?:next )?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (weeks?|months?|times|sessions)$/i;

/** The draft, or what was added, with another rule. */
function changeRule(
  text: string,
  frame: CreateEventFrame,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  if (state.draft) return redraft([...state.draft.slice(0, -1), frame], data, state);
  const [mention] = state.mentions;
  if (mention?.kind !== 'event') return null;
  const change: ChangeEventFrame = {
    act: 'change_event',
    text,
    reference: readReference('it', data),
    edit: { ...NO_EDIT, recurrenceRule: frame.recurrenceRule },
    chosen: { eventId: mention.eventId, recurrenceId: mention.recurrenceId },
  };
  return carryOut([change], data, state);
}

/** The series that was added begins on another day: all of it moves there. */
function beginLater(
  frame: CreateEventFrame,
  eventId: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const outcome = createEvent(frame, data);
  const { startsAt, endsAt, timeZone } = (outcome.kind === 'calls' && outcome.calls[0]?.input) || {};
  if (typeof startsAt !== 'string') return null;
  const call = { tool: 'update_event', input: { eventId, startsAt, endsAt, timeZone } };
  return carryOut([{ act: 'call_tool', text: frame.text, calls: [call], isReadOnly: false }], data, state);
}

const EXCEPT = /^(?:but |and )?(?:not|except|skip|no)(?: it)?(?: on)? (?:the )?(\S.{2,30})$/i;

/** 'not on the 26th' about a series that was just added or changed. */
export function skipOccurrence(
  plain: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const [mention] = state.mentions;
  const [, said] = EXCEPT.exec(plain) ?? [];
  const isJustChanged = state.recent !== null && state.draft === null;
  if (!said || !isJustChanged || mention?.kind !== 'event' || !isOnlyTime(`on the ${said}`, data))
    return null;
  const when = readWhen(/^\d{1,2}(?:st|nd|rd|th)$/i.test(said) ? `the ${said}` : said, data);
  if (!when?.hasDate || !when.isWithinDay || when.from === null) return null;
  const { toWall } = createWallClock(data);
  const day = floorTo('day', when.from);
  const event = data.events.find(
    (one) => one.eventId === mention.eventId && floorTo('day', toWall(one.start)) === day,
  );
  if (!event?.isRecurring) return null;
  const { eventId, recurrenceId } = event;
  const frame = { act: 'delete_event', text: plain, reference: readReference('it', data) } as const;
  return carryOut([{ ...frame, chosen: { eventId, recurrenceId } }], data, state);
}
