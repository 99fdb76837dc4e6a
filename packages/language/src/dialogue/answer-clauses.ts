import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { isReminderBefore, readReminderBefore } from './about-mentioned.ts';
import { carryOut } from './carry-out.ts';
import { amendFrame } from './corrections.ts';
import { createEvent } from './create-event.ts';
import { createWallClock, type DialogueData, type Mention } from './data.ts';
import { findEvents } from './find-events.ts';
import type { CreateEventFrame, Frame } from './frames.ts';
import { spellOutRange } from './hour-ranges.ts';
import { notUnderstood } from './not-understood.ts';
import { isOnlyTime } from './only-time.ts';
import { findPeople } from './people.ts';
import { readFrame } from './read-frame.ts';
import { isSeveral, splitPeople } from './references.ts';
import { onAskedDay } from './repeated-questions.ts';
import type { DialogueAnswer, DialogueState } from './state.ts';
import type { When } from './when.ts';
import { joinNames } from './wording.ts';

/**
 * Reads the parts of a message and carries them out, if all are understood. `condition`: its time and people are those of a new event that has none of its own.
 */
export function answerClauses(
  clauses: readonly string[],
  data: DialogueData,
  state: DialogueState,
  condition: { readonly when: When | null; readonly people: readonly string[] } = { when: null, people: [] },
): DialogueAnswer {
  const [first, ...others] = clauses;
  const notices = others.filter((clause) => isNotice(clause, data));
  if (first !== undefined && notices.length > 0) {
    const answer = answerClauses(
      [first, ...others.filter((clause) => !notices.includes(clause))],
      data,
      state,
      condition,
    );
    return answer.kind === 'calls' && !answer.isReadOnly
      ? { ...answer, reply: [answer.reply, GUESTS_NOTIFIED].join('\n').trim() }
      : answer;
  }
  const frames: Frame[] = [];
  for (const clause of clauses) {
    // 'tomorrow, move lunch to 3': the time belongs to what is asked for, and nobody said which way.
    if (clauses.length > 1 && isOnlyTime(clause, data)) return notUnderstood(clauses.join(', '), data, state);
    const frame = remindBefore(clause, frames.at(-1), data) ?? readFrame(spellOutRange(clause), data);
    if (!frame) return notUnderstood(clause, data, state);
    const people = condition.people.length > 0 ? condition.people : listCompany(state.mentions, data);
    const last = frames.at(-1);
    const whole = last && joinEdit(last, frame);
    if (whole) frames.splice(-1, 1, whole);
    else
      frames.push(
        frame.act === 'create_event'
          ? onAskedDay(
              withCondition(withPeopleMeant(onDayCancelled(last, frame, clause, data), people), condition),
              state.asked,
            )
          : onAskedDay(frame, state.asked),
      );
  }
  return frames.length === 0 ? notUnderstood(clauses.join(' '), data, state) : carryOut(frames, data, state);
}

/** 'lunch at 12, remind me 15 minutes before': before the event that the same message adds. */
function remindBefore(clause: string, last: Frame | undefined, data: DialogueData): Frame | null {
  const added = last?.act === 'create_event' && isReminderBefore(clause) ? createEvent(last, data) : null;
  const input = added?.kind === 'calls' ? added.calls[0]?.input : undefined;
  if (typeof input?.title !== 'string') return null;
  const start =
    typeof input.startsAt === 'string'
      ? Date.parse(input.startsAt)
      : createWallClock(data).toInstant(Date.parse(`${String(input.startsOn)}T00:00:00Z`));
  return readReminderBefore(clause, { title: input.title, start }, data);
}

/** 'cancel lunch and book a haircut at 12:30 instead' is on the day of lunch. */
function onDayCancelled(
  last: Frame | undefined,
  frame: CreateEventFrame,
  clause: string,
  data: DialogueData,
): CreateEventFrame {
  const { when } = frame;
  if (last?.act !== 'delete_event' || !/\binstead$/i.test(clause) || when?.minute == null || when.hasDate)
    return frame;
  const found = findEvents(last.reference, data, { mentions: [] });
  const [event, ...others] = found.kind === 'found' ? found.events : [];
  if (!event || others.length > 0) return frame;
  const from = floorTo('day', createWallClock(data).toWall(event.start));
  return { ...frame, when: { ...when, from, to: from + DAY_MS, hasDate: true, isWithinDay: true } };
}

const GUESTS_NOTIFIED = 'Guests get a message about a change. Nobody else does.';
const NOTICE =
  /^(?:tell|notify|inform|message|let|e-?mail|text) (.{2,60}?)(?: know)?(?: (?:about|of) (?:it|this|that|the (?:change|new time))|,? (?:that )?(?:i|we)(?:['’]m| am|['’]re| are|['’]ll| will|['’]ve| have| can| had)\b.{2,80}| why)?$/i;
const GUESTS =
  /^(?:everyone|everybody|them|him|her|(?:the )?(?:guests?|people|attendees|others|team|group))$/i;

/** 'move the review to 4 and tell Ana': guests get a message anyway. */
function isNotice(clause: string, data: DialogueData): boolean {
  const name = NOTICE.exec(clause)?.[1];
  if (name === undefined) return false;
  return GUESTS.test(name) || findPeople(splitPeople(name), data).known.length > 0;
}

/** 'move the dentist to 3 and make it 30 minutes' is one change; null if the second is about something else. */
function joinEdit(first: Frame, second: Frame): Frame | null {
  const isAboutFirst = second.act === 'change_event' && second.reference.pronoun === 'it';
  return isAboutFirst && !isSeveral(second.reference) ? amendFrame(first, second.edit) : null;
}

function withCondition(
  frame: CreateEventFrame,
  { when, people }: { readonly when: When | null; readonly people: readonly string[] },
): CreateEventFrame {
  const timed = frame.isAtFreeTime ? frame : { ...frame, when: frame.when ?? when };
  const isUnnamed = timed.title === 'Meeting' && timed.people.length === 0 && people.length > 0;
  return isUnnamed ? { ...timed, people, title: `Meeting with ${joinNames(people)}` } : timed;
}

/** 'with her' means the person mentioned last. */
function withPeopleMeant(frame: CreateEventFrame, people: readonly string[]): CreateEventFrame {
  const isPronoun = (name: string) => /^(?:her|him|them)$/i.test(name);
  const [first] = people;
  if (!first || !frame.people.some(isPronoun)) return frame;
  return {
    ...frame,
    people: [...frame.people.filter((name) => !isPronoun(name)), ...people],
    title: frame.title?.replace(/\b(?:her|him|them)\b/i, joinNames(people)) ?? null,
  };
}

/** The people of the event mentioned last. */
function listCompany([mention]: readonly Mention[], { events }: DialogueData): string[] {
  const event =
    mention?.kind === 'event'
      ? events.find(
          ({ eventId, recurrenceId }) => eventId === mention.eventId && recurrenceId === mention.recurrenceId,
        )
      : undefined;
  return event?.attendees.map(({ name, email }) => name || email) ?? [];
}
