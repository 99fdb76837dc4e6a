import { floorTo } from '../time-expressions/spans.ts';
import { type Understanding, understand } from '../understanding/understand.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { readDoneStatement } from './done-statements.ts';
import { findEvents } from './find-events.ts';
import { findTasks } from './find-tasks.ts';
import { findForcedIntent } from './forced-intent.ts';
import { type CreateEventFrame, type Frame, NO_EDIT } from './frames.ts';
import { readNextTo } from './move-next-to.ts';
import { isDenial, isNoNewEvent } from './no-request.ts';
import { isOnlyTime } from './only-time.ts';
import { STREET, TIME } from './patterns.ts';
import { toCreate, withoutMoments } from './read-create.ts';
import { toDeletion, withoutDeleting } from './read-deletion.ts';
import { readEdit } from './read-edit.ts';
import { toReminder, toTask, toTaskFrame } from './read-task.ts';
import { readCompanions, readReference, splitPeople, withoutTimes } from './references.ts';
import { beginsWithVerb, CHORES } from './verbs.ts';
import { readMinutes, readWhen } from './when.ts';

/** 'submit the report by Friday' is work, and no event. */
const DEADLINE =
  / by (?:mon|tue|wed|thu|fri|sat|sun|tomorrow|today|tonight|noon|end of|the end|the weekend|eo[dwm]|cob|close of|this|next|\d)[\p{L}\d :.,]{0,20}$/iu;

/** Less sure than this, it is better to say that the request was not understood. */
const MIN_CONFIDENCE = 0.45;

/** What would be said to somebody else, and nothing that tools do. */
const MESSAGE =
  /^(?:let|tell|text|call|message|e-?mail) (?!me\b|us\b)\p{L}{1,30} (?:know|that|i|i['’]m|we)\b|^(?:i|we)(?:['’]ll| will|['’]m| am|['’]re| are| might)(?: going to)?(?: be)? (?:.{0,24} )?late (?:for|to)\b/iu;

/** A proposal to others without people or times, and switches that there are no tools for: better no guess. */
const UNREADABLE =
  /^(?:make (?:it|that|this) an?|propose|suggest|offer|combine|merge|(?:turn|switch) (?:off|on)|mute|unmute|enable|disable) /i;

/** Two sentences without a mark between them: 'I have the dentist at ten can you make that eleven'. */
const SECOND_SENTENCE = /^(?!(?:can|could|would|will) ).{3,200} (?:can|could|would|will) (?:you|u) .{2,}$/i;

export function readByIntent(clause: string, data: DialogueData): Frame | null {
  if (MESSAGE.test(clause) || SECOND_SENTENCE.test(clause) || UNREADABLE.test(clause)) return null;
  if (!beginsWithVerb(clause) && readWhen(clause, data)?.hasDate && isOnlyTime(clause, data))
    return { act: 'query_events', text: clause, reference: readReference(clause, data) };
  const work = withoutAdding(clause);
  if (work !== clause && !LIST_SUFFIX.test(work) && isWork(work, data)) return toTask(clause, work, null);
  const done = readDoneStatement(clause, data);
  if (done) return done;
  const { now } = createWallClock(data);
  const said = understand(clause, { now, isMonthFirst: data.isMonthFirst });
  // 'add a taxi two hours before my flight'
  if (/^(?:add|put|schedule|book|block) /i.test(clause) && readNextTo(clause, data))
    return toCreate(clause, said, data);
  // What is in quotes is a name, whatever it asks for.
  const plain = clause.replace(QUOTED, 'it');
  const guess = plain === clause ? said : understand(plain, { now, isMonthFirst: data.isMonthFirst });
  const forced = findForcedIntent(clause);
  const intent = forced ?? (guess.confidence >= MIN_CONFIDENCE ? guess.intent : 'other');
  switch (intent) {
    case 'create_event':
      if (forced === null && !QUESTION.test(clause) && !isNoNewEvent(clause) && isWork(clause, data))
        return toTask(clause, clause, null);
      // A question is never a new event, even if the model says so.
      return QUESTION.test(clause) || (forced === null && isNoNewEvent(clause))
        ? null
        : toEventOrWork(clause, said, data, forced !== null);
    case 'delete_event':
      return toDeletion(clause, withoutDeleting(clause), data);
    case 'update_event':
      return (
        readEdit(clause, data) ??
        toVagueChange(clause, data) ??
        readChore(clause, data) ??
        readAdded(clause, said, data)
      );
    case 'query_events':
      if (forced === null && STARTS_WITH_TIME.test(clause)) {
        const frame = readTelegram(clause, said, data);
        if (frame) return frame;
      }
      if (forced === null && isPlainlyNew(clause) && readWhen(clause, data)?.hasDate)
        return toCreate(clause, said, data);
      return (
        (forced === null && readNewInstead(clause, said, data)) || {
          act: 'query_events',
          text: clause,
          reference: readReference(toAsked(clause), data),
        }
      );
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
        clause.replace(/^(?:set|create|add|make) (?:an? )?(?:alarm|reminder)\b(?: for| to| at)?/i, ''),
        data,
      );
    case 'complete_task':
      if (UNDONE.test(clause)) return null;
      // Essays are marked by a teacher.
      if (
        /^mark (?!(?:it|that|this|them)$)(?!.{0,200}\b(?:done|completed?|finished|off|down|as|lists?)\b)/i.test(
          clause,
        )
      )
        return toTask(clause, clause, null);
      return toTaskFrame(
        'complete_task',
        clause,
        DID.exec(clause)?.[1] ?? said.slots.title?.join(' ') ?? clause,
        data,
      );
    case 'delete_task':
      return toTaskFrame('delete_task', clause, said.slots.title?.join(' ') ?? withoutDeleting(clause), data);
    case 'other':
      return (
        readChore(clause, data) ??
        readAdded(clause, said, data) ??
        readMeal(clause, said, data) ??
        readTelegram(clause, said, data) ??
        readStatement(clause, said, data) ??
        readQuestion(clause, data)
      );
  }
}

/** A deadline, or a chore without a clock time: 'call grandma every Sunday evening'. */
const isWork = (clause: string, data: DialogueData): boolean =>
  DEADLINE.test(clause) ||
  (CHORE.test(clause) &&
    (readWhen(clause, data)?.minute ?? null) === null &&
    !/\d/.test(clause.replace(/\bevery \d{1,2} (?:days?|weeks?|months?)\b/i, ' ')));

/** 'didn't finish the report' */
const UNDONE =
  /^(?:i |we )?(?:did|have|has|had|could|can|was|were|is|are|am|will|would)(?:n['’]?t| not)\b|^(?:i )?(?:never|almost|nearly|not yet|haven['’]?t)\b|\bnot yet$/i;

const QUOTED = /"[^"]{1,200}"|“[^”]{1,200}”/;
/** 'lunch tomorrow' is something new. */
const MEAL =
  /^(?:breakfast|brunch|lunch|dinner|coffee|drinks) (?:with|at|on|today|tomorrow|tonight|this|next|mon|tue|wed|thu|fri|sat|sun|\d)/i;

/** 'party for Max 12/12 all day' */
const isPlainlyNew = (clause: string): boolean =>
  MEAL.test(clause) || (/\ball[- ]day$/i.test(clause) && !QUESTION.test(clause) && !beginsWithVerb(clause));

/** 'party at my place Saturday night': something new, unless it asks or names what is there. */
function readNewInstead(clause: string, said: Understanding, data: DialogueData): Frame | null {
  if (beginsWithVerb(clause) || ASKING.test(clause)) return null;
  const reference = readReference(toAsked(clause), data);
  const isKnown = findEvents(reference, data, { mentions: [], isPastMeant: true }).kind !== 'none';
  const words = findEvents({ ...reference, when: null }, data, { mentions: [], isPastMeant: true });
  return isKnown || words.kind !== 'none' ? null : readTelegram(clause, said, data);
}

const ASKING =
  /^(?:any|anything|my|all|next|the|our|is|are|do|does|did|am|was|were|have|has|how|events?|meetings?|appointments?|calendar|schedule|agenda|free|busy|check|look|see|read|search|get|go|open|can|could|would|will|please|i|we|you|it|that|this)\b/i;

/** 'add seminar Friday 14:00' */
function readAdded(clause: string, said: Understanding, data: DialogueData): Frame | null {
  const when = /^(?:add|create|put in) \S/i.test(clause) ? readWhen(clause, data) : null;
  return when?.hasDate && when.minute !== null ? toCreate(clause, said, data) : null;
}

const LIST_SUFFIX = / (?:to|on) (?:my|the|our) .{0,30}list\b/i;
const ADDED_WORK = new RegExp(`^add (?=(?:${CHORES}) \\S)`, 'i');
/** 'read the paper' of 'add read the paper'. 'Add subtitles' is work of its own. */
const withoutAdding = (clause: string): string => clause.replace(ADDED_WORK, '');

/** 'dinner with Grace': something new without a time, unless there is one. */
function readMeal(clause: string, said: Understanding, data: DialogueData): Frame | null {
  if (!/^(?:coffee|breakfast|brunch|lunch|dinner|drinks) with \p{L}[\p{L} .'’-]{1,40}$/iu.test(clause))
    return null;
  return findEvents(readReference(clause, data), data, { mentions: [] }).kind === 'none'
    ? toCreate(clause, said, data)
    : null;
}

/** The name of a new task with the times that were said, without the words that only ask to add it. */
function toTaskWords(clause: string, { slots }: Understanding): string {
  const title = slots.title?.join(' ');
  if (title === undefined || DEADLINE.test(clause) || clause.startsWith(title)) return clause;
  // 'grocery' of 'grocery run' asks for nothing.
  const [first = '', ...before] = clause.slice(0, clause.indexOf(title)).trim().split(' ');
  const isPartOfName = before.length === 0 && /^\p{L}+$/u.test(first) && !ADDING.test(first);
  if (isPartOfName && !/\b(?:lists?|tasks?|to-?dos?)\b/i.test(clause)) return clause;
  const times = [...(slots.date ?? []), ...(slots.time ?? [])].filter((words) => !title.includes(words));
  return [title, ...times].join(' ');
}

const ADDING =
  /^(?:add|create|make|put|new|set|remember|note|write|jot|log|enter|include|insert|append|throw|keep|save|record|start|begin|get|give|open|list|i|we|need|have|got|don['’]?t|do not|to-?do|task|also|and|let|could|can|would|will|schedule|plan)\b/i;

const CHORE = new RegExp(
  String.raw`^(?:${CHORES}) (?!with\b|it\b|that\b|this\b|them\b|off\b|me\b|us\b|my e?-?mails?\b)(\S.{1,160})$`,
  'i',
);
/** What would be asked of a messenger; with a deadline it is work. */
const ERRAND = /^(?:e-?mail|send|text|order|mail|message|get) (?!it\b|that\b|this\b|me\b)\S.{1,160}$/i;

/** 'email the draft to Ana by 5' is work. */
export const isTaskWithDeadline = (clause: string): boolean =>
  ERRAND.test(clause) && DEADLINE.test(clause) && !isNoNewEvent(clause);

/** 'add milk' */
const ADD =
  /^add (?!to\b|me\b|it\b|that\b|this\b|them\b|an?(?: new)? (?:event|meeting|note|calendar)\b)([^"“]{2,80})$/i;

/** 'buy milk tomorrow', 'email Lee the report by Friday' */
function readChore(clause: string, data: DialogueData): Frame | null {
  if (QUESTION.test(clause) || isNoNewEvent(clause)) return null;
  const [, thing] = ADD.exec(clause) ?? [];
  if (thing && readWhen(thing, data) === null) return toTask(clause, thing, null);
  const when = readWhen(clause, data);
  const isDated =
    DEADLINE.test(clause) ||
    (when?.hasDate === true && when.minute === null && / (?:about|regarding) |^order /i.test(clause));
  if (CHORE.test(clause) || (ERRAND.test(clause) && isDated)) return toTask(clause, clause, null);
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
  const isAboutOwn = /^when (?:is|are|was) (?:the|my|our) (?:next )?\p{L}{2,20}(?: \p{L}{2,20})?$/iu.test(
    clause,
  );
  return found.kind === 'none' && !isAboutOwn ? null : { act: 'query_events', text: clause, reference };
}

const ORDER =
  /^(?:ignore|forget|play|turn|open|close|translate|send|email|e-mail|text|tell|ask|transfer|order|buy|search|google|move|cancel|delete|remove|change|rename|put|keep|make|say|let|get|please|undo)\b/i;
const SENTENCE =
  /\b(?:is|are|was|were|will|would|should|needs?|wants?|has|have|had|got|goes|went|said|says|am|['’](?:m|re|ll|ve))\b/i;
const MAX_WORDS = 5;

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
  // 'quote at 17 Park Avenue on Wednesday': only its time is missing.
  if (IN_STREET.test(clause) && when?.hasDate && when.isWithinDay && !SENTENCE.test(clause)) return frame;
  if (isOnlyWork(frame, clause)) return toTask(clause, clause, null);
  return isTimed && !SENTENCE.test(clause) && isShortName(frame.title) ? frame : null;
}

const IN_STREET = new RegExp(String.raw`^\p{L}[^,]{1,50}? (?:at|in) ${STREET}`, 'iu');

function toEventOrWork(clause: string, said: Understanding, data: DialogueData, isSure: boolean): Frame {
  const frame = toCreate(clause, said, data);
  return !isSure && isOnlyWork(frame, clause) ? toTask(clause, clause, null) : frame;
}

/** 'laundry 1h this weekend', 'thesis 2h every morning': a length and a day, and neither a clock time nor a word for an event. */
const isOnlyWork = (
  { title, when, minutes, people, recurrenceRule }: CreateEventFrame,
  clause: string,
): boolean =>
  minutes !== null &&
  people.length === 0 &&
  (recurrenceRule === null ? isWholeDay(when) : (when?.minute ?? null) === null) &&
  isShortName(title) &&
  !SENTENCE.test(clause) &&
  !EVENT_WORDS.test(clause);

const isWholeDay = (when: CreateEventFrame['when']): boolean =>
  when?.hasDate === true &&
  when.minute === null &&
  (when.from === null || when.from === floorTo('day', when.from));

const EVENT_WORDS =
  /^(?:add|create|make|plan|set|put|new|reserve|arrange|organi[sz]e|need|find|get|have|hold)\b|\b(?:meeting|call|appointment|event|stand-?up|retro|1:1|lunch|dinner|breakfast|brunch|coffee|drinks|party|sync|interview|class|lesson|session|block|with|chat|dentist|doctor|haircut|massage|reservation|flight)\b/i;

/** 'gym at noon': today, unless that is where an event already is. */
function isNewToday(clause: string, title: string | null, data: DialogueData): boolean {
  if (title === null || !(/ (?:at|@) \S{1,6}(?: ?[ap]m)?$/i.test(clause) || HOURS.test(clause))) return false;
  return findEvents(readReference(title, data), data, { mentions: [] }).kind === 'none';
}

/** 'swim 6 to 7', but no 'chapters 6 to 7' */
const HOURS = new RegExp(
  String.raw`^(?!.*\b(?:ages?|chapters?|episodes?|levels?|lessons?|pages?|questions?|rooms?|sections?|steps?|units?|weeks?) )\p{L}.{1,50}? (?:from )?${TIME} ?(?:-|–|to|until|till) ?${TIME}$`,
  'iu',
);

const isShortName = (title: string | null): boolean =>
  title !== null && title !== '' && title.split(' ').length <= MAX_WORDS;

const QUESTION =
  /^(?:what|when|where|who|how|which|why|is|are|do|does|did|was|were|have i|has|am i|can i|could i|may i)\b/i;

const toAsked = (clause: string): string =>
  clause
    // What somebody does for a living is in the calendar.
    .replace(/\b(?:jobs|(?<=\b(?:first|last|next|second|third) )job)\b/gi, (job) =>
      job.length > 3 ? 'events' : 'event',
    )
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
    /^(?:change|update|edit|modify|re-?schedule|move|push|shift|adjust|postpone|delay|rename|retitle)\s+/i,
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

/** 'Tom' and 'Priya' of 'a slot for me, Tom and Priya' */
function listForWhom(text: string): string[] {
  const [, names = ''] =
    /\bfor (?:me|us)(?:,| and|, and) (\p{L}{2,20}(?:(?:,| and|, and) \p{L}{2,20}){0,4})(?=$| {2}|,| for\b)/iu.exec(
      text,
    ) ?? [];
  return splitPeople(names);
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
    others: others.filter(
      (name) =>
        !/^(?:i|we|me|us|there|it|that|my|the|still|completely|fully|entirely|totally|all|really)$/i.test(
          name,
        ),
    ),
    company: [...readCompanions(rest).people, ...listForWhom(rest)],
  };
}
