import { parseQuickAdd } from '../quick-add.ts';
import { readTimes } from '../time-expressions/read-times.ts';
import { floorTo } from '../time-expressions/spans.ts';
import { type Understanding, understand } from '../understanding/understand.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { CreateEventFrame, CreateTaskFrame, Frame, TaskFrame } from './frames.ts';
import { isDenial, isNoNewEvent } from './no-request.ts';
import { findPeople } from './people.ts';
import { isOnlyTime, readEdit, readStartOrEnd } from './read-edit.ts';
import { findCompany, readReference, withoutTimes } from './references.ts';
import { toOneLine } from './trimming.ts';
import { readMinutes, readWhen, type When } from './when.ts';

/** What one clause asks for; null if it is not understood. */
export function readFrame(clause: string, data: DialogueData): Frame | null {
  if (CONDITIONAL.test(clause)) return null;
  if (PLAN.test(clause)) return { act: 'plan', text: clause };
  const edge = readStartOrEnd(clause, data);
  if (edge) return edge;
  const task = readTaskFrame(clause, data);
  if (task) return task;
  const clear = CLEAR.exec(clause);
  if (clear?.[1]) return toDeletion(clause, `all ${clear[1]}`, data);
  const edit = readEdit(clause, data);
  if (edit) return edit;
  return readByIntent(clause, data);
}

/** What is left of a condition that was not recognised, or of a denial. */
const CONDITIONAL = /^(?:if|unless|in case|provided|as long as|no|not) /i;

const PLAN =
  /^(?:re-?plan|plan|organi[sz]e|optimi[sz]e|arrange|schedule|re-?schedule|sort out|rearrange)(?: out)? (?:all )?(?:of )?(?:my|the|our) (?:(?:whole|entire|rest of (?:the|my)) )?(?:day|week|weekend|month|time|work|tasks?|to-?dos?|to-?do list|schedule|calendar|everything|morning|afternoon|plan)(?: again| for .{1,30}| please| today| tomorrow| this week| next week)?$|^(?:re-?plan|plan everything|make (?:me )?a (?:new )?plan(?: for .{1,40})?)$/i;

/** 'clear my afternoon' */
const CLEAR =
  /^(?:clear|clean|wipe|free up|empty|clear out|clear off|clean up|clean out) ((?:my|the|all|out my|everything|this|next|today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday).*)$/i;

const LIST = String.raw`(?:(?:my|the|our|a) )?(?:([\p{L}]+(?: [\p{L}]+)?) )?(?:list|lists)`;
const ADD_TO_LIST = new RegExp(
  String.raw`^(?:add|put|append|insert|include|write|note|jot down) (.{1,300}?) (?:to|on|onto|in|into|for) ${LIST}(?: of things to do)?( (?:for|by|on|before) .{1,40})?$`,
  'iu',
);
const ADD_TO_TODOS =
  /^(?:add|put|append|insert|include|write) (.{1,300}?) (?:to|on|onto|in|into) (?:my |the )?(?:to-?dos?|to dos?|tasks?|inbox)$/i;
const NEW_TASK =
  /^(?:add|create|make|new|set up|enter|note)(?: (?:me )?(?:a|an|another|the))?(?: new)? (?:task|to-?do|to do|todo item|to-do item)(?: item)?(?: (?:called|named|titled|to|for|:|-))? ?(.{1,300})$/i;
const REMIND =
  /^(?:remind me|set (?:me )?a reminder|create (?:me )?a reminder|make (?:me )?a reminder|add a reminder|set up a reminder|reminder|don'?t let me forget|don'?t forget|note to self|i need to remember)\b[:,]? ?(?:to |about |of |that |for )?(.{0,300})$/i;
const DONE =
  /^(?:mark|set|check|tick) (?:off )?(?:the )?(?:task )?(.{1,200}?)(?: (?:off )?(?:as )?(?:done|complete|completed|finished|off))(?: (?:on|from|in) .{1,60})?$|^(?:complete|finish|tick off|check off|cross off) (?:the )?(?:task )?(.{1,200}?)(?: (?:on|from|off) (?:my|the) .{0,40}list)?$|^(?:i(?:'m| am|'ve| have)? ?)?(?:just )?(?:done|finished|completed|did)(?: with)? (.{1,200})$|^(?!(?:what|which|who|when|where|how|is|are|was|were|not|nothing|i'm|i am|we|if|until|once|after)\b)(.{1,120}?) (?:is |are )?(?:all )?(?:done|finished|completed?)$/i;
const DELETE_TASK =
  /^(?:delete|remove|drop|cancel|scratch|cross|take|erase) (?:the )?(?:tasks?|to-?dos?|to do) (?:called |named |to )?(.{1,200})$|^(?:delete|remove|drop|take|erase|scratch|cross|omit) (.{1,200}?) (?:from|off|out of|in) (?:my |the )?(?:[\p{L}]+ )?(?:to-?do |to do |task )?(?:list|lists|tasks|to-?dos)$/iu;
const CHANGE_TASK =
  /^(?:move|change|postpone|push|reschedule|set) (?:the )?(?:(?:due date|deadline) (?:of|for) (.{1,200}?)|(?:the )?(?:task|to-?do) (.{1,200}?)) (?:back )?(?:to|until|till|for|on) (.{1,80})$/i;
const PROJECTS = /^(?:to-?do|to do|task|tasks|my|todo)$/i;

function readTaskFrame(clause: string, data: DialogueData): Frame | null {
  const added = ADD_TO_LIST.exec(clause);
  if (added?.[1]) {
    const items = added[2] ? splitItems(added[1], added[2]) : [added[1]];
    return toTask(clause, items.map((item) => `${item}${added[3] ?? ''}`).join('\n'), added[2] ?? null);
  }
  const line = ADD_TO_TODOS.exec(clause)?.[1] ?? NEW_TASK.exec(clause)?.[1] ?? TASK_LINE.exec(clause)?.[1];
  if (line) return toTask(clause, line, null);
  const reminder = REMIND.exec(clause);
  if (reminder) return toReminder(clause, reminder[1] ?? '', data);
  const done = DONE.exec(clause);
  const finished = done?.[1] ?? done?.[2] ?? done?.[3] ?? done?.[4];
  if (finished) return toTaskFrame('complete_task', clause, finished, data);
  const deleted = DELETE_TASK.exec(clause);
  const dropped = deleted?.[1] ?? deleted?.[2];
  if (dropped) return toTaskFrame('delete_task', clause, dropped, data);
  const changed = CHANGE_TASK.exec(clause);
  const object = changed?.[1] ?? changed?.[2];
  return object && changed?.[3]
    ? { ...toTaskFrame('change_task', clause, object, data), to: changed[3] }
    : null;
}

/** 'todo: water the plants' */
const TASK_LINE =
  /^(?:to-?do|task)(?: ?[:–-] ?| (?!(?:lists?|items?|for|due)\b|(?:today|tomorrow)$))(\S.{0,299})$/i;

/** 'milk, eggs and bread' as three; 'salt and pepper' is two things only where things are bought or packed. */
function splitItems(line: string, list: string): string[] {
  const isOfThings = /\b(?:shopping|grocer(?:y|ies)|packing|supermarket)\b/i.test(list);
  if (!line.includes(',') && !isOfThings) return [line];
  return line
    .split(/, and |, | and | & |,/i)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function toTask(text: string, line: string, list: string | null): CreateTaskFrame {
  const project = list && !PROJECTS.test(list.trim()) ? list.trim().toLowerCase() : null;
  return { act: 'create_task', text, line: line.trim(), project, isReminder: false };
}

function toReminder(text: string, line: string, data: DialogueData): CreateTaskFrame {
  const [first = '', ...more] = line.trim().split(' to ');
  // 'tonight to call mom': the time comes last in a line of quick add.
  const isTimeFirst = more.length > 0 && readWhen(first, data) !== null && isOnlyTime(first, data);
  const said = isTimeFirst ? `${more.join(' to ')} ${first}` : line.trim().replace(/^to (?=\S)/i, '');
  return { act: 'create_task', text, line: said === '' ? null : said, project: null, isReminder: true };
}

export function toTaskFrame(
  act: TaskFrame['act'],
  text: string,
  object: string,
  data: DialogueData,
): TaskFrame {
  return { act, text, reference: readReference(object, data), chosenId: null, to: null, title: null };
}

const toDelete = (text: string, object: string, data: DialogueData): Frame => ({
  act: 'delete_event',
  text,
  reference: readReference(object, data),
  chosen: null,
});

/** 'delete all my tasks' is never about events. */
function toDeletion(text: string, object: string, data: DialogueData): Frame {
  const { kind, words } = readReference(object, data);
  return kind === 'task' && (words.length === 0 || /\b(?:tasks?|to-?dos?)$/i.test(object.trim()))
    ? toTaskFrame('delete_task', text, object, data)
    : toDelete(text, object, data);
}

/** 'submit the report by Friday' is work, and no event. */
const DEADLINE =
  / by (?:mon|tue|wed|thu|fri|sat|sun|tomorrow|today|tonight|noon|end of|the end|next|\d)[\p{L}\d :.]{0,20}$/iu;

/** Less sure than this, it is better to say that the request was not understood. */
const LEAST_CONFIDENCE = 0.45;

function readByIntent(clause: string, data: DialogueData): Frame | null {
  const { now } = createWallClock(data);
  const said = understand(clause, { now, isMonthFirst: data.isMonthFirst });
  const forced = findForcedIntent(clause);
  const intent = forced ?? (said.confidence >= LEAST_CONFIDENCE ? said.intent : 'other');
  switch (intent) {
    case 'create_event':
      if (forced === null && DEADLINE.test(clause) && !QUESTION.test(clause) && !isNoNewEvent(clause))
        return toTask(clause, clause, null);
      // A question is none, whatever the model takes it for.
      return QUESTION.test(clause) || (forced === null && isNoNewEvent(clause))
        ? null
        : toCreate(clause, said, data);
    case 'delete_event':
      return toDeletion(clause, clause.replace(DELETING, '').replace(FROM_CALENDAR, ''), data);
    case 'update_event':
      return readEdit(clause, data) ?? toVagueChange(clause, data);
    case 'query_events':
      return { act: 'query_events', text: clause, reference: readReference(toAsked(clause), data) };
    case 'query_tasks':
      return { act: 'query_tasks', text: clause, reference: readReference(toAsked(clause), data) };
    case 'find_free_time':
      if (isDenial(clause)) return null;
      return toFreeTime(clause, data);
    case 'create_task':
      return toTask(clause, said.slots.title?.join(' ') ?? clause, said.slots.list?.[0] ?? null);
    case 'set_reminder':
      return toReminder(
        clause,
        clause.replace(/^(?:set|create|add|make) (?:an? )?(?:alarm|reminder)(?: for| to| at)?/i, ''),
        data,
      );
    case 'complete_task':
      return toTaskFrame('complete_task', clause, said.slots.title?.join(' ') ?? clause, data);
    case 'delete_task':
      return toTaskFrame(
        'delete_task',
        clause,
        said.slots.title?.join(' ') ?? clause.replace(DELETING, ''),
        data,
      );
    case 'other':
      return readTelegram(clause, said, data);
  }
}

const ORDER =
  /^(?:ignore|forget|play|turn|open|close|translate|send|email|e-mail|text|tell|ask|transfer|order|buy|search|google|move|cancel|delete|remove|change|rename|put|keep|make|say|let|get|please|undo)\b/i;
const SENTENCE =
  /\b(?:is|are|was|were|will|would|should|needs?|wants?|has|have|had|got|goes|went|said|says|am|['’](?:m|re|ll|ve))\b/i;
const MOST_WORDS = 5;

/** Few words and a time: 'coffee with Ana fri 10:00' is something new, 'next week' asks what is on. */
function readTelegram(clause: string, said: Understanding, data: DialogueData): Frame | null {
  const when = readWhen(clause, data);
  const asked = clause.replace(/^(?:and|anything|something)(?: on)? /i, '');
  if (when?.hasDate && isOnlyTime(asked, data))
    return { act: 'query_events', text: clause, reference: readReference(asked, data) };
  if (QUESTION.test(clause) || ORDER.test(clause) || isNoNewEvent(clause)) return null;
  if (DEADLINE.test(clause)) return toTask(clause, clause, null);
  const frame = toCreate(clause, said, data);
  const isPart = when?.hasDate === true && when.isWithinDay && when.from !== floorTo('day', when.from ?? 0);
  const isAtTime = frame.when?.minute != null && (frame.when.hasDate || frame.recurrenceRule !== null);
  const isTimed = isAtTime || isPart;
  const words = frame.title?.split(' ').length ?? 0;
  return isTimed && !SENTENCE.test(clause) && words > 0 && words <= MOST_WORDS ? frame : null;
}

const DELETING =
  /^(?:cancel|delete|remove|clear|drop|scrap|erase|get rid of|take off|call off|scratch|skip|unschedule|discard|kill|nix|take)(?: out| off)?\s+/i;
const FROM_CALENDAR =
  / (?:from|off|off of|in|on) (?:my |the )?(?:\p{L}{1,20} )?(?:calend[ae]rs?|schedule|agenda|events?|diary)$/iu;
const CREATING =
  /^(?:schedule|book|block|reserve|set up|set|plan|arrange|organi[sz]e|create|add|put|new|make|get|need|write down|pencil in|hook up|have)\b/i;

/** Events of whole days that are said without a verb: 'vacation from Dec 21 to Dec 28'. */
const NAMED_DAYS =
  /^(?:my |our )?(?:vacation|holidays?|day off|out of office|ooo|pto|\p{L}+(?:'s|’s) birthday)\b.{3,}/iu;

const QUESTION =
  /^(?:what|when|where|who|how|which|why|is|are|do|does|did|was|were|have i|has|am i|can i|could i|may i)\b/i;

/** What the first word says for certain. */
function findForcedIntent(clause: string): Understanding['intent'] | null {
  if (/^what (?:did|have) (?:i|we) (?:do|done|have on)\b/i.test(clause)) return 'query_events';
  if (/^(?:cancel|call off|unschedule|skip|get rid of|remove|delete|erase)\b/i.test(clause))
    return 'delete_event';
  if (/^take .{1,120} off (?:of )?(?:my|the) (?:calend[ae]r|schedule|agenda)$/i.test(clause))
    return 'delete_event';
  if (
    /^(?:am i (?:free|available|busy)|when (?:am i|are we|is .{1,30}) (?:free|available)|do i have (?:any )?(?:free )?time|find (?:me )?(?:a |an |some )?(?:free |open |available )?(?:time|slot|hour|gap|\d))/i.test(
      clause,
    )
  )
    return 'find_free_time';
  if (
    /^(?:what|when|where|who|whom|how|which|do i|did i|is there|are there|show|list|tell me|have i)\b/i.test(
      clause,
    )
  )
    return /\b(?:tasks?|to-?dos?|to do|list|lists|due|overdue)\b/i.test(clause) &&
      !/\bmeeting|calendar|event|schedule\b/i.test(clause)
      ? 'query_tasks'
      : null;
  if (/^(?:schedule|book|block|pencil in|set up) /i.test(clause)) return 'create_event';
  if (/^put .{1,120} (?:on|at|in|down) /i.test(clause) || NAMED_DAYS.test(clause)) return 'create_event';
  return null;
}

const toAsked = (clause: string): string =>
  clause
    .replace(/\bthe (?:location|place|address|room|time|date|start|length|duration) (?:of|for) /i, '')
    .replace(
      /\b(?:what(?:'s| is| are| do| does| did| time| day| date)?|when(?:'s| is| are| do| does| did| was)?|where(?:'s| is| are| do| does)?|who(?:'s| is| are| am)?|whom|how (?:many|long|much|often)|which|show me|show|list|tell me|about|do|did|does|i|have|has|had|got|is|are|was|there|any|on|my|going on|coming up|happening|like|look|looking|see|check|give|me|read|find|search|till|until|left|time|plate|know|need|many|details|info|information|meet|met|meeting up|next up|busy|supposed|attend|attending|coming|take place|held|invited|cancell?ed|be|am|will|who else|else|up|it's)\b/gi,
      (word) => (KEPT.test(word) ? word : ' '),
    );
const KEPT = /^(?:on|my|until|till|any)$/i;

function toVagueChange(clause: string, data: DialogueData): Frame | null {
  const object = clause.replace(/^(?:change|update|edit|modify|reschedule|move|adjust)\s+/i, '');
  return object === clause
    ? null
    : {
        act: 'change_event',
        text: clause,
        reference: readReference(object, data),
        edit: {
          title: null,
          location: null,
          shiftMinutes: null,
          growMinutes: null,
          minutes: null,
          to: null,
          endsAt: null,
          isToFreeTime: false,
          invited: [],
          removed: [],
        },
        chosen: null,
      };
}

const AT_FREE_TIME =
  /\b(?:in|at|during|for|on) (?:my |the |a )?(?:next|first|earliest) (?:free|available|open) (?:slot|time|spot|gap|window|hour)|\b(?:whenever|when|next time) i(?:'m| am) (?:next )?(?:free|available)|\bfind (?:me )?(?:a |some )?(?:time|slot)/i;
const ALL_DAY =
  /\ball[- ]day\b|\bfull[- ]day\b|\b(?:vacation|holiday|birthday|anniversary|day off|out of office|ooo|pto)\b/i;

export function toCreate(clause: string, said: Understanding, data: DialogueData): CreateEventFrame {
  const { now } = createWallClock(data);
  const { repeats } = readTimes(clause, { now, isMonthFirst: data.isMonthFirst });
  const { rule, minute } = splitRule(repeats[0]?.rule ?? null);
  const isAtFreeTime = AT_FREE_TIME.test(clause);
  // 'a table for 4 at 7' is at seven.
  const timed = clause
    .replace(AT_FREE_TIME, ' ')
    .replace(/\bfor \d{1,2}(?= (?:people|persons|guests)\b|.{0,30} at \d)/i, ' ');
  const { people } = findCompany(withoutTimes(clause, data).rest);
  // What the tagger takes for a name is one only if somebody is called so.
  const invited = findPeople(said.slots.attendees ?? [], data).known.map(({ email }) => email);
  const minutes = readMinutes(withoutMoments(timed));
  return {
    act: 'create_event',
    text: clause,
    title: readTitle(clause, said, data),
    people: people.length > 0 ? people : invited,
    when: atTime(
      readWhen(timed.replace(/\bfor (?=\d+(?:\.\d+)? ?(?:h|m)|an? hour|half)/i, ' '), data),
      minute,
    ),
    minutes,
    location: findLocation(clause, said),
    recurrenceRule: rule,
    isAllDay: ALL_DAY.test(clause),
    isAtFreeTime,
  };
}

/** 'every Monday at 10': the time of day is that of the event, not a part of its rule. */
function splitRule(rule: string | null): { readonly rule: string | null; readonly minute: number | null } {
  const hour = /BYHOUR=(\d{1,2})(?=;|$)/.exec(rule ?? '')?.[1];
  if (rule === null || hour === undefined) return { rule, minute: null };
  const past = /BYMINUTE=(\d{1,2})(?=;|$)/.exec(rule)?.[1] ?? '0';
  const parts = rule.split(';').filter((part) => !/^BY(?:HOUR|MINUTE)=/.test(part));
  return { rule: parts.join(';'), minute: Number(hour) * 60 + Number(past) };
}

function atTime(when: When | null, minute: number | null): When | null {
  if (minute === null) return when;
  const time = { minute, endMinute: null, isEitherHalf: false };
  if (when) return { ...when, ...time };
  return { ...time, from: null, to: null, open: null, hasDate: false, isWeekday: false, isWithinDay: true };
}

/** A place that was said with 'at' or 'in'; what something is about is none. */
function findLocation(clause: string, { slots }: Understanding): string | null {
  const place = slots.location?.find((words) =>
    / (?:at|in|@) (?:the )?$/i.test(clause.slice(0, clause.indexOf(words))),
  );
  return place ?? null;
}

/** 'in 2 hours' is a time, and no length. */
const withoutMoments = (text: string): string =>
  text.replace(
    /\bin (?:an?|the|\d+|half|one|two|three)\b[^,.]{0,16}?(?:minutes?|mins?|hours?|hrs?|days?|weeks?)\b/gi,
    ' ',
  );

const QUOTED = /"([^"]{1,200})"|“([^”]{1,200})”/;
const CALLED =
  /\b(?:called|named|titled|entitled|labell?ed) ([^,.]{1,120}?)(?= (?:on|at|for|from|every|tomorrow|today|next|this|with|in|by|lasting|starting)\b|[,.]|$)/i;

/** What a new event is called; null if that was not said. */
function readTitle(clause: string, said: Understanding, data: DialogueData): string | null {
  const quoted = QUOTED.exec(clause);
  const named = quoted?.[1] ?? quoted?.[2] ?? CALLED.exec(clause)?.[1];
  if (named) return named.trim();
  const { rest } = withoutTimes(clause.replace(AT_FREE_TIME, ' '), data);
  const about =
    /\b(?:about|regarding|re:?|to discuss|to talk about) (.{1,120}?)(?= (?:on|at|with|for|in my|tomorrow|today)\b|[,.]|$)/i
      .exec(rest)?.[1]
      ?.trim();
  const { people, rest: alone } = findCompany(rest);
  const core = toCore(alone);
  const isGeneric =
    core === '' || /^(?:meeting|call|chat|appointment|event|sync|session|catch-?up|time|slot)$/i.test(core);
  if (about && isGeneric) return capitalise(about.replace(/^(?:the|my|our) /i, ''));
  if (core === '')
    return people.length > 0
      ? capitalise(`Meeting with ${joinAnd(people)}`)
      : AT_FREE_TIME.test(clause)
        ? 'Meeting'
        : (said.slots.title?.[0] && capitalise(said.slots.title[0])) || null;
  const isJustTime = /^(?:time|slot|block|event|entry|something|reminder|it)$/i.test(core);
  if (isJustTime) return null;
  return capitalise(people.length > 0 ? `${core} with ${joinAnd(people)}` : core);
}

const joinAnd = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The words that are left when verbs, articles and lengths are gone. */
function toCore(text: string): string {
  const [subject = ''] = ` ${text}`.split(/ (?:about|regarding|to discuss) /i);
  const core = toOneLine(subject)
    .replace(/^(?:i|we)(?:['’]ve| have| got|['’]m| am|['’]re| are)(?: got| having)? (?=\S)/i, ' ')
    .replace(CREATING, ' ')
    .replace(/^ {0,2}(?:down|in|out(?! of)|off|up) /i, ' ')
    .replace(
      /\b(?:to|on|in|into|onto|from) (?:my|the|our) (?:\p{L}{1,30} )?(?:calend[ae]r|schedule|agenda|diary|planner)\b| (?:to|on|in) calend[ae]r\b/giu,
      ' ',
    )
    .replace(
      /\b(?:for |lasting |of )?(?:an?|\d{1,3}(?:\.\d{1,2})?|half an?|one|two|three|thirty|fifteen|forty[- ]five|sixty|ninety)(?: and a half)?[- ]?(?:hours?|hrs?|h|minutes?|mins?|m)(?:[- ]long)?\b(?: and \d{1,2} min(?:ute)?s?)?/gi,
      ' ',
    )
    .replace(/\bat (?:the )?[\p{L}' ]{2,40}$/iu, ' ')
    .replace(/[,;:!?.]/g, (mark, at: number, all: string) => (isInWord(all, at) ? mark : ' '));
  const words = toOneLine(core).split(' ');
  while (LEADING.has(words[0]?.toLowerCase() ?? '-')) words.shift();
  while (TRAILING.has(words.at(-1)?.toLowerCase() ?? '-')) words.pop();
  return words.join(' ');
}

/** '1:1' and 'v1.2' keep their marks. */
const isInWord = (text: string, at: number): boolean =>
  /\S/.test(text[at + 1] ?? ' ') && /\S/.test(text[at - 1] ?? ' ');

const LEADING = new Set(
  'me us a an the my our another new some event entry for to of on at in from time and'.split(' ').concat(''),
);
const TRAILING = new Set(
  'at on for in to from by and of a the my every starting between around with until'.split(' ').concat(''),
);

function toFreeTime(clause: string, data: DialogueData): Frame {
  const { rest } = withoutTimes(clause, data);
  const other =
    /\b(?:is|are|will|when is|when are|when will|does) ([\p{L}]+)(?: (?:and|&) ([\p{L}]+))? (?:be )?(?:free|available|busy|have time)/iu.exec(
      rest,
    );
  const others = [other?.[1], other?.[2]].flatMap((one) => one ?? []);
  return {
    act: 'find_free_time',
    text: clause,
    when: readWhen(clause, data),
    minutes: readMinutes(withoutMoments(clause)),
    others: others.filter((name) => !/^(?:i|we|me|us|there|it|that|my|the)$/i.test(name)),
    company: findCompany(rest).people,
  };
}

/** A line of quick add in its own words. */
export function readTaskLine(line: string, data: DialogueData) {
  return parseQuickAdd(line, {
    now: data.now,
    timeZone: data.timeZone,
    locale: data.isMonthFirst ? 'en-US' : 'en-GB',
  });
}
