import { DAY_MS, type Interval, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { answerNotes } from './answer-notes.ts';
import { answerTotals } from './answer-totals.ts';
import type { Context } from './change-event.ts';
import {
  createWallClock,
  type DialogueData,
  type DialogueEvent,
  type DialogueTask,
  type Mention,
  toMention,
  type WallClock,
} from './data.ts';
import { findEvents, listCandidates } from './find-events.ts';
import { findDue, findTasks, isOverdue } from './find-tasks.ts';
import { splitPlace } from './foreign-zones.ts';
import type { QueryFrame } from './frames.ts';
import { type FrameOutcome, say } from './outcome.ts';
import { toPeriod } from './periods.ts';
import { listPlannedBlocks, listPlannedTasks } from './planned-blocks.ts';
import { type Reference, readReference } from './references.ts';
import { isEachDay, toPast, toRange } from './when.ts';
import {
  describeDay,
  describeDue,
  describeEvent,
  describeEventTime,
  describeMinutes,
  describeTask,
  describeTime,
  describeZoned,
  joinNames,
  quote,
} from './wording.ts';

const MAX_SHOWN = 30;

export function answerAboutEvents(frame: QueryFrame, context: Context): FrameOutcome {
  const { text, reference: said } = frame;
  if (frame.areNotesAsked) return answerNotes(frame, context);
  const isPastAsked = /^(?:what|who|when|where|how|which|did)\b.{0,30}\b(?:did|was|were|had)\b|^did\b/i.test(
    text,
  );
  const when =
    isPastAsked && said.when ? toPast(said.when, text, createWallClock(context.data).now) : said.when;
  const inZone = findAskedZone({ ...said, when }, context.data);
  const { reference, zone } = inZone ?? { reference: { ...said, when }, zone: null };
  const totals = answerTotals(text, when, context.data);
  if (totals) return totals;
  const asked = text.toLowerCase();
  if (/^how (?:long|much time|many (?:days|hours|minutes|weeks))\b.*\b(?:till|until|before|to)\b/.test(asked))
    return describeTimeUntil(reference, context);
  const isOne =
    reference.isNext ||
    reference.pronoun !== null ||
    reference.position !== null ||
    reference.words.length > 0 ||
    reference.people.length > 0;
  if (isOne && /^(?:when|what time|what day|what date|at what time|on what)\b/.test(asked))
    return describeAbout(
      { text, reference },
      context,
      (event, data) =>
        `${name(event)} ${event.end <= data.now ? 'was' : 'is'} on ${describeEventTime(event, data)}.${zone === null ? '' : ` That is ${describeEventTime(event, { ...data, timeZone: zone })}.`}`,
    );
  if (isOne && /^where\b|\b(?:location|place|address|room)\b/.test(asked))
    return describeAbout({ text, reference }, context, (event, data) =>
      event.location === ''
        ? `${name(event)} (${describeEventTime(event, data)}) has no place.`
        : `${name(event)} (${describeEventTime(event, data)}) is at ${event.location}.`,
    );
  if (reference.when && /^who(?:m)? (?:am|do|are|will) (?:i|we) (?:be )?(?:meet|see)/.test(asked))
    return describePeople(reference, context.data);
  if (/^(?:who|whom|with whom)\b|\bwho (?:is|are|am|will|do)\b/.test(asked))
    return describeAbout({ text, reference }, context, (event, data) =>
      event.attendees.length === 0
        ? `${name(event)} (${describeEventTime(event, data)}) has no guests.`
        : `${name(event)} (${describeEventTime(event, data)}) is with ${joinNames(event.attendees.map(({ name: own, email }) => own || email))}.`,
    );
  if (isOne && /^how long\b/.test(asked))
    return describeAbout(
      { text, reference },
      context,
      (event) => `${name(event)} takes ${describeMinutes((event.end - event.start) / MINUTE_MS)}.`,
    );
  return describeEvents(asked, reference, context);
}

/** 'the Acme call in Tokyo': the call, and the zone of Tokyo; null if an event is called so or no zone is named. */
function findAskedZone(
  reference: Reference,
  data: DialogueData,
): { readonly reference: Reference; readonly zone: string } | null {
  const place = splitPlace(reference.text);
  const isFound = (one: Reference) =>
    findEvents(one, data, { mentions: [], isPastMeant: true }).kind !== 'none';
  if (!place || isFound(reference)) return null;
  const own = readReference(place.rest, data);
  return isFound(own) ? { reference: own, zone: place.zone } : null;
}

const name = ({ title }: DialogueEvent): string => `'${title || 'Untitled'}'`;

/** Whether the past is asked about: 'when did I last meet Ana'. */
const isPast = ({ text }: { text: string }, reference: Reference, data: DialogueData): boolean =>
  /\b(?:was|were|did|last time|had|have i (?:met|seen|had))\b/i.test(text) ||
  (reference.when !== null && toRange(reference.when, createWallClock(data)).end <= data.now);

function describeAbout(
  { text, reference }: Pick<QueryFrame, 'text' | 'reference'>,
  { data, mentions }: Context,
  toText: (event: DialogueEvent, data: DialogueData) => string,
): FrameOutcome {
  const isPastMeant = isPast({ text }, reference, data);
  const past = { ...data, events: data.events.filter(({ start }) => start < data.now) };
  const found = findEvents(reference, isPastMeant ? past : data, { mentions, isPastMeant });
  if (found.kind === 'none' && isPastMeant && reference.people.length > 0)
    return say(`I found no earlier event with ${joinNames(reference.people)} in your calendar.`);
  if (found.kind === 'none') return say(`I found nothing in your calendar for ${quote(reference.text)}.`);
  // A question about one of several is answered for the next one, and the others are named.
  const [event, ...others] = isPastMeant ? found.events.toReversed() : found.events;
  if (!event) return say(`I found nothing in your calendar for ${quote(reference.text)}.`);
  const more =
    others.length > 0 ? ` There ${others.length === 1 ? 'is 1 more' : `are ${others.length} more`}.` : '';
  return say(`${toText(event, data)}${found.kind === 'several' ? more : ''}`, {
    events: found.events.slice(0, MAX_SHOWN),
    mentions: [toMention(event), ...others.slice(0, 1).map(toMention)],
  });
}

/** 'who am I meeting this week' */
function describePeople(reference: Reference, data: DialogueData): FrameOutcome {
  const events = listCandidates({ ...reference, words: [], kind: null }, data, { isPastMeant: true });
  const names = [
    ...new Set(events.flatMap(({ attendees }) => attendees.map(({ name: own, email }) => own || email))),
  ];
  const period = toPeriod(reference, data, false);
  const met = events.filter(({ attendees }) => attendees.length > 0);
  return names.length === 0
    ? say(`You meet nobody ${period}.`)
    : say(`You meet ${joinNames(names)} ${period}.`, { events: met.slice(0, MAX_SHOWN) });
}

function describeTimeUntil(reference: Reference, { data, mentions }: Context): FrameOutcome {
  const clock = createWallClock(data);
  const isDate =
    reference.words.length === 0 &&
    reference.people.length === 0 &&
    reference.kind === null &&
    !reference.isNext;
  if (isDate && reference.when?.from != null) {
    const days = Math.round((floorTo('day', reference.when.from) - floorTo('day', clock.now)) / DAY_MS);
    return say(`${describeDay(reference.when.from)} is in ${days === 1 ? '1 day' : `${days} days`}.`);
  }
  const at =
    reference.when?.minute != null && isTimeAlone(reference)
      ? computeNextTime(reference.when.minute, clock)
      : null;
  if (at !== null)
    return say(
      `${describeDay(at)}, ${describeZoned([at], data)}, is in ${describeMinutes(Math.ceil((at - clock.now) / MINUTE_MS))}.`,
    );
  const found = findEvents(reference, data, { mentions });
  const event = found.kind === 'none' ? undefined : found.events.find(({ start }) => start > data.now);
  if (!event) return describeTimeLeft(reference, data);
  return say(
    `${name(event)} begins in ${describeMinutes(roundUp(event.start - data.now))}: ${describeEventTime(event, data)}.`,
    {
      events: [event],
      mentions: [toMention(event)],
    },
  );
}

const isTimeAlone = ({ words, people, kind, isNext, when }: Reference): boolean =>
  words.length + people.length === 0 && kind === null && !isNext && when?.hasDate === false;

/** The next time that clocks show some minutes since midnight, in local milliseconds. */
function computeNextTime(minute: number, { now }: WallClock): number {
  const today = floorTo('day', now) + minute * MINUTE_MS;
  return today > now ? today : today + DAY_MS;
}

/** Until a task is due. */
function describeTimeLeft(reference: Reference, data: DialogueData): FrameOutcome {
  const clock = createWallClock(data);
  const words = reference.words.filter((word) => !/^(?:deadline|due|until|till)$/.test(word));
  const found = words.length > 0 ? findTasks({ ...reference, words }, data, { mentions: [] }) : null;
  if (found?.kind === 'several') return describeTasks(sortByDue(found.tasks, data), 'open', data);
  const [task] = found?.kind === 'found' ? found.tasks : [];
  const due = task ? findDue(task, clock.toInstant) : null;
  if (!task || due === null)
    return say(
      `I found nothing in your calendar for ${quote(reference.text.replace(/^(?:until|till|before|to) /i, ''))}.`,
    );
  const days = Math.round((floorTo('day', clock.toWall(due)) - floorTo('day', clock.now)) / DAY_MS);
  const left =
    days < 0
      ? 'is overdue'
      : days === 0
        ? 'is due today'
        : `is due in ${days === 1 ? '1 day' : `${days} days`}`;
  return say(`'${task.title}' ${left}: ${describeDue(task, data)}.`, {
    tasks: [task],
    mentions: [{ kind: 'task', id: task.id }],
  });
}

const roundUp = (ms: number): number => {
  const minutes = Math.ceil(ms / MINUTE_MS);
  return minutes > 2 * 1_440 ? Math.round(minutes / 1_440) * 1_440 : minutes;
};

function describeEvents(asked: string, reference: Reference, { data, mentions }: Context): FrameOutcome {
  const clock = createWallClock(data);
  const isPastMeant = reference.when !== null || isPast({ text: asked }, reference, data);
  if (reference.isNext || reference.position !== null || reference.pronoun) {
    // 'what was my last meeting' is over.
    const isOver =
      reference.position === -1 && reference.when === null && isPast({ text: asked }, reference, data);
    const known = isOver ? { ...data, events: data.events.filter(({ end }) => end <= data.now) } : data;
    const found = findEvents(reference, known, { mentions, isPastMeant });
    const last = found.kind === 'none' ? undefined : found.events[0];
    const event = last && DAY_END.test(asked) ? getLastToEnd(last, data) : last;
    return event
      ? say(`${reference.isNext ? 'Next: ' : ''}${describeEvent(event, data)}.`, {
          events: [event],
          mentions: [toMention(event)],
        })
      : say('There is nothing like that in your calendar.');
  }
  const isOpen = reference.when === null && reference.words.length === 0 && reference.people.length === 0;
  const today = floorTo('day', clock.now);
  const week = { start: data.now, end: clock.toInstant(today + 7 * DAY_MS) };
  const found = listCandidates(reference, data, { isPastMeant });
  const all = REST.test(asked) ? found.filter(({ end }) => end > data.now) : found;
  const events = isOpen ? all.filter(({ start }) => start < week.end) : all;
  const shown = isPastMeant && reference.when === null ? events.toReversed() : events;
  const period = toPeriod(reference, data, isOpen);
  const what = reference.people.length > 0 ? ` with ${joinNames(reference.people)}` : '';
  const blocks = listPlannedBlocks(reference, data);
  const planned = listPlannedTasks(blocks);
  const underWay = listUnderWay(reference, data);
  const [begun] = underWay;
  if (events.length === 0 && planned.length === 0)
    return begun
      ? say(`Nothing begins ${period}. ${describeUnderWay(underWay, data)}`, {
          events: underWay,
          mentions: [toMention(begun)],
        })
      : say(`${describeNone(reference)}${what} ${period}.`);
  const count = events.length === 1 ? '1 event' : `${events.length} events`;
  const lines = shown.slice(0, MAX_SHOWN).map((event) => `• ${describeEvent(event, data)}`);
  const work = blocks
    .slice(0, MAX_SHOWN)
    .map(({ task, place }) => `• '${task.title}', ${describeTime(place, data)}`);
  const tasks = planned.length === 1 ? '1 task' : `${planned.length} tasks`;
  return say(
    [
      ...(events.length > 0 ? [`${count}${what} ${period}:`, ...lines] : []),
      ...(work.length > 0 ? [`${tasks} planned ${period}:`, ...work] : []),
      ...(begun ? [describeUnderWay(underWay, data)] : []),
    ].join('\n'),
    {
      events: shown.slice(0, MAX_SHOWN),
      tasks: planned.slice(0, MAX_SHOWN),
      mentions: [...shown.map(toMention), ...planned.map(({ id }): Mention => ({ kind: 'task', id }))].slice(
        0,
        2,
      ),
    },
  );
}

/** 'what is left today', 'the rest of the week': without what is over. */
const REST =
  /\b(?:left|remaining|still)\b|\brest of (?:the |my |this )?(?:day|today|week|month|afternoon|morning)\b/i;

/** 'what time do I finish on Friday' is written out so. */
const DAY_END = /^what is my last event (?!with\b)/i;

/** What ends last on the day of an event. */
function getLastToEnd(last: DialogueEvent, data: DialogueData): DialogueEvent {
  const { toWall } = createWallClock(data);
  const toDay = ({ start }: DialogueEvent) => floorTo('day', toWall(start));
  const others = data.events.filter((event) => !event.isAllDay && toDay(event) === toDay(last));
  return others.reduce((one, event) => (event.end > one.end ? event : one), last);
}

/** What began before a time that was asked about and goes on into it: an evening is not free while a shift lasts. */
function listUnderWay({ when, words, people }: Reference, data: DialogueData): DialogueEvent[] {
  const isTimeOfDay = when !== null && when.minute !== null && when.open === null;
  if (!when || isTimeOfDay || isEachDay(when) || words.length + people.length > 0) return [];
  const { start } = toRange(when, createWallClock(data));
  return data.events.filter((event) => !event.isAllDay && event.start < start && event.end > start);
}

const describeUnderWay = (events: readonly DialogueEvent[], data: DialogueData): string =>
  `Still going on then: ${events.map((event) => describeEvent(event, data)).join('; ')}.`;

/** 'Nothing on Friday' would say that the whole day is free, where only a word was not found. */
function describeNone({ words, text }: Reference): string {
  if (words.length === 0) return 'Nothing';
  const typed = words.map((word) => text.split(' ').find((one) => one.toLowerCase() === word) ?? word);
  return `I found nothing for ${quote(typed.join(' '))}`;
}

export function answerAboutTasks(
  { text, reference: said, isWithoutPlan }: QueryFrame,
  { data, mentions }: Context,
): FrameOutcome {
  // 'what is on my list right now' names no deadline.
  const reference = /\bnow\b/i.test(text) ? { ...said, when: null } : said;
  const isDoneMeant =
    /\b(?<!\b(?:get|to be)(?: it| them| that| this)? )(?:done|finished|completed)\b|\bdid (?:i|we) (?:finish|complete|accomplish|get done|do)\b/i.test(
      text,
    );
  if (isWithoutPlan) return describeUrgent(data);
  if (/\b(?:overdue|late)\b/i.test(text)) {
    const late = data.tasks.filter((task) => task.status === 'open' && isOverdue(task, data));
    return describeTasks(sortByDue(late, data), 'overdue', data);
  }
  if (/\b(?:no|without(?: any| an?)?|lack(?:ing)?(?: an?)?) (?:deadlines?|due dates?|dates?)\b/i.test(text))
    return describeTasks(
      data.tasks.filter(({ status, dueAt, dueOn }) => status === 'open' && dueAt === null && dueOn === null),
      'open',
      data,
    );
  const deadlines = DEADLINES.test(text) ? answerDeadlines(text, reference, data) : answerBefore(text, data);
  if (deadlines) return deadlines;
  if (HOW_LONG_ALL.test(text)) {
    const open = data.tasks.filter(({ status }) => status === 'open');
    const minutes = open.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0);
    return say(`${open.length} open tasks take ${describeMinutes(minutes)} together.`);
  }
  const words = reference.words.filter(
    (word) =>
      !/^(?:due|open|overdue|list|do|done|finished|completed|shopping list|many|left|content|still|yet|remaining|outstanding|currently|reminders?|lists|say|pull|can|current|items?|names|saved|wrote|written|made|going|iterate|hear|you|your|out|everything|again|finish|complete|accomplish|achieve|get|tick|off)$/.test(
        word,
      ),
  );
  const found = findTasks({ ...reference, words, isAll: true, pronoun: null }, data, {
    mentions,
    isDoneMeant,
  });
  const tasks =
    found.kind === 'none' ? [] : found.tasks.filter(({ status }) => !isDoneMeant || status === 'done');
  const [task] = tasks;
  if (task && tasks.length === 1 && /^how (?:long|much time)\b/i.test(text))
    return say(`'${task.title}' takes ${describeMinutes(task.durationMinutes)}.`, {
      tasks: [task],
      mentions: [{ kind: 'task', id: task.id }],
    });
  if (tasks.length === 0)
    return say(describeNoTasks({ ...reference, words }, isDoneMeant ? 'finished' : 'open', data));
  return describeTasks(sortByDue(tasks, data), isDoneMeant ? 'done' : 'open', data);
}

const DEADLINES = /\b(?:deadlines?|due dates?)$|\bdeadlines\b/i;

/** 'list my deadlines', 'list my next deadline': of the time that was said, or all that are to come. */
function answerDeadlines(text: string, { when }: Reference, data: DialogueData): FrameOutcome {
  const clock = createWallClock(data);
  const range = when
    ? toRange(when, clock)
    : { start: clock.toInstant(floorTo('day', clock.now)), end: Number.POSITIVE_INFINITY };
  const tasks = listDue(range, data);
  if (tasks.length === 0) return say('No open task is due then.');
  return /\bnext deadline\b/i.test(text)
    ? say(`Your next deadline: ${describeTask(tasks[0] as DialogueTask, data)}.`, {
        tasks: tasks.slice(0, 1),
        mentions: tasks.slice(0, 1).map(({ id }) => ({ kind: 'task', id })),
      })
    : describeTasks(tasks, 'open', data);
}

/** The open tasks that are due within some time, the first to be due first. */
function listDue({ start, end }: Interval, data: DialogueData): DialogueTask[] {
  const { toInstant } = createWallClock(data);
  return sortByDue(data.tasks, data).filter((task) => {
    const due = findDue(task, toInstant);
    return task.status === 'open' && due !== null && due >= start && due < end;
  });
}

/** 'what do I have to do before the conference' */
function answerBefore(text: string, data: DialogueData): FrameOutcome | null {
  const [, name] =
    /\b(?:before|by) (?:i go to |i leave for |going to )?(?:the |my )?(\p{L}.{1,60})$/iu.exec(text) ?? [];
  const reference = name ? readReference(name, data) : null;
  if (!reference || reference.when !== null || reference.words.length === 0) return null;
  const found = findEvents(reference, data, { mentions: [] });
  const [event] = found.kind === 'found' ? found.events : [];
  if (!event) return null;
  const tasks = listDue({ start: Number.NEGATIVE_INFINITY, end: event.start }, data);
  return tasks.length === 0
    ? say(`No open task is due before ${describeEvent(event, data)}.`)
    : describeTasks(tasks, 'open', data);
}

function describeNoTasks(reference: Reference, state: 'open' | 'finished', data: DialogueData): string {
  const { when, words } = reference;
  if (words.length > 0) return `I found no ${state} task for ${quote(words.join(' '))}.`;
  if (when && state === 'open') return `No open task is due ${toPeriod(reference, data, false)}.`;
  return when ? 'No task was finished then.' : `You have no ${state} tasks.`;
}

const HOW_LONG_ALL =
  /^how (?:long|much (?:time|work)|many hours) (?:will|do|would|does|is|are) (?:all |all of )?(?:my |the )?(?:open )?(?:tasks|to-?dos|work)(?: (?:all )?(?:take|need|add up to|be|left|in total)){0,2}$/i;

/** The first to be due first. */
function sortByDue(tasks: readonly DialogueTask[], data: DialogueData): DialogueTask[] {
  const { toInstant } = createWallClock(data);
  const toTime = (task: DialogueTask) => findDue(task, toInstant) ?? Number.MAX_SAFE_INTEGER;
  return tasks.toSorted((one, other) => toTime(one) - toTime(other) || one.priority - other.priority);
}

/** What to begin with, where nothing is planned. */
function describeUrgent(data: DialogueData): FrameOutcome {
  const first = sortByDue(
    data.tasks.filter(({ status }) => status === 'open'),
    data,
  ).slice(0, 3);
  const lines = first.map((task) => `• ${describeTask(task, data)}`);
  return say(
    `Nothing is planned then. To start with:\n${lines.join('\n')}\n'Plan my week' finds times for them.`,
    {
      tasks: first,
      mentions: first.slice(0, 2).map(({ id }) => ({ kind: 'task', id })),
    },
  );
}

function describeTasks(tasks: DialogueData['tasks'], state: string, data: DialogueData): FrameOutcome {
  if (tasks.length === 0)
    return say(state === 'overdue' ? 'You have no overdue tasks.' : `I found no such ${state} tasks.`);
  const count = tasks.length === 1 ? `1 ${state} task` : `${tasks.length} ${state} tasks`;
  const lines = tasks.slice(0, MAX_SHOWN).map((task) => `• ${describeTask(task, data)}`);
  return say(`${count}:\n${lines.join('\n')}`, {
    tasks: tasks.slice(0, MAX_SHOWN),
    mentions: tasks.slice(0, 2).map(({ id }) => ({ kind: 'task', id })),
  });
}
