import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { askWho, createEvent, listOverlaps, toDate, toIso } from './create-event.ts';
import {
  createWallClock,
  type DialogueData,
  type DialogueEvent,
  type DialogueTask,
  type Mention,
  type ToolCall,
  toMention,
} from './data.ts';
import {
  type FoundEvents,
  findEvents,
  isSameSeries,
  isSeriesCut,
  listWholePeriod,
  matchesMention,
} from './find-events.ts';
import { findTasks, isAboutOverdue } from './find-tasks.ts';
import type { ChangeEventFrame, Chosen, EventEdit, SwapFrame } from './frames.ts';
import { isNamed } from './matching.ts';
import { planNewTime } from './new-times.ts';
import { ask, type DialogueChoice, type FrameOutcome, refuseChange, run } from './outcome.ts';
import { findPeople } from './people.ts';
import { toPeriod } from './periods.ts';
import { isListPosition, isOneThing, isWholeList, type Reference, readReference } from './references.ts';
import {
  isOpenEnded,
  isTaskMeant,
  MAX_AT_ONCE,
  refuseCut,
  toSeries,
  toTarget,
  toTargetFromHere,
  withoutRepeats,
} from './targets.ts';
import { readWhen, toComing } from './when.ts';
import { askWhichTask } from './which-task.ts';
import { describeEvent, joinNames, matchCapital, quote } from './wording.ts';

export interface Context {
  readonly data: DialogueData;
  /** What the conversation was about, the latest first. */
  readonly mentions: readonly Mention[];
  /** The latest list that was shown. */
  readonly listed: readonly Mention[];
  /** The message before asked for that list: 'it' could be any of its events or tasks. */
  readonly isJustListed: boolean;
}

export function findChosen(
  reference: Reference,
  chosen: Chosen | null,
  { data, mentions, listed, isJustListed }: Context,
): FoundEvents {
  const shown = isJustListed && !chosen && isOneThing(reference) ? listMentionedEvents(listed, data) : [];
  if (shown.length > 1) return { kind: 'several', events: shown };
  if (!chosen) {
    const found = findEvents(reference, data, { mentions, listed });
    return found.kind === 'none' ? findEach(reference, { data, mentions }) : found;
  }
  const event = data.events.find(
    ({ eventId, recurrenceId }) => eventId === chosen.eventId && recurrenceId === chosen.recurrenceId,
  );
  return event ? { kind: 'found', events: [event] } : { kind: 'none' };
}

const listMentionedEvents = (listed: readonly Mention[], { events }: DialogueData): DialogueEvent[] =>
  events.filter((event) => listed.some((mention) => matchesMention(event, mention)));

/** 'the party and the breakfast on the 19th': each for itself, and only if every one is found. */
function findEach(reference: Reference, { data, mentions }: Pick<Context, 'data' | 'mentions'>): FoundEvents {
  const parts = reference.text.split(/, | and | [&+] /i);
  if (parts.length < 2) return { kind: 'none' };
  const found = parts.map((part) => {
    const own = readReference(part, data);
    const shared = findEvents({ ...own, when: own.when ?? reference.when }, data, { mentions });
    // A time without a day may be in a name: 'movie night and happy hour'.
    return shared.kind === 'none' && !reference.when?.hasDate ? findEvents(own, data, { mentions }) : shared;
  });
  const events = found.flatMap((one) => (one.kind === 'found' ? one.events : []));
  return found.every(({ kind }) => kind === 'found') ? { kind: 'found', events } : { kind: 'none' };
}

export function offerEvents(events: readonly DialogueEvent[], data: DialogueData): DialogueChoice[] {
  return events.slice(0, 6).map((event) => {
    const label = describeEvent(event, data);
    return { label, text: label, mention: toMention(event) };
  });
}

export function notFound(reference: Reference, data: DialogueData): FrameOutcome {
  const { text, pronoun, kind, words, people, when, except } = reference;
  if (pronoun || isListPosition(reference)) return ask('event', 'Which event do you mean?');
  // 'clear my Thursday' names nothing that could be quoted.
  if (when && words.length + people.length === 0 && kind !== 'task')
    return refuseChange(
      `There is nothing ${except === undefined ? '' : 'else '}in your calendar ${toPeriod(reference, data, false)}.`,
    );
  if (kind === 'task' && isAboutOverdue(reference)) return refuseChange('You have no overdue tasks.');
  const where = kind === 'task' ? 'no open task' : 'nothing in your calendar';
  return refuseChange(`I found ${where} for ${quote(text)}.`);
}

export function changeEvent(frame: ChangeEventFrame, context: Context): FrameOutcome {
  const { data } = context;
  const { edit } = frame;
  const { kind, words } = frame.reference;
  if (kind === 'task' && words.length === 0)
    return changeNamedTask(frame, context) ?? refuseChange('I found no such task.');
  const meant = withinToday(frame, data);
  const found = findChosen(meant, frame.chosen, context);
  if (found.kind === 'none')
    return (
      createForGuests(frame, data) ??
      changeNamedTask(frame, context) ??
      askWhichTask(frame, data) ??
      notFound(frame.reference, data)
    );
  if (found.kind === 'several')
    return ask('event', 'Which one do you mean?', offerEvents(found.events, data));
  const events = changesEachDay(edit) ? listWholePeriod(found.events, meant, data) : found.events;
  const [first] = events;
  if (first && isEmpty(edit) && MOVING.test(frame.text))
    return ask('change', `When should ${describeEvent(first, data)}, be instead?`);
  if (first && isEmpty(edit) && /\b(?:longer|shorter)\b/i.test(frame.text))
    return ask('change', `How long should ${describeEvent(first, data)}, be instead?`);
  if (first && isEmpty(edit))
    return ask('change', `What should I change about ${describeEvent(first, data)}?`);
  const invited = findPeople(edit.invited, data);
  if (invited.ambiguous) return askWho(invited.ambiguous.name, invited.ambiguous.people);
  if (invited.unknown.length > 0)
    return ask('address', `What is the email address of ${joinNames(invited.unknown)}?`);
  const calls: ToolCall[] = [];
  const notes: string[] = [];
  const isOpen = isOpenEnded(meant);
  if (isOpen && isSeriesCut(meant, data, context)) return refuseCut();
  // 'all my meetings' means those with the people who are removed.
  const concerned =
    frame.reference.isAll && edit.removed.length > 0
      ? events.filter(({ attendees }) =>
          attendees.some((person) => edit.removed.some((name) => isMeant(name, person))),
        )
      : events;
  if (concerned.length === 0)
    return refuseChange(`${joinNames(edit.removed)} is not invited to any of them.`);
  // One change of a series that goes on is about all that follow.
  const targets = isOpen ? withoutRepeats(concerned) : concerned;
  if (targets.length > MAX_AT_ONCE)
    return refuseChange(`That would change ${targets.length} events at once. Please narrow it down.`);
  if (targets.length > 1 && edit.to?.open)
    return refuseChange(
      `I move only one event at a time ${edit.to.open} a time. Name it, or say the time of each.`,
    );
  for (const one of targets) {
    const event = toTargetDay(one, frame, data);
    const fields = planFields(event, withinWeek(edit, frame.reference, event, data), invited.known, context);
    if ('problem' in fields) return refuseChange(fields.problem);
    const target = isOpen
      ? toTargetFromHere(event)
      : toTarget(
          edit.recurrenceRule || frame.isWholeSeries || namesSeries(frame, event)
            ? toSeries(event, data)
            : event,
        );
    calls.push({ tool: 'update_event', input: { ...target, ...fields.input } });
    notes.push(...fields.notes);
  }
  return run(calls, (isOpen ? targets : events).map(toMention), notes);
}

/** Whether an edit fits every occurrence. Another day, a free time or a repetition fits only one event. */
const changesEachDay = ({ to, endsAt, isToFreeTime, recurrenceRule }: EventEdit): boolean =>
  !to?.hasDate && !endsAt?.hasDate && !isToFreeTime && recurrenceRule === null;

const MOVING = /^(?:move|postpone|re-?schedule|delay|push|shift)\b/i;

/** 'push everything back by 15 minutes' is about today. */
function withinToday({ reference, edit }: ChangeEventFrame, data: DialogueData): Reference {
  const { isAll, words, people, when } = reference;
  if (edit.shiftMinutes === null || !isAll || words.length + people.length > 0 || when) return reference;
  return { ...reference, when: readWhen('today', data) };
}

/** 'invite Sam to coffee on Friday at 10' is a new event if there is none. */
function createForGuests(
  { text, reference, edit }: ChangeEventFrame,
  data: DialogueData,
): FrameOutcome | null {
  const { words, when } = reference;
  if (edit.invited.length === 0 || words.length === 0 || when?.minute == null || !when.hasDate) return null;
  const name = words.join(' ');
  return createEvent(
    {
      act: 'create_event',
      text,
      title: name.charAt(0).toUpperCase() + name.slice(1),
      people: edit.invited,
      when,
      minutes: null,
      location: null,
      recurrenceRule: null,
      isAllDay: false,
      isAtFreeTime: false,
    },
    data,
  );
}

const isEmpty = ({ to, endsAt, invited, removed, isToFreeTime, ...rest }: EventEdit): boolean =>
  !to &&
  !endsAt &&
  !isToFreeTime &&
  invited.length === 0 &&
  removed.length === 0 &&
  Object.values(rest).every((value) => value === null);

/** 'move the standup to 10 tomorrow' is about the one of tomorrow, if a series has one. */
function toTargetDay(
  event: DialogueEvent,
  { reference, edit, chosen }: ChangeEventFrame,
  data: DialogueData,
): DialogueEvent {
  const { to } = edit;
  const isNamed = reference.when !== null || reference.pronoun !== null || reference.isAll || chosen !== null;
  if (!event.isRecurring || isNamed || to?.from == null || !to.hasDate || to.minute === null) return event;
  const { toWall } = createWallClock(data);
  const day = floorTo('day', to.from);
  return (
    data.events.find((one) => isSameSeries(event, one) && floorTo('day', toWall(one.start)) === day) ?? event
  );
}

/** 'rename the sync to Weekly' is about all of them; 'rename tomorrow's sync' and 'call it Weekly' about one. */
const namesSeries = (
  { reference, edit, chosen }: ChangeEventFrame,
  { isRecurring }: DialogueEvent,
): boolean => {
  const { when, pronoun, isNext, position } = reference;
  const isOne = when !== null || pronoun !== null || isNext || position !== null || chosen !== null;
  return edit.title !== null && isRecurring && !isOne;
};

function planFields(
  event: DialogueEvent,
  edit: EventEdit,
  invited: readonly { name: string; email: string }[],
  { data }: Context,
): { readonly input: Record<string, unknown>; readonly notes: string[] } | { readonly problem: string } {
  const time = planNewTime(event, edit, data);
  if ('problem' in time) return time;
  const removed = event.attendees.filter((person) => edit.removed.some((name) => isMeant(name, person)));
  if (edit.removed.length > 0 && removed.length === 0)
    return { problem: `${joinNames(edit.removed)} is not invited to '${event.title}'.` };
  return {
    input: {
      ...time.fields,
      ...(edit.title !== null && { title: edit.title }),
      ...(edit.location !== null && { location: edit.location }),
      ...(edit.note !== null && { note: edit.note }),
      ...(edit.recurrenceRule !== null && { recurrenceRule: edit.recurrenceRule }),
      ...(invited.length > 0 && { invite: invited.map(({ email, name }) => ({ email, name })) }),
      ...(removed.length > 0 && { uninvite: removed.map(({ email }) => email) }),
    },
    notes: time.place ? listOverlaps(time.place, data, event.eventId) : [],
  };
}

const EVERYONE = /^(?:everyone|everybody|(?:all )?(?:the )?(?:guests|attendees|others))$/i;

const isMeant = (name: string, person: { name: string; email: string }): boolean =>
  EVERYONE.test(name) || isNamed(name, person);

/** 'next week's sync to Friday' is the Friday of that week. */
function withinWeek(
  edit: EventEdit,
  { when, count }: Reference,
  event: DialogueEvent,
  data: DialogueData,
): EventEdit {
  const { to } = edit;
  // 'the next two to Friday': each to the one of its week.
  const staysInWeek = when?.hasDate === true || (count !== undefined && event.isRecurring);
  if (!to?.isWeekday || to.from === null || !staysInWeek) return edit;
  const { now, toWall } = createWallClock(data);
  const week = floorTo('week', toWall(event.start));
  const later = week - floorTo('week', to.from);
  if (later <= 0 || week <= floorTo('week', now)) return edit;
  return { ...edit, to: { ...to, from: to.from + later, to: to.to === null ? null : to.to + later } };
}

/** 'move the tax return to Friday' is about a task where no event is called so. */
function changeNamedTask(
  { reference, edit }: ChangeEventFrame,
  { data, mentions, listed }: Context,
): FrameOutcome | null {
  const isListed =
    (isListPosition(reference) || isWholeList(reference)) &&
    listed.length > 0 &&
    listed.every(({ kind }) => kind === 'task');
  const isTask =
    isListed || reference.words.length > 0 || reference.kind === 'task' || isTaskMeant(reference, mentions);
  const found = isTask ? findTasks(reference, data, { mentions, listed }) : null;
  if (found?.kind !== 'found' || (found.tasks.length > 1 && !reference.isAll && !isWholeList(reference)))
    return null;
  const clock = createWallClock(data);
  const to = edit.to && toComing(edit.to, clock.now);
  const day = to?.hasDate && to.from !== null ? floorTo('day', to.from) : null;
  const due =
    to === null || day === null
      ? null
      : to.minute === null
        ? { dueOn: toDate(day), dueAt: null }
        : { dueAt: toIso(clock.toInstant(day + to.minute * MINUTE_MS)), dueOn: null };
  const isOneNameForSeveral = edit.title !== null && found.tasks.length > 1;
  const tasks = found.tasks.map((task) => ({
    task,
    fields: {
      ...planLength(task, edit),
      ...(edit.recurrenceRule !== null && { recurrenceRule: edit.recurrenceRule }),
      ...(due ?? shiftDue(task, edit.shiftMinutes)),
    },
  }));
  const isNothing = tasks.some(({ fields }) => Object.keys(fields).length === 0);
  if (isOneNameForSeveral || (edit.title === null && isNothing)) return null;
  return run(
    tasks.map(({ task: { id, title }, fields }) => ({
      tool: 'update_task',
      input: {
        taskId: id,
        ...(edit.title !== null && { title: matchCapital(edit.title, title) }),
        ...fields,
      },
    })),
    found.tasks.map(({ id }) => ({ kind: 'task', id })),
  );
}

/** 'make the tax return an hour longer' */
function planLength(
  { durationMinutes }: DialogueTask,
  { minutes, growMinutes }: EventEdit,
): { readonly durationMinutes?: number } {
  const length = minutes ?? (growMinutes === null ? null : durationMinutes + growMinutes);
  return length === null || length <= 0 ? {} : { durationMinutes: length };
}

/** 'push the tax return back a week': a date moves by whole days. Null for a task that is not due. */
function shiftDue(
  { dueAt, dueOn }: DialogueTask,
  minutes: number | null,
): { readonly dueOn: string | null; readonly dueAt: string | null } | null {
  if (minutes === null) return null;
  if (dueAt !== null) return { dueAt: toIso(dueAt + minutes * MINUTE_MS), dueOn: null };
  const by = minutes * MINUTE_MS;
  if (dueOn === null || by % DAY_MS !== 0) return null;
  return { dueOn: toDate(Date.parse(`${dueOn}T00:00:00Z`) + by), dueAt: null };
}

export function swapEvents({ references }: SwapFrame, context: Context): FrameOutcome {
  const { data, mentions } = context;
  const found = references.map((reference) => findEvents(reference, data, { mentions }));
  for (const [at, one] of found.entries()) {
    const reference = references[at];
    if (one.kind === 'none' && reference) return notFound(reference, data);
    if (one.kind === 'several') return ask('event', 'Which one do you mean?', offerEvents(one.events, data));
  }
  const [first, second] = found.flatMap((each) => (each.kind === 'found' ? each.events.slice(0, 1) : []));
  const [one, other] = first && second ? pickOnOneDay(first, second, references, data) : [];
  if (!one || !other || one === other) return refuseChange('I need two events to swap.');
  if (one.isAllDay || other.isAllDay) return refuseChange('Events that last all day cannot be swapped.');
  return run([moveTo(one, other, data), moveTo(other, one, data)], [one, other].map(toMention));
}

/** For series, the occurrences of the first day that has both; single events stay as they are. */
function pickOnOneDay(
  one: DialogueEvent,
  other: DialogueEvent,
  [firstReference, secondReference]: SwapFrame['references'],
  data: DialogueData,
): readonly [DialogueEvent, DialogueEvent] {
  const { toWall } = createWallClock(data);
  const toDay = ({ start }: DialogueEvent) => floorTo('day', toWall(start));
  const listTimes = (event: DialogueEvent, reference: Reference | undefined) =>
    event.isRecurring && !reference?.when
      ? data.events.filter((each) => isSameSeries(event, each) && each.start > data.now)
      : [event];
  for (const first of listTimes(one, firstReference))
    for (const second of listTimes(other, secondReference))
      if (toDay(first) === toDay(second)) return [first, second];
  return [one, other];
}

/** Each begins where the other one began; of two that touch, the second then follows the first. */
function moveTo(event: DialogueEvent, other: DialogueEvent, data: DialogueData): ToolCall {
  const isFirst = event.end === other.start;
  const start = isFirst ? event.start + (other.end - other.start) : other.start;
  const end = start + (event.end - event.start);
  return {
    tool: 'update_event',
    input: {
      ...toTarget(event),
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(end).toISOString(),
      timeZone: data.timeZone,
    },
  };
}
