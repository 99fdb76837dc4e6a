import { DAY_MS, formatDayNumber, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { readNotes } from './answer-notes.ts';
import { createWallClock, type DialogueData, type DialogueEvent, type ToolCall } from './data.ts';
import { findEvents, listCandidates } from './find-events.ts';
import { findTasks } from './find-tasks.ts';
import type { CallFrame, Frame } from './frames.ts';
import { readTaskLine, toTaskFrame } from './read-task.ts';
import { isOneThing, readReference, withoutTimes } from './references.ts';
import { DATED, readMinutes, readWhen, toRange, type When } from './when.ts';

/** Questions that a tool answers: why work is where it is, whether more fits, bookings, settings. */
export function readLookUp(text: string, data: DialogueData): Frame | null {
  return (
    readNotes(text, data) ??
    readDeadlines(text, data) ??
    readBetween(text, data) ??
    readWhy(text, data) ??
    readFit(text, data) ??
    readSupposedTime(text, data) ??
    readWork(text, data) ??
    readRisks(text, data) ??
    readFocusTime(text) ??
    readAddress(text) ??
    readList(text)
  );
}

const DEADLINES = /^list my (?:next deadline|deadlines)\b/i;
const UNTIL_DUE =
  /^how (?:long|many days) (?:is it )?(?:until|till) (?:the |my )?(.{2,80}?)(?:['’]s)?(?: deadline| due date| is due)?$/i;

/** Questions about deadlines of tasks: the next one, all of them, how long until one. */
function readDeadlines(text: string, data: DialogueData): Frame | null {
  if (DEADLINES.test(text)) return { act: 'query_tasks', text, reference: readReference(text, data) };
  const [, name] = UNTIL_DUE.exec(text) ?? [];
  const reference = name ? readReference(name, data) : null;
  if (!reference || reference.words.length === 0 || reference.when !== null) return null;
  const isKnown = [findEvents, findTasks].some(
    (find) => find(reference, data, { mentions: [] }).kind !== 'none',
  );
  return isKnown ? { act: 'query_events', text, reference } : null;
}

const BETWEEN =
  /^(?:what(?:['’]s| is| do i have| have i got)|is there anything|do i have anything)(?: on| happening| planned)? between (?:my |the )?(\p{L}.{1,80}?) and (?:my |the )?(\p{L}.{1,80})$/iu;

/** The pair with the least time between its two, out of several lunches and reviews. One pass, since there may be thousands. */
function findNearest(one: readonly DialogueEvent[], other: readonly DialogueEvent[]) {
  const all = [
    ...one.map((event) => ({ event, isOne: true })),
    ...other.map((event) => ({ event, isOne: false })),
  ].toSorted((a, b) => a.event.start - b.event.start);
  const latest = new Map<boolean, DialogueEvent>();
  let nearest: { readonly first: DialogueEvent; readonly last: DialogueEvent } | null = null;
  for (const { event: last, isOne } of all) {
    const first = latest.get(!isOne);
    const gap = first ? last.start - first.end : -1;
    if (first && gap >= 0 && (!nearest || gap < nearest.last.start - nearest.first.end))
      nearest = { first, last };
    latest.set(isOne, last);
  }
  return nearest;
}

/** 'what's between lunch and the review': between the end of one event and the start of the other. */
function readBetween(text: string, data: DialogueData): Frame | null {
  const names = BETWEEN.exec(text)?.slice(1) ?? [];
  const clock = createWallClock(data);
  const [one = [], other = []] = names.map((name): readonly DialogueEvent[] => {
    const reference = readReference(name, data);
    return reference.words.length > 0 ? listCandidates(reference, data) : [];
  });
  const until = /^now$/i.test(names[0] ?? '') ? other.find(({ start }) => start > data.now) : undefined;
  if (until) {
    const when: When = { from: clock.now, to: clock.toWall(until.start), ...DATED };
    return { act: 'query_events', text, reference: { ...readReference('', data), when } };
  }
  const nearest = findNearest(one, other);
  if (!nearest) return null;
  const when: When = {
    from: clock.toWall(nearest.first.end),
    to: clock.toWall(nearest.last.start),
    ...DATED,
  };
  return { act: 'query_events', text, reference: { ...readReference('', data), when } };
}

const WORK =
  /^what (?:should|shall|do|can|must) i (?:(?:have|need) to (?:do|get done|finish)|work on|do|start with|focus on|be doing|be working on|tackle)(?: (?:now|next|first|today|right now|this (?:morning|afternoon|evening)|((?:on )?(?:tomorrow|(?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day))))?$|^what(?:['’]s| is| are) (?:my |the )?(?:most important|most urgent|top|main|biggest)(?: (?:\d|two|three|four|five))?(?:(?<=urgent|important)| (?:things?|tasks?|priorit(?:y|ies)))(?: (?:now|right now|today|for today|this (?:morning|afternoon|evening)))?$/i;

/** 'what should I work on now': what the plan says for the rest of the day, or for the day that was named. */
function readWork(text: string, data: DialogueData): Frame | null {
  const [said, named] = WORK.exec(text) ?? [];
  if (said === undefined) return null;
  const clock = createWallClock(data);
  const from = (named ? readWhen(named, data)?.from : null) ?? clock.now;
  const end = clock.toInstant(floorTo('day', from) + DAY_MS);
  const open = data.tasks.filter(({ status }) => status === 'open');
  const isPlanned = open.some(({ planned, places = planned ? [planned] : [] }) =>
    places.some((place) => place.start < end && place.end > clock.toInstant(from)),
  );
  if (!isPlanned && open.length > 0)
    return { act: 'query_tasks', text, reference: readReference('', data), isWithoutPlan: true };
  const input = {
    from: new Date(Math.max(clock.toInstant(from), data.now)).toISOString(),
    to: new Date(end).toISOString(),
  };
  return look(text, { tool: 'list_plan', input });
}

const AT_RISK =
  /^(?:what (?:won['’]t|will not|does(?: not|n['’]t)|can['’]t) fit|(?:what|which tasks?)(?:['’]s| is| are) (?:at risk|late|going to be late)|am i overloaded|is my (?:day|week|plan) (?:overloaded|too full|overbooked))(?: (?:this|next) week| today)?$/i;

/** 'what won't fit this week': the open tasks that the plan cannot hold in time. */
function readRisks(text: string, data: DialogueData): CallFrame | null {
  if (!AT_RISK.test(text)) return null;
  const input = {
    from: new Date(data.now).toISOString(),
    to: new Date(data.now + 7 * DAY_MS).toISOString(),
  };
  return look(text, { tool: 'list_plan', input });
}

const FOCUSED =
  /^(?:how (?:long|much|many (?:hours|minutes)) (?:did|have) i (?:focus(?:ed)?|been focus(?:ed|ing))(?: so far)?(?: today)?|(?:what['’]s|what is|show) my focus time(?: today)?)$/i;

const ADDRESS =
  /^(?:what(?:['’]s| is)|do (?:you|i) have|give me|find|show) (\p{L}{1,30}(?: \p{L}{1,30})?)['’]s? (?:e-?mail|mail)(?: address)?$/iu;

/** 'what's Ana's email' */
function readAddress(text: string): CallFrame | null {
  const [, name] = ADDRESS.exec(text) ?? [];
  return name ? look(text, { tool: 'find_people', input: { search: name } }) : null;
}

const readFocusTime = (text: string): CallFrame | null =>
  FOCUSED.test(text) ? look(text, { tool: 'read_focus', input: {} }) : null;

const WHY_HERE =
  /^(?:why|how come)(?: is (?:it|that|this)| did you (?:put|plan|schedule) (?:it|that|this))? ?(?:here|there|then|at that time|that (?:time|day)|now|planned|scheduled)?$/i;
const WHY =
  /^(?:why|how come) (?:is|are|was|did (?:you|it) (?:put|plan|schedule|place)|have you (?:put|planned|scheduled|placed)|am i (?:doing|supposed to do)|do i (?:have to )?do) (.{1,120}?)(?: (?:planned|scheduled|placed|there|here|then|where it is|when it is|(?:so )?(?:late|early|soon)|at risk|overdue|unplanned|not (?:planned|scheduled|before|earlier|later|today|tomorrow))\b.{0,60})?$/i;

const WHEN_WORK =
  /^when (?:will|do|should|can|am) i (?:going to |supposed to |planning to |planned to )?(?:do |work on |finish |start )?(?:the |my )?(.{2,80})$/i;

/** 'how long will the tax return take' */
const HOW_LONG =
  /^how (?:long|much time) (?:will|does|do|should|would|is) (?:the |my )?(.{2,80}?)(?: going to)?(?: take| last| need)?(?: me| us)?$/i;

/** 'can I finish the tax return this week' */
const WILL_FINISH =
  /^(?:can|will|could|do|am) i (?:still |ever |really )?(?:going to |able to |be able to )?(?:finish|complete|get|make) (?:the |my )?(.{2,80}?)(?: (?:done|finished|in time|on time)){0,2}$/i;

function readWhy(text: string, data: DialogueData): Frame | null {
  const work = WHEN_WORK.exec(text)?.[1];
  const planned = work ? toTaskFrame('explain_task', text, work, data) : null;
  if (
    planned &&
    (isOneThing(planned.reference)
      ? /\bshould\b/i.test(text)
      : planned.reference.words.length > 0 &&
        findTasks(planned.reference, data, { mentions: [] }).kind !== 'none') &&
    findEvents(planned.reference, data, { mentions: [] }).kind === 'none'
  )
    return planned;
  const lasting = HOW_LONG.exec(text)?.[1];
  const length = lasting ? readReference(lasting, data) : null;
  if (
    length &&
    findTasks(length, data, { mentions: [] }).kind === 'found' &&
    findEvents(length, data, { mentions: [] }).kind === 'none'
  )
    return { act: 'query_tasks', text, reference: length };
  const unfinished = WILL_FINISH.exec(text)?.[1];
  const finished = unfinished
    ? toTaskFrame('explain_task', text, withoutTimes(unfinished, data).rest, data)
    : null;
  if (finished && findTasks(finished.reference, data, { mentions: [] }).kind === 'found') return finished;
  if (WHY_HERE.test(text)) return toTaskFrame('explain_task', text, 'it', data);
  const object = WHY.exec(text)?.[1];
  // A time such as 'on Tuesday' is the task's place, not a part of its name.
  return object ? toTaskFrame('explain_task', text, withoutTimes(object, data).rest, data) : null;
}

const FIT =
  /^(?:can|could|would|will|do|does|should) (?:i |we )?(?:still |also |even )?(?:fit|squeeze)(?: in)? (.{1,160})$/i;
const FITS = /^(?:can|could|would|will|does|do) (.{1,120}?) (?:still |also |even )?fit(?: in)?\b(.{0,80})$/i;
const IS_TIME =
  /^(?:do i have|have i got|is there|will there be|will i have) (?:still |enough |the )?(?:time|room) (?:for|to do|to finish|to write|to) (.{1,160})$/i;
const TAKEN_ON =
  /^(?:what (?:if|happens if)|what would happen if) i (?:have to do|had to do|have to|had to|need to do|take on|took on|also do|did|do|add|added) (.{1,160})$/i;

/** 'can I fit a 3 hour report before Friday' */
function readFit(text: string, data: DialogueData): Frame | null {
  const fits = FITS.exec(text);
  const said = FIT.exec(text)?.[1] ?? (fits && `${fits[1]} ${fits[2]}`) ?? TAKEN_ON.exec(text)?.[1];
  // Free time for a meeting is another question than time for work until a day.
  const work = said ?? (DEADLINE.test(text) ? IS_TIME.exec(text)?.[1] : undefined);
  const minutes = work ? readMinutes(work) : null;
  const known =
    work && minutes === null
      ? withoutTimes(work, data).rest.replace(/ (?:before|by|until|till)\s*$/i, '')
      : '';
  const reference = readReference(known, data);
  if (reference.words.length > 0 && findTasks(reference, data, { mentions: [] }).kind === 'found')
    return toTaskFrame('explain_task', text, known, data);
  if (!work || minutes === null) return null;
  const { title, hours } = readTaskLine(work.replace(ARTICLE, ''), data);
  const when = readWhen(work, data);
  const task = {
    title: UNNAMED.test(title)
      ? 'New task'
      : title
          .replace(ARTICLE, '')
          .replace(/^(?:of|for) /i, '')
          .replace(/ (?:before|until|this|in)$/i, ''),
    durationMinutes: minutes,
    ...(when && toDue(when, data)),
    ...(hours !== null && { hours }),
  };
  return look(text, { tool: 'what_if', input: { tasks: [task] } });
}

/** What says only that it is work. */
const UNNAMED = /^(?:(?:task|thing|work|something|job)(?: in)?)?(?: (?:before|until|this|in))?$/i;
const DEADLINE = /\b(?:by|before|until|till)\b/i;
const ARTICLE = /^(?:an?|the|another|my|one more) /i;

/** When the work has to be finished: 'before Friday' is on Thursday. */
function toDue(when: When, data: DialogueData): { readonly dueOn?: string; readonly dueAt?: string } {
  const clock = createWallClock(data);
  if (when.minute !== null) return { dueAt: new Date(toRange(when, clock).start).toISOString() };
  const from = floorTo('day', when.from ?? clock.now);
  const end = when.open === 'before' ? from : (when.to ?? from + DAY_MS);
  return { dueOn: formatDayNumber(Math.ceil(end / DAY_MS) - 1) };
}

const TAKEN =
  /^(?:what (?:if|happens if)|what would happen if) (?:(?:i|we) (?:take|took|have|had|am|was|were|get|got)|there (?:is|was|were)) (.{1,120})$/i;

/** 'what if I take Friday off', 'what if I had a meeting tomorrow from 10 to 12' */
function readSupposedTime(text: string, data: DialogueData): CallFrame | null {
  const said = TAKEN.exec(text)?.[1];
  const when = said ? readWhen(said, data) : null;
  if (!said || !when) return null;
  const { start, end } = toRange(when, createWallClock(data));
  const isMoment = when.minute !== null && when.endMinute === null;
  const busy = {
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(isMoment ? start + (readMinutes(said) ?? 60) * MINUTE_MS : end).toISOString(),
  };
  return look(text, { tool: 'what_if', input: { busy: [busy] } });
}

const look = (text: string, ...calls: readonly ToolCall[]): CallFrame => ({
  act: 'call_tool',
  text,
  calls,
  isReadOnly: true,
});

const ASKS = String.raw`(?:show|list|read|give|tell|see|what|which|who|do|are|any|have|how|when|where|send|copy)\b.{0,30}`;
const BOOKING_LINK = new RegExp(
  String.raw`^(?:${ASKS}\b)?(?:(?:my|the) (?:booking|scheduling|public) (?:link|page|url|address)(?:es|s)?|(?:my|the) event types|what can (?:people|others|visitors) book)(?: with me)?$`,
  'i',
);
const BOOKINGS = new RegExp(
  String.raw`^(?:${ASKS}\bbookings?(?: (?:are|do i have|that))?|who (?:has |have )?booked(?: (?:me|time|a (?:meeting|slot)))?(?: with me)?|(?:my|the|open|pending|upcoming|waiting) bookings)(?: (?:with me|coming up|there|waiting|to approve|pending|for approval|wait(?:ing)? for (?:me|approval)))?$`,
  'i',
);
const REQUESTS = new RegExp(
  String.raw`^(?:${ASKS}\b(?:meeting requests?|polls?)(?: (?:are|do i have))?(?: open)?|(?:my|open) (?:meeting requests|polls)|who (?:has |have |has not |hasn['’]t )?answered(?: (?:my|the) (?:poll|meeting request|request|invitation)s?)?)$`,
  'i',
);
const SETTINGS =
  /^(?:(?:what|when|show|list|read|tell)(?:['’]s| are| is| me)? )?(?:my |the )(?:working |work |office |personal |planner |planning |scheduling )?(?:hours|settings)(?: set to)?$/i;

function readList(text: string): CallFrame | null {
  if (BOOKING_LINK.test(text)) return look(text, { tool: 'list_event_types', input: {} });
  if (BOOKINGS.test(text)) {
    const status = /\b(?:pending|waiting|wait|approv)/i.test(text) ? { status: 'PENDING' } : {};
    return look(text, { tool: 'list_bookings', input: status });
  }
  if (REQUESTS.test(text)) return look(text, { tool: 'list_meeting_requests', input: {} });
  return SETTINGS.test(text) ? look(text, { tool: 'read_settings', input: {} }) : null;
}
