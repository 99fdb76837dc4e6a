import { floorTo } from '../time-expressions/spans.ts';
import { type Understanding, understand } from '../understanding/understand.ts';
import { readInvitationAnswer } from './answer-invitation.ts';
import { asksForBusiestDay } from './answer-totals.ts';
import { beginsWithVerb } from './clauses.ts';
import { readCopy } from './copy-event.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { readStartOrEnd } from './edit-times.ts';
import { readSeriesEnd } from './end-series.ts';
import { findEvents } from './find-events.ts';
import { findTasks } from './find-tasks.ts';
import { type CreateEventFrame, type Frame, NO_EDIT } from './frames.ts';
import { readMoveBeside } from './move-beside.ts';
import { isDenial, isNoNewEvent } from './no-request.ts';
import { isOnlyTime } from './only-time.ts';
import { toCreate, withoutMoments } from './read-create.ts';
import { readEdit } from './read-edit.ts';
import { readSetting } from './read-setting.ts';
import { readTaskFrame, toReminder, toTask, toTaskFrame } from './read-task.ts';
import { findCompany, readReference, withoutTimes } from './references.ts';
import { readMeetingRequest } from './request-meeting.ts';
import { readMinutes, readWhen } from './when.ts';

/** What one clause asks for; null if it is not understood. */
export function readFrame(clause: string, data: DialogueData): Frame | null {
  const [, request, except] = EXCEPT.exec(clause) ?? [];
  if (!request || !except) return readWhole(clause, data);
  const frame = readWhole(request, data);
  // An exception needs a whole from which it is excluded.
  if (!frame || !('reference' in frame) || !frame.reference.isAll) return null;
  // 'everything except the dentist tomorrow' is about tomorrow.
  const when = frame.reference.when ?? readReference(except, data).when;
  return { ...frame, reference: { ...frame.reference, when, except } };
}

/** 'cancel everything tomorrow except the dentist' */
const EXCEPT =
  /^(.{3,200}?),? (?:except(?: for)?|apart from|other than|but not|but keep|excluding|besides) (.{2,120})$/i;

function readWhole(clause: string, data: DialogueData): Frame | null {
  const setting =
    readSetting(clause, data) ?? readMeetingRequest(clause, data) ?? readInvitationAnswer(clause, data);
  if (setting) return setting;
  if (CONDITIONAL.test(clause)) return null;
  if (PLAN.test(clause)) return { act: 'plan', text: clause };
  if (HOUSEWORK.test(clause)) return toTask(clause, clause, null);
  if (TOTALS.test(clause) || asksForBusiestDay(clause))
    return { act: 'query_events', text: clause, reference: readReference(clause, data) };
  const placed = readCopy(clause, data) ?? readMoveBeside(clause, data);
  if (placed) return placed;
  const ended = readSeriesEnd(clause, data);
  if (ended) return ended;
  const edge = readStartOrEnd(clause, data);
  if (edge) return edge;
  const task = readTaskFrame(clause, data);
  if (task) return task;
  const clear = CLEAR.exec(clause);
  if (clear?.[1]) return toDeletion(clause, `all ${clear[1]}`, data);
  const edit = readEdit(clause, data);
  if (edit) return edit;
  const [, gone] = IS_CANCELLED.exec(clause) ?? [];
  const dropped = gone ? readReference(gone, data) : null;
  if (
    gone &&
    dropped &&
    dropped.words.length > 0 &&
    findEvents(dropped, data, { mentions: [] }).kind === 'found'
  )
    return toDelete(clause, gone, data);
  return readByIntent(clause, data);
}

/** 'take out the trash' takes nothing out of the calendar. */
const HOUSEWORK =
  /^take (?:out )?(?:the |my |a )?(?:trash|garbage|rubbish|bins?|recycling|dog|kids|car|pills?|meds|medicine|vitamins)\b/i;

/** 'do I have any conflicts', 'how many hours of meetings do I have' */
const TOTALS =
  /^(?:do i have|are there|is there|have i got|any|show|list|what|which|am i)\b.{0,40}\b(?:conflicts?|conflicting|double[- ]?book(?:ed|ings?)|overlap(?:s|ping)?|clash(?:es|ing)?)\b|^how (?:many hours|much (?:of my )?time)\b(?!.*\b(?:till|until|before|free|left|between)\b)/i;

/** What is left of a condition that was not recognised, or of a denial. */
const CONDITIONAL = /^(?:if|unless|in case|provided|as long as|no|not) /i;

/** 'the retro is cancelled' */
const IS_CANCELLED =
  /^(?:the |my |our )?(?!i\b|we\b|you\b|nothing\b)(.{2,60}?) (?:is|was|has been|got|is now) (?:cancell?ed|called off|off)$/i;

const PLAN =
  /^(?:re-?plan|plan|organi[sz]e|optimi[sz]e|arrange|schedule|re-?schedule|sort out|rearrange)(?: out)? (?:all )?(?:of )?(?:my|the|our) (?:(?:whole|entire|rest of (?:the|my)) )?(?:day|week|weekend|month|time|work|tasks?|to-?dos?|to-?do list|schedule|calendar|everything|morning|afternoon|plan)(?: again| for .{1,30}| please| today| tomorrow| this week| next week)?$|^(?:re-?plan|plan everything|(?:re-?)?plan (?:for )?(?:today|tomorrow|(?:this|next) week|the week|(?:this |next )?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})|make (?:me )?a (?:new )?plan(?: for .{1,40})?)$/i;

/** 'clear my afternoon' */
const CLEAR =
  /^(?:clear|clean|wipe|free up|empty|clear out|clear off|clean up|clean out) ((?:my|the|all|out my|everything|this|next|today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday).*)$/i;

const toDelete = (text: string, object: string, data: DialogueData): Frame => ({
  act: 'delete_event',
  text,
  reference: readReference(object, data),
  chosen: null,
});

/** 'cancel my afternoon' */
const MY_DAY = /^my (?:whole |entire )?(?:day|morning|afternoon|evening|night|week)\b/i;

/** 'delete all my tasks' is never about events. */
function toDeletion(text: string, said: string, data: DialogueData): Frame {
  const today = said.replace(/\bmy (?:whole |entire )?day$/i, 'of today');
  const object = MY_DAY.test(said) ? `all ${today}` : today;
  const { kind, words } = readReference(object, data);
  return kind === 'task' && (words.length === 0 || /\b(?:tasks?|to-?dos?)$/i.test(object.trim()))
    ? toTaskFrame('delete_task', text, object, data)
    : toDelete(text, object, data);
}

/** 'submit the report by Friday' is work, and no event. */
const DEADLINE =
  / by (?:mon|tue|wed|thu|fri|sat|sun|tomorrow|today|tonight|noon|end of|the end|the weekend|eo[dwm]|cob|close of|this|next|\d)[\p{L}\d :.]{0,20}$/iu;

/** Less sure than this, it is better to say that the request was not understood. */
const LEAST_CONFIDENCE = 0.45;

/** What would be said to somebody else, and nothing that tools do. */
const MESSAGE =
  /^(?:let|tell|text|call|message|e-?mail) (?!me\b|us\b)\p{L}{1,30} (?:know|that|i|i['’]m|we)\b|^(?:i|we)(?:['’]ll| will|['’]m| am|['’]re| are| might)(?: going to)?(?: be)? (?:.{0,24} )?late (?:for|to)\b/iu;

/** A proposal to others without people or times, and switches that there are no tools for: better no guess. */
const UNREADABLE = /^(?:propose|suggest|offer|(?:turn|switch) (?:off|on)|mute|unmute|enable|disable) /i;

/** Two sentences without a mark between them: 'I have the dentist at ten can you make that eleven'. */
const SECOND_SENTENCE = /^(?!(?:can|could|would|will) ).{3,200} (?:can|could|would|will) (?:you|u) .{2,}$/i;

function readByIntent(clause: string, data: DialogueData): Frame | null {
  if (MESSAGE.test(clause) || SECOND_SENTENCE.test(clause) || UNREADABLE.test(clause)) return null;
  if (!beginsWithVerb(clause) && readWhen(clause, data)?.hasDate && isOnlyTime(clause, data))
    return { act: 'query_events', text: clause, reference: readReference(clause, data) };
  const { now } = createWallClock(data);
  const said = understand(clause, { now, isMonthFirst: data.isMonthFirst });
  // What is in quotes is a name, whatever it asks for.
  const plain = clause.replace(QUOTED, 'it');
  const guess = plain === clause ? said : understand(plain, { now, isMonthFirst: data.isMonthFirst });
  const forced = findForcedIntent(clause);
  const intent = forced ?? (guess.confidence >= LEAST_CONFIDENCE ? guess.intent : 'other');
  switch (intent) {
    case 'create_event':
      if (forced === null && !QUESTION.test(clause) && !isNoNewEvent(clause) && isWork(clause, data))
        return toTask(clause, clause, null);
      // A question is none, whatever the model takes it for.
      return QUESTION.test(clause) || (forced === null && isNoNewEvent(clause))
        ? null
        : toEventOrWork(clause, said, data, forced !== null);
    case 'delete_event':
      return toDeletion(clause, clause.replace(DELETING, '').replace(FROM_CALENDAR, ''), data);
    case 'update_event':
      return readEdit(clause, data) ?? toVagueChange(clause, data) ?? readChore(clause, data);
    case 'query_events':
      if (forced === null && STARTS_WITH_TIME.test(clause)) {
        const frame = readTelegram(clause, said, data);
        if (frame) return frame;
      }
      if (forced === null && MEAL.test(clause) && readWhen(clause, data)?.hasDate)
        return toCreate(clause, said, data);
      return { act: 'query_events', text: clause, reference: readReference(toAsked(clause), data) };
    case 'query_tasks':
      return { act: 'query_tasks', text: clause, reference: readReference(toAsked(clause), data) };
    case 'find_free_time':
      if (isDenial(clause)) return null;
      return toFreeTime(clause, data);
    case 'create_task':
      return toTask(clause, toTaskWords(clause, said), said.slots.list?.[0] ?? null);
    case 'set_reminder':
      return toReminder(
        clause,
        clause.replace(/^(?:set|create|add|make) (?:an? )?(?:alarm|reminder)(?: for| to| at)?/i, ''),
        data,
      );
    case 'complete_task':
      return toTaskFrame(
        'complete_task',
        clause,
        DID.exec(clause)?.[1] ?? said.slots.title?.join(' ') ?? clause,
        data,
      );
    case 'delete_task':
      return toTaskFrame(
        'delete_task',
        clause,
        said.slots.title?.join(' ') ?? clause.replace(DELETING, ''),
        data,
      );
    case 'other':
      return (
        readChore(clause, data) ??
        readTelegram(clause, said, data) ??
        readStatement(clause, said, data) ??
        readQuestion(clause, data)
      );
  }
}

/** A deadline, or a chore without a clock time: 'call grandma every Sunday evening'. */
const isWork = (clause: string, data: DialogueData): boolean =>
  DEADLINE.test(clause) ||
  (CHORE.test(clause) && (readWhen(clause, data)?.minute ?? null) === null && !/\d/.test(clause));

const QUOTED = /"[^"]{1,200}"|“[^”]{1,200}”/;
/** 'lunch tomorrow' is something new. */
const MEAL =
  /^(?:breakfast|brunch|lunch|dinner|coffee|drinks) (?:with|at|on|today|tomorrow|tonight|this|next|mon|tue|wed|thu|fri|sat|sun|\d)/i;

/** The name of a new task with the times that were said, without the words that only ask to add it. */
function toTaskWords(clause: string, { slots }: Understanding): string {
  const title = slots.title?.join(' ');
  if (title === undefined || DEADLINE.test(clause) || clause.startsWith(title)) return clause;
  const times = [...(slots.date ?? []), ...(slots.time ?? [])].filter((words) => !title.includes(words));
  return [title, ...times].join(' ');
}

const CHORE =
  /^(?:buy|pay|call|phone|ring|finish|submit|write|clean|wash|pick up|drop off|return|renew|fix|repair|prepare|draft|print|water|feed|walk|study|practi[cs]e|sign|book a|refill|collect|install|vacuum|iron|pack|bake|cook|mow|charge|back up|apply for|sort|unsubscribe|read) (?!with\b|it\b|that\b|this\b|them\b|off\b|me\b|us\b|my e?-?mails?\b)(\S.{1,160})$/i;
/** What would be asked of a messenger; with a deadline it is work. */
const ERRAND = /^(?:e-?mail|send|text|order|mail|message|get) (?!it\b|that\b|this\b|me\b)\S.{1,160}$/i;

/** 'add milk' */
const ADD =
  /^add (?!to\b|me\b|it\b|that\b|this\b|them\b|an?(?: new)? (?:event|meeting|note|calendar)\b)([^"“]{2,80})$/i;

/** 'buy milk tomorrow', 'email Lee the report by Friday' */
function readChore(clause: string, data: DialogueData): Frame | null {
  if (QUESTION.test(clause) || isNoNewEvent(clause)) return null;
  const [, thing] = ADD.exec(clause) ?? [];
  if (thing && readWhen(thing, data) === null) return toTask(clause, thing, null);
  if (CHORE.test(clause) || (ERRAND.test(clause) && DEADLINE.test(clause)))
    return toTask(clause, clause, null);
  const [, object] = DID.exec(clause) ?? [];
  const frame = object ? toTaskFrame('complete_task', clause, object, data) : null;
  return frame && findTasks(frame.reference, data, { mentions: [] }).kind === 'found' ? frame : null;
}

/** 'my flight is at 6:45 on Dec 22' is something new where nothing is called so. */
function readStatement(clause: string, said: Understanding, data: DialogueData): Frame | null {
  const [, name, time] = STATEMENT.exec(clause) ?? [];
  if (!name || !time || !isOnlyTime(time, data)) return null;
  const when = readWhen(time, data);
  if (!when?.hasDate || when.minute === null) return null;
  const isKnown = findEvents(readReference(name, data), data, { mentions: [] }).kind !== 'none';
  return isKnown ? null : toCreate(`${name} ${time}`, said, data);
}

const STATEMENT =
  /^(?:my|our) (.{2,60}?) (?:is|starts|begins|leaves|will be) ((?:at|on|from|tomorrow|today|next|this)\b.{2,60})$/i;

/** 'bought the milk' */
const DID =
  /^(?:i(?:['’]ve| have)? )?(?:just |already )?(?:bought|paid|called|phoned|submitted|wrote|cleaned|washed|picked up|dropped off|returned|renewed|fixed|repaired|prepared|drafted|printed|watered|fed|walked|signed|sent|e-?mailed|ordered|did|read|packed|cooked) (?:the |my |an? )?(\S.{1,120})$/i;

/** 'Mon 9am dentist' */
const STARTS_WITH_TIME =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}|today|tomorrow),? (?:at )?\d{1,2}(?::\d\d)? ?(?:[ap]m)? \p{L}/iu;

/** A question whose words name an event. */
function readQuestion(clause: string, data: DialogueData): Frame | null {
  if (!/^(?:what|when|where|who)\b/i.test(clause)) return null;
  const reference = readReference(toAsked(clause), data);
  if (reference.words.length === 0 && reference.people.length === 0) return null;
  const found = findEvents(reference, data, { mentions: [], isPastMeant: true });
  return found.kind === 'none' ? null : { act: 'query_events', text: clause, reference };
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
  const isAtTime =
    frame.when?.minute != null &&
    (frame.when.hasDate || frame.recurrenceRule !== null || isNewToday(clause, frame.title, data));
  if (frame.isAllDay && isShortName(frame.title) && when?.hasDate) return frame;
  const isTimed = isAtTime || isPart;
  if (isOnlyWork(frame, clause)) return toTask(clause, clause, null);
  return isTimed && !SENTENCE.test(clause) && isShortName(frame.title) ? frame : null;
}

function toEventOrWork(clause: string, said: Understanding, data: DialogueData, isSure: boolean): Frame {
  const frame = toCreate(clause, said, data);
  return !isSure && isOnlyWork(frame, clause) ? toTask(clause, clause, null) : frame;
}

/** 'laundry 1h this weekend': a length and a day, and neither a clock time nor a word for an event. */
const isOnlyWork = (
  { title, when, minutes, people, recurrenceRule }: CreateEventFrame,
  clause: string,
): boolean =>
  minutes !== null &&
  recurrenceRule === null &&
  people.length === 0 &&
  when?.hasDate === true &&
  when.minute === null &&
  (when.from === null || when.from === floorTo('day', when.from)) &&
  isShortName(title) &&
  !SENTENCE.test(clause) &&
  !OF_EVENTS.test(clause);

const OF_EVENTS =
  /^(?:add|create|make|plan|set|put|new|reserve|arrange|organi[sz]e|need|find|get|have|hold)\b|\b(?:meeting|call|appointment|event|lunch|dinner|breakfast|brunch|coffee|drinks|party|sync|interview|class|lesson|session|with|chat|dentist|doctor|haircut|massage|reservation|flight)\b/i;

/** 'gym at noon': today, unless that is where an event already is. */
function isNewToday(clause: string, title: string | null, data: DialogueData): boolean {
  if (title === null || !/ (?:at|@) \S{1,6}(?: ?[ap]m)?$/i.test(clause)) return false;
  return findEvents(readReference(title, data), data, { mentions: [] }).kind === 'none';
}

const isShortName = (title: string | null): boolean =>
  title !== null && title !== '' && title.split(' ').length <= MOST_WORDS;

const DELETING =
  /^(?:cancel|delete|remove|clear|drop|scrap|erase|get rid of|take off|call off|scratch|skip|unschedule|discard|kill|nix|take)(?: out| off)?\s+/i;
const FROM_CALENDAR =
  / (?:from|off|off of|in|on) (?:my |the )?(?:\p{L}{1,20} )?(?:calend[ae]rs?|schedule|agenda|events?|diary)$/iu;
/** Events of whole days that are said without a verb: 'vacation from Dec 21 to Dec 28'. */
const NAMED_DAYS =
  /^(?:my |our )?(?:vacation|holidays?|day off|out of office|ooo|pto|\p{L}+(?:'s|’s) birthday)\b.{3,}/iu;

const QUESTION =
  /^(?:what|when|where|who|how|which|why|is|are|do|does|did|was|were|have i|has|am i|can i|could i|may i)\b/i;

/** 'when's the earliest I could fit in an hour' */
const EARLIEST =
  /^(?:when|what)(?:['’]s| is) (?:the |my )?(?:(?:earliest|soonest|next|first) (?:time |slot |day )?(?:that )?(?:i|we) (?:can|could|am|are)|a good time (?:for|to))\b/i;

/** 'postpone the dentist': it is not said until when. */
const MOVING_ALONE = /^(?:postpone|reschedule|re-schedule|delay|rename) (?:the |my |our )?\S.{1,80}$/i;

/** 'what's on 25 November' */
const ON_DAY =
  /^what(?:['’]s| is)(?: happening| going)? on (?:the |this |next )?(?:\d|mon|tue|wed|thu|fri|sat|sun|today|tomorrow|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** What the first word says for certain. */
function findForcedIntent(clause: string): Understanding['intent'] | null {
  if (
    /^(?:how busy (?:am i|is|are)|how (?:does|is) (?:my|the)|what does (?:my|the) .{1,40} look like)\b/i.test(
      clause,
    )
  )
    return 'query_events';
  if (/^what (?:did|have) (?:i|we) (?:do|done|have(?: on)?)\b/i.test(clause)) return 'query_events';
  if (/^(?:how long (?:is|are|does|do|will)|where(?:['’]s| is| are)) (?:the|my|our) /i.test(clause))
    return 'query_events';
  if (ON_DAY.test(clause)) return 'query_events';
  if (MOVING_ALONE.test(clause)) return 'update_event';
  if (EARLIEST.test(clause)) return 'find_free_time';
  if (/^(?:take|taking) (?:the |an? )?(?:half )?(?:day|morning|afternoon|week) off\b/i.test(clause))
    return 'create_event';
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
    .replace(
      /^((?:what time|when) (?:do|does|did|will) .{2,80}) (?:start|begin|end|finish|open|take place)$/i,
      '$1',
    )
    .replace(/\bthe (?:location|place|address|room|time|date|start|length|duration) (?:of|for) /i, '')
    .replace(
      /\b(?:how busy|what(?:'s| is| are| do| does| did| time| day| date)?|when(?:'s| is| are| do| does| did| was)?|where(?:'s| is| are| do| does)?|who(?:'s| is| are| am)?|whom|how (?:many|long|much|often)|which|show me|show|list|tell me|about|do|did|does|i|have|has|had|got|is|are|was|there|any|on|my|going on|coming up|happening|like|look|looking|see|check|give|me|read|find|search|till|until|left|time|plate|know|need|many|details|info|information|meet|met|meeting up|next up|busy|supposed|attend|attending|coming|take place|held|important|urgent|special|interesting|big|invited? to|invited?|cancell?ed|be|am|will|who else|else|up|it's|still|seeing)\b/gi,
      (word) => (KEPT.test(word) ? word : ' '),
    )
    .replaceAll(/ {2,}/g, ' ')
    .trim();
const KEPT = /^(?:on|my|until|till|any)$/i;

function toVagueChange(clause: string, data: DialogueData): Frame | null {
  const object = clause.replace(
    /^(?:change|update|edit|modify|re-?schedule|move|adjust|postpone|delay|rename|retitle)\s+/i,
    '',
  );
  return object === clause
    ? null
    : {
        act: 'change_event',
        text: clause,
        reference: readReference(object, data),
        edit: NO_EDIT,
        chosen: null,
      };
}

function toFreeTime(clause: string, data: DialogueData): Frame {
  const { rest } = withoutTimes(clause, data);
  // 'fit in an hour' is a length, and no time.
  const asked = clause.replace(/\b(fit|squeeze) in\b/i, '$1');
  const other =
    /\b(?:is|are|will|when is|when are|when will|does) ([\p{L}]+)(?: (?:and|&) ([\p{L}]+))? (?:both |all )?(?:be )?(?:both |all )?(?:free|available|busy|have time)/iu.exec(
      rest,
    );
  const others = [other?.[1], other?.[2]].flatMap((one) => one ?? []);
  return {
    act: 'find_free_time',
    text: clause,
    // 'Wednesday for an hour' is the whole day.
    when: readWhen(
      asked.replace(/\bfor (?=\d+(?:\.\d+)? ?(?:h|m)|an? hour|half|one hour|two hours)/i, '; '),
      data,
    ),
    minutes: readMinutes(withoutMoments(asked)),
    others: others.filter((name) => !/^(?:i|we|me|us|there|it|that|my|the)$/i.test(name)),
    company: findCompany(rest).people,
  };
}
