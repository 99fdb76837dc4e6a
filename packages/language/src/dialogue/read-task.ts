import { DAY_MS, formatDayNumber, MINUTE_MS } from '@dayloom/time';
import { parseQuickAdd } from '../quick-add.ts';
import { readTimes } from '../time-expressions/read-times.ts';
import { createWallClock, type DialogueData, type DialogueEvent } from './data.ts';
import { statedTime } from './edit-times.ts';
import { findEvents } from './find-events.ts';
import { findTasks } from './find-tasks.ts';
import type { CreateTaskFrame, Frame, TaskFrame } from './frames.ts';
import { matchName } from './matching.ts';
import { readCount } from './number-words.ts';
import { isOnlyTime } from './only-time.ts';
import { DAY, LENGTH } from './patterns.ts';
import { readReference, withoutTimes } from './references.ts';
import { writeOutHour } from './speech.ts';
import { CHORES } from './verbs.ts';
import { readMinutes, readWhen, toComing, toRange } from './when.ts';

const LIST = String.raw`(?:(?:my|the|our|a) )?(?:([\p{L}]+(?: [\p{L}]+)?) )?(?:list|lists)`;
const ADD_TO_LIST = new RegExp(
  String.raw`^(?:add|put|append|insert|include|write|note|jot down) (.{1,300}?) (?:to|on|onto|in|into|for) ${LIST}(?: of things to do)?((?: (?:for|by|on|before) .{1,40}|,? (?:with )?(?:high|top|urgent|medium|low) priority))?$`,
  'iu',
);
const ADD_TO_TODOS =
  /^(?:add|put|append|insert|include|write) (.{1,300}?) (?:to|on|onto|in|into) (?:my |the )?(?:to-?dos?|to dos?|tasks?|inbox)(,? (?:for|by|on|before|due) .{1,40}|,? (?:with )?(?:high|top|urgent|medium|low) priority)?$/i;
/** 'add the leaky faucet task to the work project' */
const INTO_PROJECT =
  /^(?:add|move|put|assign|file) (.{2,80}?)(?: task)? (?:to|in|into|under) (?:the |my )?(\p{L}[^,]{1,40}?) project$/iu;
const NEW_TASKS =
  /^(?:(?:add|create|make|new)(?: (?:these|the following|some|new|my|two|three|four|five|six|\d{1,2})){0,2} (?:tasks|to-?dos)(?:: ?| )|(?:tasks|to-?dos): ?)(.{3,300})$/i;
const NEW_TASK =
  /^(?:add|create|make|new|set up|enter|note)(?: (?:me )?(?:a|an|another|the))?(?: new)? (?:task|to-?do|to do|todo item|to-do item)(?: item)?(?: (?:called|named|titled|to|for|:|-))? ?(.{1,300})$/i;
const REMIND =
  /^(?:remind me|set (?:me )?a reminder|create (?:me )?a reminder|make (?:me )?a reminder|add a reminder|set up a reminder|reminder|don'?t let me forget|don'?t forget|note to self|(?:i need to )?remember(?= to ))\b[:,]? ?(?:to |about |of |that |for )?(.{0,300})$/i;
const DONE =
  /^(?:mark|set|check|tick) (?:off )?(?:the )?(?:task )?(.{1,200}?)(?: (?:off )?(?:as )?(?:done|complete|completed|finished|off))(?: (?:on|from|in) .{1,60})?$|^(?:complete|finish|tick off|check off|cross off) (?:the )?(?:task )?(.{1,200}?)(?: (?:on|from|off) (?:my|the) .{0,40}list)?$|^(?:i(?:'m| am|'ve| have)? ?)?(?:just )?(?:done|finished|completed|did(?! i\b| we\b| you\b| \p{L}+ (?:accept|reply|respond|answer|say|confirm|decline|come|show|get|see|make)\b))(?: with)? (.{1,200})$|^(?!(?:what|which|who|when|where|how|is|are|was|were|not|nothing|i'm|i am|we|if|until|once|after)\b)(.{1,120}?) (?:is |are )?(?:all )?(?:done|finished|completed?)$/iu;
const OPEN_AGAIN = String.raw`(?:as )?(?:not (?:yet )?(?:done|complete|completed|finished)(?: yet)?|undone|incomplete|uncompleted|unfinished|open(?: again)?|still open|to-?do)`;
/** 'reopen the tax return', 'mark it as not done' */
const REOPEN = new RegExp(
  String.raw`^(?:(?:re-?open|un-?check|un-?tick|un-?complete|un-?finish) (?:the )?(?:tasks? )?(.{1,200})|(?:mark|set|put) (?:the )?(?:tasks? )?(.{1,200}?) (?:back )?(?:to )?${OPEN_AGAIN}|(?:the |my )?(.{1,200}?) (?:is|was|are|were)(?:n['’]t| not)(?: actually| really)?(?: done| complete| completed| finished)(?: yet)?)$`,
  'iu',
);
const DELETE_TASK =
  /^(?:delete|remove|drop|cancel|scratch|cross|take|erase) (?:the |my )?(?:tasks?|to-?dos?|to do) (?:called |named |about |for |to )?(.{1,200})$|^(?:delete|remove|drop|take|erase|scratch|cross|omit) (.{1,200}?) (?:from|off|out of|in) (?:my |the )?(?:[\p{L}]+ )?(?:to-?do |to do |task )?(?:list|lists|tasks|to-?dos)$/iu;
const CHANGE_TASK =
  /^(?:move|change|postpone|push|reschedule|set) (?:the )?(?:(?:due date|deadline) (?:of|for) (.{1,200}?)|(?:the )?(?:task|to-?do) (.{1,200}?)) (?:back )?(?:to|until|till|for|on) (.{1,80})$/i;
const MAKE_DUE =
  /^(?:make|set|mark) (.{1,120}?) (?:to be )?due(?: date)? (?:on |by |to |for |at )?(.{1,60})$/i;
/** 'the tax return is due on Friday' */
const IS_DUE =
  /^(?!what|when|which|who|how|if|it\b|that\b|this\b|there\b|(?:change|move|update|re-?schedule|push|postpone)\b|(?:list|show|display|give|tell|see|find|check|get|is|are|do|does|did|have|any|anything|everything|something|all|(?:my )?(?:tasks?|to-?dos?))\b)(?:the |my )?(.{2,80}?) (?:is (?:now )?)?due(?: on| by| at)? (.{2,40})$/i;
const PRIORITY =
  /^(?:change|set) (?:the )?priority (?:of|for) (.{1,120}?) (?:to|as) (high|highest|top|urgent|medium|normal|low|lowest|p[1-4])(?: priority)?$|^(?:make|mark|set) (.{1,120}?) (?:as )?(?:an? )?(high|highest|top|urgent|medium|normal|low|lowest)(?: ?priority)?$/i;
const WAKE =
  /^(?:wake me(?: up)?|(?:set|create|make|put on) (?:an|the|my) alarm)(?: at| for)? ((?:\d{1,2}(?::\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: ?[ap]\.?m)?)((?: on| for)? (?:today|tomorrow|next|this|every|each|(?:mon|tue|wed|thu|fri|sat|sun)).{0,30})?$/i;
/** 'set an alarm for tomorrow at six in the morning' */
const WAKE_ON =
  /^(?:wake me(?: up)?|(?:set|create|make|put on) (?:an|the|my) alarm)(?: for)?((?: on| next| this)? (?:today|tomorrow|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})) at ((?:\d{1,2}(?::\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: ?[ap]\.?m\.?)?)( in the (?:morning|afternoon|evening))?$/i;
/** 'the tax return needs 4 hours', 'make the tax return 2 hours long' of a task that there is. */
const NEEDS =
  /^(?:the |my )?(.{2,80}?) (?:needs?|takes|will take|will need|is going to take) (?:about |around |me )?((?:\d|an? |half).{1,30})$/i;
/** 'I need 2 hours for the report' sets the length of an existing task, or adds one. */
const I_NEED = new RegExp(
  String.raw`^i need (?:an? |another )?(${LENGTH})(?: slot| block| time)? (?:to|for) (?=\S)(.{3,120})$`,
  'i',
);
/** 'it will take 3 hours to do the tax return' */
const WILL_TAKE =
  /^it(?:['’]ll| will| should| takes|['’]s going to| is going to)?(?: take)? (?:me )?(?:about |around )?((?:\d|an? |half|two|three|four).{1,20}?) to (?:do |finish |complete )?(.{2,80})$/i;
/** The name of a new task without the article. Quick add takes what double quotes hold word for word. */
const unquote = (text: string): string =>
  text.replace(/^['‘](.+)['’]$/, '$1').replace(/^(?:the|an?) (?=\S)/i, '');
/** 'split the tax return into two sessions', 'make the tax return splittable' */
const SPLIT =
  /^(?:split|break|divide) (?:up )?(.{2,80}?) (?:up )?(?:in|into|over|across) (?:(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) )?(?:equal |separate |smaller |short |several |multiple |a few )?(?:sessions|chunks|parts|pieces|blocks|halves|half|two|three|four|(?<= )[2-9])$|^(?:make|let) (.{2,80}?) (?:be )?(?:splittable|split(?: up)?)$/i;
/** 'break the tax return into 30 minute chunks' */
const SPLIT_BY =
  /^(?:split|break|divide) (?:up )?(.{2,80}?) (?:up )?(?:into|in) ((?:\d{1,3}|an?|one|two|half[- ]an?)[- ]?(?:minutes?|mins?|hours?|h)) ?(?:long )?(?:sessions|chunks|parts|pieces|blocks)$/i;
/** 'add subtasks to the tax return: collect receipts, fill in the form', 'add collect receipts as a subtask of the tax return' */
const SUBTASKS =
  /^(?:add|create|make|put) (?:(?:an?|some|these|the following|two|three|\d{1,2}) )?(?:new )?sub-?(?:tasks?|items?) (?:to|for|of|on|under) (.{2,80}?) ?: ?(\S.{0,300})$|^(?:add|create|make|put) (?:(?:an?|some|these|the following) )?(?:new )?sub-?(?:tasks?|items?):? (?!to\b|for\b|of\b|on\b|under\b)(.{2,200}) (?:to|for|under) (.{2,80})$|^(?:add|put) (.{2,200}?) as (?:an? )?(?:new )?sub-?(?:tasks?|items?) (?:to|for|of|on|under) (.{2,80})$/i;
/** 'do the tax return tomorrow' of a task that there is. */
const DO_ON = new RegExp(
  String.raw`^(?:i(?:['’]ll| will) |let['’]?s )?do (?:the |my )?(.{2,80}?) ((?:by )?${DAY})$`,
  'i',
);
const PROJECTS = /^(?:to-?do|to do|task|tasks|my|todo)$/i;

const NAMELESS =
  /^(?:add|create|make|new|enter)(?: me)?(?: an?| another)?(?: new)? (?:task|to-?do|to do)(?: item)?$/i;

/** '#marketing' is how quick add names a project. */
const PROJECT =
  /^(?!(?:what|which|when|show|list|move|delete|remove|complete|mark|change|set|rename)\b).{2,200} #\p{L}/iu;

/** What a clause asks to do with tasks; null if it is about something else. */
export function readTaskFrame(clause: string, data: DialogueData): Frame | null {
  const parts = readParts(clause, data);
  if (parts) return parts;
  const [, known, then] = DO_ON.exec(clause) ?? [];
  if (known && then) {
    const frame = toTaskFrame('change_task', clause, known, data);
    const found = findTasks(frame.reference, data, { mentions: [] });
    if (frame.reference.words.length > 0 && found.kind === 'found' && found.tasks.length === 1)
      return { ...frame, to: then };
  }
  const added = ADD_TO_LIST.exec(clause);
  if (added?.[1]) {
    const items = (added[2] ? splitItems(added[1], added[2]) : [added[1]]).map(unquote);
    return toTask(clause, items.map((item) => `${item}${added[3] ?? ''}`).join('\n'), added[2] ?? null);
  }
  const [, filed, folder] = INTO_PROJECT.exec(clause) ?? [];
  if (filed && folder) {
    const frame = toTaskFrame('change_task', clause, filed, data);
    const isKnown =
      frame.reference.pronoun !== null || findTasks(frame.reference, data, { mentions: [] }).kind !== 'none';
    return isKnown ? { ...frame, project: folder.toLowerCase() } : toTask(clause, unquote(filed), folder);
  }
  const titles = NEW_TASKS.exec(clause)?.[1];
  if (titles) return toTask(clause, splitItems(titles, '').map(unquote).join('\n'), null);
  if (NAMELESS.test(clause))
    return { act: 'create_task', text: clause, line: null, project: null, isReminder: false };
  if (PROJECT.test(clause)) return toTask(clause, clause.replace(/^(?:add|new|create) /i, ''), null);
  const [, todo, due = ''] = ADD_TO_TODOS.exec(clause) ?? [];
  const listed = TASK_LINE.exec(clause)?.[1];
  const line =
    (todo && `${unquote(todo)}${due}`) ??
    NEW_TASK.exec(clause)?.[1] ??
    (listed && splitLine(listed).join('\n'));
  if (line) return toTask(clause, line, null);
  const [, wakeOn = '', wakeAt, half = ''] = WAKE_ON.exec(clause) ?? [];
  const [, woken, wakingDay = ''] = WAKE.exec(clause) ?? [null, wakeAt, `${wakeOn}${half}`];
  if (woken) return toReminder(clause, toWaking(writeOutHour(woken), wakingDay), data);
  const [, length, work] = WILL_TAKE.exec(clause) ?? [];
  const needed = NEEDS.exec(clause);
  const [worked, said] = [work ?? needed?.[1], length ?? needed?.[2]];
  const minutes = said ? readMinutes(said) : null;
  if (worked && minutes !== null) {
    const frame = toTaskFrame('change_task', clause, worked, data);
    const { words } = frame.reference;
    // 'board prep' is the event of that name, and not 'Prepare slides for the board'.
    const isEvent = data.events.some(({ end, title }) => end > data.now && matchName(words, title) === 2);
    const found = findTasks(frame.reference, data, { mentions: [] });
    const isExact = found.kind === 'found' && found.tasks.some(({ title }) => matchName(words, title) === 2);
    if (found.kind === 'found' && (isExact || !isEvent)) return { ...frame, minutes };
  }
  const own = readOwnWords(clause, data);
  if (own) return own;
  const [, span, purpose] = I_NEED.exec(clause) ?? [];
  if (span && purpose) return toTask(clause, `${purpose} ${span}`, null);
  const stated = readStated(clause, data);
  if (stated) return stated;
  const reminder = REMIND.exec(clause);
  if (reminder) return toReminder(clause, reminder[1] ?? '', data);
  const [, opened, unmarked, unfinished] = REOPEN.exec(clause) ?? [];
  const again = opened ?? unmarked ?? unfinished;
  if (again) return toTaskFrame('reopen_task', clause, again, data);
  const done = DONE.exec(clause);
  const finished = done?.[1] ?? done?.[2] ?? done?.[3] ?? done?.[4];
  if (finished) {
    const frame = toTaskFrame('complete_task', clause, finished, data);
    // 'finish the report by Friday' is work that is still to be done.
    const [, planned, day] =
      /^(?:finish|complete) (.{2,200}?),? (?:by|before) (.{2,60})$/i.exec(clause) ?? [];
    if (!planned || !day || readWhen(day, data, { isTimeExpected: true }) === null) return frame;
    const named = toTaskFrame('change_task', clause, planned, data);
    return findTasks(named.reference, data, { mentions: [] }).kind === 'none'
      ? toTask(clause, clause, null)
      : { ...named, to: day };
  }
  const deleted = DELETE_TASK.exec(clause);
  const dropped = deleted?.[1] ?? deleted?.[2];
  if (dropped) return toTaskFrame('delete_task', clause, dropped, data);
  const ranked = PRIORITY.exec(clause);
  const [object, rank] = [ranked?.[1] ?? ranked?.[3], ranked?.[2] ?? ranked?.[4]];
  if (object && rank)
    return { ...toTaskFrame('change_task', clause, object, data), priority: toPriority(rank) };
  const made = MAKE_DUE.exec(clause);
  if (made?.[1] && made[2]) return { ...toTaskFrame('change_task', clause, made[1], data), to: made[2] };
  const [, owed, day] = IS_DUE.exec(clause) ?? [];
  if (owed && day && readWhen(day, data) !== null) {
    const frame = toTaskFrame('change_task', clause, owed, data);
    return findTasks(frame.reference, data, { mentions: [] }).kind === 'none'
      ? toTask(clause, `${owed.replace(/^add (?:the |an? )?/i, '')} by ${day}`, null)
      : { ...frame, to: day };
  }
  const changed = CHANGE_TASK.exec(clause);
  const named = changed?.[1] ?? changed?.[2];
  return named && changed?.[3]
    ? { ...toTaskFrame('change_task', clause, named, data), to: changed[3] }
    : null;
}

/** 'I have an essay due 15 Dec, about 8 hours work' */
const HAVE_DUE =
  /^(?:i(?:['’]ve|(?:['’]ve| have) got| have| got)|there(?:['’]s| is)) (?:an?|another) ([^,]{2,80}? due .{2,60})$/i;
/** 'marking takes 20 mins per essay and I have 30 essays, due the 27th' */
const EACH_TAKES = new RegExp(
  String.raw`^(.{2,60}?) (?:takes|will take|needs) (?:about |around |me ){0,2}(${LENGTH}) (?:per|an?|each) (\p{L}{2,20}),? (?:and |so )?(?:i have|i['’]ve got|there are|i['’]ve) (\d{1,3}) (?:of them|\p{L}{2,20})(.*)$`,
  'iu',
);
/** 'the essays need marking by Thursday, not Friday' */
const NEEDS_DOING =
  /^((?:the |my )?\p{L}[^,]{1,50}? needs? (?:to be )?\p{L}{2,15}(?:ing|ed|ne|en|t)) (?:by|before) (.{3,30}?)(?:,? (?:and )?not (?:by |on )?.{3,20})?$/iu;
/** 'the quote needs to go out today' */
const NEEDS_TO_GO = new RegExp(
  String.raw`^((?:the |my )?\p{L}[^,]{1,50}?) (?:needs?|has|have) to (?:go out|go off|go in|be in|be out|be sent|be done) (?:by |on |before )?(${DAY}(?: at .{1,10})?)$`,
  'iu',
);
/** 'start the peer review tomorrow', 'plan the essay for Thursday' */
const START_ON = new RegExp(
  String.raw`^(?:start|begin|plan|schedule(?= (?:the|my) ))(?: (?:on|with|working on))? (?:the |my )?(?!an? )(.{2,80}?) (?:on |for |from )?(${DAY}|next week)$`,
  'i',
);
const MAX_TASK_MINUTES = 6_000;

/** Work in somebody's own words: what is due, how long each one takes, when it begins. Null for other texts. */
function readOwnWords(clause: string, data: DialogueData): Frame | null {
  const [, owed] = HAVE_DUE.exec(clause) ?? [];
  if (owed) {
    const line = owed.replace(
      /,? (?:about |around |roughly )?(\d{1,3} ?(?:h|hours?|minutes?|mins?))(?: of)? work$/i,
      ' $1',
    );
    return toTask(clause, line, null);
  }
  const [, work, each, what, count, rest = ''] = EACH_TAKES.exec(clause) ?? [];
  const minutes = each ? (readMinutes(each) ?? 0) * Number(count) : 0;
  if (work && what && minutes > 0 && minutes <= MAX_TASK_MINUTES)
    return toTask(clause, `${work} (${count} ${what.replace(/s?$/, 's')}) ${minutes} minutes${rest}`, null);
  const [, needy, by] = NEEDS_DOING.exec(clause) ?? [];
  if (needy && by && readWhen(by, data)?.hasDate) {
    const frame = toTaskFrame('change_task', clause, needy.replace(/ needs? (?:to be )?/i, ' '), data);
    if (findTasks(frame.reference, data, { mentions: [] }).kind === 'found') return { ...frame, to: by };
    return toTask(clause, `${needy} by ${by}`, null);
  }
  const [, going, out] = NEEDS_TO_GO.exec(clause) ?? [];
  const gone = going ? toTaskFrame('change_task', clause, going, data) : null;
  if (gone && out && isTaskAlone(gone, data)) return { ...gone, to: out };
  const [, begun, from] = START_ON.exec(clause) ?? [];
  if (!begun || !from) return null;
  const frame = toTaskFrame('change_task', clause, begun, data);
  const found = findTasks(frame.reference, data, { mentions: [] });
  const { words, people, when } = frame.reference;
  if (
    words.length === 0 ||
    people.length > 0 ||
    when !== null ||
    findEvents(frame.reference, data, { mentions: [] }).kind !== 'none'
  )
    return null;
  // 'start with the report' asks which of two is meant.
  const isMeant = found.kind === 'several' || (found.kind === 'found' && found.tasks.length === 1);
  return isMeant ? { ...frame, begin: from } : null;
}

const isTaskAlone = ({ reference }: TaskFrame, data: DialogueData): boolean =>
  findTasks(reference, data, { mentions: [] }).kind === 'found' &&
  findEvents(reference, data, { mentions: [] }).kind === 'none';

/** 'don't forget the dentist is at 3, not 4': a statement. */
const STATED =
  /^(?:don['’]?t (?:let me )?forget|remember)(?: that)? ((?:the |my |our )?(.{2,80}?) (?:is|starts|begins|takes place) ((?:at|on) .{1,40}?)(, (?:and )?not .{1,30})?)$/i;

/** A correction of an event that there is, or a question for it; a reminder of one that there is not. */
function readStated(clause: string, data: DialogueData): Frame | null {
  const [, statement, name, time, correction] = STATED.exec(clause) ?? [];
  if (!statement || !name || !time || !isOnlyTime(time, data)) return null;
  const reference = readReference(name, data);
  const isKnown = reference.words.length > 0 && findEvents(reference, data, { mentions: [] }).kind !== 'none';
  if (!isKnown) return toReminder(clause, `"${name}" ${time}`, data);
  return (correction && statedTime(statement, data)) || { act: 'query_events', text: clause, reference };
}

/** A change of the sessions or subtasks of a task. */
function readParts(clause: string, data: DialogueData): TaskFrame | null {
  const [, split, count, loose] = SPLIT.exec(clause) ?? [];
  const [, chopped, size] = SPLIT_BY.exec(clause) ?? [];
  const [, owner, listed, line, under, item, parent] = SUBTASKS.exec(clause) ?? [];
  const object = chopped ?? split ?? loose ?? owner ?? under ?? parent;
  if (!object) return null;
  const frame = toTaskFrame('change_task', clause, object, data);
  if (frame.reference.pronoun === null && frame.reference.words.length === 0) return null;
  const chunkMinutes = size ? readMinutes(size) : null;
  if (chunkMinutes !== null) return { ...frame, sessions: null, chunkMinutes };
  const titles = listed ?? line ?? item;
  if (titles) return { ...frame, subtasks: splitItems(titles, '').map(unquote) };
  const [bare] = /\b(?:halves|half|two|three|four|\d)$/i.exec(clause) ?? [];
  const sessions = toCount(bare && /^hal/i.test(bare) ? 'two' : (bare ?? count));
  return sessions !== null && sessions < 2 ? null : { ...frame, sessions };
}

const toCount = (said: string | undefined): number | null => (said === undefined ? null : readCount(said));

/** 'wake up at 7 am tomorrow' of '7' and 'tomorrow morning' */
function toWaking(time: string, day: string): string {
  const half = /m$|:/i.test(time) ? '' : /\b(?:afternoon|evening|night)$/i.test(day) ? ' pm' : ' am';
  return `wake up at ${time}${half}${day.replace(/ (?:in the )?(?:morning|afternoon|evening|night)$/i, '')}`;
}

/** 1 is the highest. */
function toPriority(word: string): number {
  if (/^(?:high|top|urgent|p1)/i.test(word)) return 1;
  if (/^p2$/i.test(word)) return 2;
  return /^(?:low|p4)/i.test(word) ? 4 : 3;
}

/** 'todo: water the plants' */
const TASK_LINE =
  /^(?:to[- ]?do|task)(?: ?[:–-] ?| (?!(?:lists?|items?|for|due)\b|(?:today|tomorrow)$))(\S.{0,299})$/i;

const BEGINS_AS_CHORE = new RegExp(
  `^(?:${CHORES}|e-?mail|send|order|book|get|make|plan|find|check) \\S`,
  'i',
);

/** 'clean the oven, wash the car' as two; 'call Bo, tomorrow at 5' is one. */
function splitLine(line: string): string[] {
  const parts = line.split(/, ?(?:and )?/i);
  return parts.every((part) => BEGINS_AS_CHORE.test(part)) ? parts : [line];
}

/** 'milk, eggs and bread' as three; 'salt and pepper' is two things only where things are bought or packed. */
function splitItems(line: string, list: string): string[] {
  const namesThings = /\b(?:shopping|grocer(?:y|ies)|packing|supermarket)\b/i.test(list);
  if (!line.includes(',') && !namesThings) return [line];
  return line
    .split(/, and |, | and | & |,/i)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** 'takes about an hour': the length is enough. */
const TAKING =
  /,? (?:it |which |that |it['’]ll |it['’]s going to |it would )?(?:takes?|should take|will take|needs)(?: about| around| roughly| me)* ((?:\d|an? (?:hour|half)|half an).{0,24})$/i;

export function toTask(text: string, line: string, list: string | null): CreateTaskFrame {
  const project = list && !PROJECTS.test(list.trim()) ? list.trim().toLowerCase() : null;
  const work = line
    .trim()
    .replace(/^[:–-]\s{0,3}/, '')
    .replace(/ instead$/i, '')
    .replace(/^to (?!-?do\b)(?=\p{L})/iu, '');
  return { act: 'create_task', text, line: work, project, isReminder: false };
}

const BEFORE =
  /^(?:(?:to|about) )?(\d{1,3} ?(?:min(?:ute)?s?|hours?|h)|an hour|half an hour|a day) before (.{2,80}?)(?: to (.{2,80}))?$/i;

/** 'submit the report an hour before the review' */
const WORK_BEFORE =
  /^(?:to )?(.{2,80}?) (\d{1,3} ?(?:min(?:ute)?s?|hours?|h)|an hour|half an hour|a day) before (.{2,80})$/i;

/** '10 minutes before the dentist' of an event that there is: when it is due, as quick add reads it. */
function toTimeBefore(line: string, data: DialogueData): string | null {
  const [, said, lead, about] = WORK_BEFORE.exec(line) ?? [];
  const [, length = lead, object = about, work = said] = BEFORE.exec(line) ?? [];
  const minutes = length ? readMinutes(length.replace(/^a day$/i, '24 hours')) : null;
  if (!object || minutes === null) return null;
  const found = findEvents(readReference(object, data), data, { mentions: [] });
  const [event] = found.kind === 'found' && found.events.length === 1 ? found.events : [];
  if (!event) return null;
  const at = new Date(createWallClock(data).toWall(event.start - minutes * MINUTE_MS)).toISOString();
  return `${work ?? event.title} by ${at.slice(0, 10)} ${at.slice(11, 16)}`;
}

/** 'by 2026-11-27 06:00' of 'six tomorrow morning'; null without a time of day, and for what repeats. */
function toWrittenTime(said: string, data: DialogueData): string | null {
  const clock = createWallClock(data);
  const { repeats } = readTimes(said, { now: clock.now, isMonthFirst: data.isMonthFirst });
  const when = repeats.length > 0 ? null : readWhen(said, data, { isTimeExpected: true });
  if (when?.minute == null) return null;
  const { start } = toRange(toComing(when, clock.now), clock);
  // A time that is over is that of tomorrow.
  const wall = clock.toWall(start) + (start <= data.now && !when.hasDate ? DAY_MS : 0);
  const at = new Date(wall).toISOString();
  return `by ${at.slice(0, 10)} ${at.slice(11, 16)}`;
}

/** Words around a time that name nothing. */
const JOINTS = /\b(?:at|on|in|for|by|the|this|next|of|from|to|me|and|now)\b|[,.]/gi;

/** 'send the invoice 2 days before the end of the month' */
const DAYS_BEFORE =
  /^(?:(?:to|about|of) )?(.{2,80}?) (the|an?|one|two|three|four|five|\d{1,2}) (days?|weeks?) before (.{3,40})$/i;

/** 'the dentist the day before' */
const DAYS_BEFORE_IT =
  /^(?:(?:to|about|of) )?(.{2,80}?),? (the|an?|one|two|three|four|five|\d{1,2}) (days?|weeks?) before(?:hand)?$/i;

/** Some days before a date that was said, or before an event. */
function toDaysBefore(line: string, data: DialogueData): string | null {
  const [, work, count = '', unit = '', date] = DAYS_BEFORE.exec(line) ?? DAYS_BEFORE_IT.exec(line) ?? [];
  if (!work) return null;
  if (!date) {
    // 'the dentist the day before'
    const found = findEvents(readReference(work, data), data, { mentions: [] });
    const [event] = found.kind === 'found' && found.events.length === 1 ? found.events : [];
    return event
      ? toDaysBefore(`"${event.title.replaceAll('"', '')}" ${count} ${unit} before ${work}`, data)
      : null;
  }
  const when = isOnlyTime(date, data) ? readWhen(date, data) : null;
  const found = when ? null : findEvents(readReference(date, data), data, { mentions: [] });
  const [event] = found?.kind === 'found' && found.events.length === 1 ? found.events : [];
  const clock = createWallClock(data);
  const isEnd = /\bend of\b/i.test(date) && when?.to != null;
  const said = isEnd ? (when?.to ?? 0) - DAY_MS : (when?.from ?? null);
  const wall = when?.hasDate ? said : event ? clock.toWall(event.start) : null;
  if (wall === null) return null;
  const days = (readCount(count) ?? 1) * (/^week/i.test(unit) ? 7 : 1);
  const day = Math.floor(wall / DAY_MS) - days;
  return `${work} by ${formatDayNumber(Math.max(day, Math.floor(clock.now / DAY_MS)))}`;
}

const BEFORE_DUE =
  /^(?:(?:to|about|of) )?(?:the |my )?(.{2,80}?) (the|an?|one|two|three|four|five|\d{1,2}) (days?|weeks?) before (?:(?:it['’]?s|it is) due|(?:the|its) (?:deadline|due date))$/i;
/** 'the tax return 3 days before it is due' of a task with a deadline. */
function toDayBefore(line: string, data: DialogueData): string | null {
  const [, object, count = '', unit = ''] = BEFORE_DUE.exec(line) ?? [];
  if (!object) return null;
  const found = findTasks(readReference(object, data), data, { mentions: [] });
  const [task] = found.kind === 'found' && found.tasks.length === 1 ? found.tasks : [];
  const due =
    task?.dueOn ?? (task?.dueAt ? new Date(createWallClock(data).toWall(task.dueAt)).toISOString() : null);
  if (!task || !due) return null;
  const days = (readCount(count) ?? 1) * (/^week/i.test(unit) ? 7 : 1);
  const day = Date.parse(`${due.slice(0, 10)}T00:00:00Z`) / DAY_MS - days;
  return `${task.title} by ${formatDayNumber(day)}`;
}

/** The event that a reminder is about: 'remind me about the vet'. What somebody has to do is no event. */
function findNamed(said: string, data: DialogueData): DialogueEvent | null {
  const reference = readReference(said.replace(/^(?:about|of|for) /i, ''), data);
  if (/^to /i.test(said) || reference.when !== null || reference.words.length === 0) return null;
  const found = findEvents(reference, data, { mentions: [] });
  const [event, ...others] = found.kind === 'found' ? found.events : [];
  return event && others.length === 0 && event.start > data.now && !event.isAllDay ? event : null;
}

const toWrittenStart = ({ start }: DialogueEvent, data: DialogueData): string =>
  new Date(createWallClock(data).toWall(start)).toISOString().slice(0, 16).replace('T', ' ');

export function toReminder(text: string, line: string, data: DialogueData): CreateTaskFrame {
  const said = line.trim().replace(/ (?:is|are) due(?= )/i, ' due');
  const before = toDayBefore(said, data) ?? toDaysBefore(said, data) ?? toTimeBefore(said, data);
  if (before !== null) return { act: 'create_task', text, line: before, project: null, isReminder: true };
  const [first = '', ...more] = said.split(' to ');
  // 'tonight to call mom': the time comes last in a line of quick add.
  const isTimeFirst = more.length > 0 && readWhen(first, data) !== null && isOnlyTime(first, data);
  const core = isTimeFirst
    ? `${more.join(' to ')} ${first}`
    : said
        .replace(/^(?:to|the) (?=\S)/i, '')
        .replace(/ about (?:the |my )?(?=\p{L}.{1,80}$)/iu, (about, at: number, all: string) =>
          isOnlyTime(all.slice(0, at), data) ? ' ' : about,
        );
  const reminder = { act: 'create_task', text, project: null, isReminder: true } as const;
  const event = findNamed(said, data);
  if (event)
    return { ...reminder, line: `"${event.title.replaceAll('"', '')}" by ${toWrittenStart(event, data)}` };
  const rest = withoutTimes(core, data).rest.replaceAll(JOINTS, ' ').trim();
  if (core !== '' && rest === '' && /\balarm\b/i.test(text))
    return { ...reminder, line: `Alarm ${toWrittenTime(core, data) ?? core}` };
  // 'remind me tomorrow'
  if (core !== '' && rest === '') return { ...reminder, line: null, at: core };
  return { ...reminder, line: core === '' ? null : core };
}

export function toTaskFrame(
  act: TaskFrame['act'],
  text: string,
  object: string,
  data: DialogueData,
): TaskFrame {
  return { act, text, reference: readReference(object, data), chosenId: null, to: null };
}

/** The deadline of a series is that of its first task: 'every day this week' begins today. */
const EACH_DAY_OF_WEEK = /\b(?:every|each) (day|morning|afternoon|evening) this week\b/i;

const WEEKDAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** 'on Monday', said on a Monday, is the next one, as it is for an event. */
function writeOutSameDay(line: string, data: DialogueData): string {
  const { now } = createWallClock(data);
  const name = WEEKDAY_NAMES[new Date(now).getUTCDay()] ?? '';
  const next = formatDayNumber(Math.floor(now / DAY_MS) + WEEKDAY_NAMES.length);
  return line.replace(
    new RegExp(String.raw`(?:\bon |^)${name}(?=$|[.!]| (?:at|to|about)\b|(?<=^${name}) \p{L})`, 'iu'),
    `on ${next}`,
  );
}

/** A line of quick add in its own words. */
export function readTaskLine(said: string, data: DialogueData) {
  const line = writeOutSameDay(said, data);
  return parseQuickAdd(line.replace(TAKING, ' $1').replace(EACH_DAY_OF_WEEK, 'every $1 until Sunday'), {
    now: data.now,
    timeZone: data.timeZone,
    locale: data.isMonthFirst ? 'en-US' : 'en-GB',
  });
}
