import { readInvitationAnswer } from './answer-invitation.ts';
import { asksForBusiestDay } from './answer-totals.ts';
import { readCopy } from './copy-event.ts';
import type { DialogueData } from './data.ts';
import { isFound } from './edit-reader.ts';
import { readStartOrEnd, replaceTime } from './edit-times.ts';
import { readSeriesEnd } from './end-series.ts';
import { findEvents, listCandidates } from './find-events.ts';
import type { ChangeEventFrame, Frame, SwapFrame } from './frames.ts';
import { readMoveNextTo } from './move-next-to.ts';
import { isOnlyTime } from './only-time.ts';
import { isTaskWithDeadline, readByIntent } from './read-by-intent.ts';
import { toDeleteEvent, toDeletion } from './read-deletion.ts';
import { readEdit } from './read-edit.ts';
import { readSetting } from './read-setting.ts';
import { readTaskFrame, toTask, toTaskFrame } from './read-task.ts';
import { readReference } from './references.ts';
import { readMeetingRequest } from './request-meeting.ts';
import { readWhen } from './when.ts';

/** What one clause asks for; null if it is not understood. */
export function readFrame(clause: string, data: DialogueData): Frame | null {
  const [, wanted, other] = NOT_THAT_ONE.exec(clause) ?? [];
  if (
    wanted &&
    other &&
    !/\b(?:all|every|each|both)\b/i.test(wanted) &&
    isOnlyTime(other, data) &&
    readWhen(other, data)
  )
    return readFrame(wanted, data);
  const [, request, except] = EXCEPT.exec(clause) ?? [];
  if (!request || !except) return readWhole(clause, data);
  const frame = readWhole(request, data);
  if (!frame || !('reference' in frame)) return null;
  // 'all but lunch' excludes from a whole. 'one but keep the other' excludes nothing.
  if (!frame.reference.isAll) return / but (?:keep|not) /i.test(clause) ? frame : null;
  // No draft at all, if the events to keep are not found.
  const kept = { ...readReference(except, data), when: null };
  const isNamed = kept.words.length + kept.people.length > 0;
  const isKnown = (said: string) =>
    listCandidates({ ...readReference(said, data), when: null }, data, { isPastMeant: true }).length > 0;
  if (isNamed && frame.act !== 'query_events' && ![except, ...except.split(/, | and /i)].some(isKnown))
    return null;
  // 'everything except the dentist tomorrow' is about tomorrow.
  const when = frame.reference.when ?? (isNamed ? readReference(except, data).when : null);
  return { ...frame, reference: { ...frame.reference, when, except } };
}

/** 'cancel the gym on Tuesday, not tonight's' */
const NOT_THAT_ONE =
  /^((?:cancel|delete|remove|skip|move|re-?schedule|push|postpone|drop) .{3,160}?),? (?:and |but )?not (?:the (?:one )?)?(?:on |at )?(.{2,30}?)(?:['’]s)?(?: one)?$/i;

/** 'cancel everything tomorrow except the dentist' */
const EXCEPT =
  /^(.{3,200}?),? (?:except(?: for)?|apart from|other than|but not|but keep|excluding|besides) (.{2,120})$/i;

const STANDING =
  /,? (?:from now on(?:wards?)?|for good|permanently|going forward|every (?:single )?(?:time|day|week|month)|each (?:time|day|week|month)|always|in (?:the )?future)$/i;

/** 'make the piano lesson start at 4 every week': a change of all that follow. */
function readStanding(clause: string, data: DialogueData): Frame | null {
  const standing = STANDING.exec(clause);
  const frame = standing && readWhole(clause.slice(0, standing.index), data);
  if (frame?.act !== 'change_event') return null;
  const { reference, edit } = frame;
  const isTimed = edit.to ?? edit.endsAt ?? edit.minutes ?? edit.shiftMinutes ?? edit.growMinutes;
  if (isTimed === null || reference.words.length === 0 || reference.isAll || reference.when?.hasDate)
    return null;
  const all = readReference(`all ${reference.text}`, data);
  const found = findEvents(all, data, { mentions: [] });
  return found.kind === 'found' && found.events.some(({ isRecurring }) => isRecurring)
    ? { ...frame, reference: all }
    : null;
}

function readWhole(clause: string, data: DialogueData): Frame | null {
  const standing = readStanding(clause, data);
  if (standing) return standing;
  const setting =
    readSetting(clause, data) ?? readMeetingRequest(clause, data) ?? readInvitationAnswer(clause, data);
  if (setting) return setting;
  const absent = readAbsent(clause, data);
  if (absent) return absent;
  if (CONDITIONAL.test(clause)) return null;
  if (PLAN.test(clause)) return toPlan(clause, data);
  if (HOUSEWORK.test(clause) || isTaskWithDeadline(clause)) return toTask(clause, clause, null);
  if (TOTALS.test(clause) || asksForBusiestDay(clause))
    return { act: 'query_events', text: clause, reference: readReference(clause, data) };
  const placed = readCopy(clause, data) ?? readMoveNextTo(clause, data);
  if (placed) return placed;
  const ended = readSeriesEnd(clause, data);
  if (ended) return ended;
  const edge = replaceTime(clause, data) ?? readStartOrEnd(clause, data);
  if (edge) return edge;
  const task = readTaskFrame(clause, data);
  if (task) return task;
  if (CLEAR_TASKS.test(clause)) return toTaskFrame('delete_task', clause, 'all my tasks', data);
  const clear = CLEANING.test(clause) ? null : CLEAR.exec(clause);
  if (clear?.[1]) return toDeletion(clause, `all ${clear[1]}`, data);
  const edit = readEdit(clause, data);
  if (edit && !isNewInstead(clause, edit, data)) return edit;
  const [, cancelled, off] = IS_CANCELLED.exec(clause) ?? [];
  const gone = cancelled ?? off;
  const dropped = gone ? readReference(gone, data) : null;
  if (
    gone &&
    dropped &&
    dropped.words.length > 0 &&
    findEvents(dropped, data, { mentions: [] }).kind === 'found'
  )
    return toDeleteEvent(clause, gone, data);
  const missed = readMissed(clause, data);
  if (missed) return missed;
  if (TIMES_A_WEEK.test(clause) && !isOnlyTime(clause, data)) return toTask(clause, clause, null);
  const frame = readByIntent(clause, data);
  const isHabit = !frame && HABIT.test(clause) && !isOnlyTime(clause, data);
  return isHabit ? toTask(clause, clause, null) : frame;
}

const PUT_ON_DAYS =
  /^put .{2,80} (?:on|every|each) (?:every |each )?(?:mon|tues|wednes|thurs|fri|satur|sun)days? .{0,40}\d/i;

/** 'put the swimming on Thursdays 4 to 5' adds what is not there. */
const isNewInstead = (clause: string, edit: ChangeEventFrame | SwapFrame, data: DialogueData): boolean =>
  edit.act === 'change_event' &&
  PUT_ON_DAYS.test(clause) &&
  edit.reference.words.length > 0 &&
  !isFound(edit.reference, data);

/** 'go for a run every other day' */
const HABIT =
  /^(?!.{2,40} (?:is|are|was|will|should) )(?!(?:hm+|no|not|nah|what|when|where|who|whose|why|which|how|do|does|did|is|are|am|was|were|can|could|should|would|will|has|have|i|we|you|it|they|tell|show|list|play|turn|give|first|second|third|fourth|last|begin|beginning|end|middle|start)\b)\p{L}.{2,80} (?:(?:every|each) (?:other |second |single )?(?:day|night|morning|afternoon|evening|week|weekday|weekend|month|mon|tue|wed|thu|fri|sat|sun)|(?:\d|two|three|four|five|six) ?(?:x|times) (?:a|per|each) week\b)/iu;

/** 'practise the guitar 3x a week': the plan finds the times. */
const TIMES_A_WEEK =
  /^(?!(?:what|when|where|who|why|which|how|do|does|did|is|are|am|can|could|should|would|will|show|list|tell|change|move|cancel|delete|make|set)\b)\p{L}.{2,80} (?:\d|two|three|four|five|six) ?(?:x|times) (?:a|per|each) week(?: (?:for .{2,20}|in the (?:morning|afternoon|evening)s?))?$/iu;

/** 'I can't make the dentist any more' */
const MISSED =
  /^(?:(?:i|we)(?:['’]m| am|['’]re| are)? )?(?:can(?:['’]?t|not| not)|won['’]?t(?: be able to)?|will not(?: be able to)?|(?:am |are )?(?:un|not )able to) (?:make(?: it to)?|attend|come to|go to|be at|do|join|get to) (.{2,80}?)(?: any ?more| any longer| after all)?$/i;

/** What somebody cannot go to is cancelled, as a draft: deletions always wait. Null if it names no event. */
function readMissed(clause: string, data: DialogueData): Frame | null {
  const [, object] = MISSED.exec(clause) ?? [];
  const reference = object ? readReference(object, data) : null;
  if (!object || !reference) return null;
  const { words, people, when } = reference;
  // 'I can't do Friday' says nothing about what is on Friday.
  if (words.length + people.length === 0 && when?.minute == null) return null;
  return findEvents(reference, data, { mentions: [] }).kind === 'none'
    ? null
    : toDeleteEvent(clause, object, data);
}

/** 'no piano this week' */
function readAbsent(clause: string, data: DialogueData): Frame | null {
  const [, object] = /^no (\p{L}.{2,80})$/iu.exec(clause) ?? [];
  const reference = object ? readReference(object, data) : null;
  if (!object || !reference?.when?.hasDate || reference.words.length === 0) return null;
  return findEvents(reference, data, { mentions: [] }).kind === 'none'
    ? null
    : toDeleteEvent(clause, object, data);
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
  /^(?:the |my |our )?(?!i\b|we\b|you\b|nothing\b)(.{2,60}?) (?:(?:is|was|has been|got|is now) )?(?:cancell?ed|called off)$|^(?:the |my |our )?(?!i\b|we\b|you\b|nothing\b)(.{2,60}?)(?: is| are|['’]s)(?: now)? off$/i;

function toPlan(clause: string, data: DialogueData): Frame {
  const when = readWhen(toDay(clause), data);
  return { act: 'plan', text: clause, when: when?.isWithinDay ? when : null };
}

/** 'my day' is today. */
const toDay = (clause: string): string => clause.replace(/\bmy (?:whole |entire )?day$/i, 'today');

const PLAN =
  /^(?:re-?plan|plan|organi[sz]e|optimi[sz]e|arrange|schedule|re-?schedule|sort out|rearrange)(?: out)? (?:all )?(?:of )?(?:my|the|our) (?:(?:whole|entire|rest of (?:the|my)) )?(?:day|week|weekend|month|time|work|tasks?|to-?dos?|to-?do list|schedule|calendar|everything|morning|afternoon|plan)(?: again| for .{1,30}| around (?:my |the )?.{2,40}| please| today| tomorrow| this week| next week| (?:on )?(?:this |next )?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})?$|^(?:re-?plan(?: everything| it all| all of it)?|plan everything|(?:re-?)?plan (?:for )?(?:today|tomorrow|(?:this|next) week|the week|(?:this |next )?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})|make (?:me )?a (?:new )?plan(?: for .{1,40})?)$/i;

/** 'clean the garage' clears no calendar. */
const CLEANING =
  /^(?:clean|wipe|empty)(?: up| out| off)? (?:the|my|all the) (?!.{0,60}\b(?:lists?|inbox|calend[ae]rs?)\b)(?!(?:whole |entire |rest of |next |this |remaining )?(?:calend[ae]r|schedule|agenda|diary|day|week|morning|afternoon|evening|night|month|plan|time|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b)/i;

/** 'clear my to-do list' is about no event. */
const CLEAR_TASKS =
  /^(?:clear|empty|wipe|erase|delete|clean up|clean out|clear out) (?:out )?(?:(?:all|everything) (?:on|from|in|of) )?(?:my |the |all my )?(?:whole |entire )?(?:to[- ]?do lists?|to[- ]?dos|task lists?|tasks|(?<!^(?:delete|erase) .{0,12})lists?)$/i;

/** 'clear my afternoon' */
const CLEAR =
  /^(?:clear|clean|wipe|free up|empty|clear out|clear off|clean up|clean out) (?!the (?:location|place|venue|room|notes?|description)\b)((?:my|the|all|out my|everything|this|next|today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday).*)$/i;
