import type { Interval } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { addGuests, readAddition, repeatFrame } from './additions.ts';
import { readAlternatives } from './alternatives.ts';
import { answerFreeTime } from './answer-free-time.ts';
import { answerInvitation } from './answer-invitation.ts';
import { answerAboutEvents, answerAboutTasks } from './answer-questions.ts';
import { type Context, changeEvent, deleteEvents, swapEvents } from './change-event.ts';
import { beginsWithVerb, splitClauses, withoutExplanation, withoutPoliteness } from './clauses.ts';
import { judgeCondition, splitCondition } from './conditions.ts';
import { readControl } from './controls.ts';
import { amendFrame, correctFrame, readBareTime, readCorrection, withoutDenial } from './corrections.ts';
import { createEvent } from './create-event.ts';
import {
  createWallClock,
  type DialogueData,
  type DialogueEvent,
  type DialogueTask,
  type Mention,
  type ToolCall,
  toMention,
} from './data.ts';
import { findEvents } from './find-events.ts';
import { readZone } from './foreign-zones.ts';
import { type ChangeEventFrame, type CreateEventFrame, type Frame, NO_EDIT } from './frames.ts';
import { findImpossibleDate, QUESTION_REFUSAL, readRather, refuseNoRequest } from './no-request.ts';
import { readOffered } from './offered-times.ts';
import { type DialogueChoice, lookUp, type Outcome, run, say } from './outcome.ts';
import { MOST_PASTED, readPastedText } from './pasted-text.ts';
import { findPeople } from './people.ts';
import { askAgain, findQuestion, onDayAsked, type Question } from './questions-again.ts';
import { isOnlyTime, readEdit } from './read-edit.ts';
import { readFrame } from './read-frame.ts';
import { readLookUp } from './read-look-up.ts';
import { toTaskFrame } from './read-task.ts';
import { isSeveral, readReference, splitPeople } from './references.ts';
import { fillIn, type Pending } from './replies.ts';
import { requestMeeting } from './request-meeting.ts';
import { splitDays } from './several-days.ts';
import { slashCommands, writeOutShortForm } from './short-forms.ts';
import { writeOutSpeech } from './speech.ts';
import { correctSpelling } from './spelling.ts';
import { changeTasks, createTask, explainTask } from './task-acts.ts';
import { toOneLine, trimEnd } from './trimming.ts';
import { readMinutes, readWhen, toRange, type When } from './when.ts';
import { joinNames, sayEvent } from './wording.ts';

/**
 * Understands a message of a conversation and says which tools to call: `converse('move lunch to 1', data, state)`.
 *
 * Pure. It knows no tool but by name; it never changes anything itself. What is unclear becomes a question, and what is
 * not understood is said to be so: no call is a guess.
 */
export interface DialogueState {
  /** What the conversation was about, the latest first. */
  readonly mentions: readonly Mention[];
  /** The question that is open. */
  readonly pending: Pending | null;
  /** What waits for Apply. A correction changes it. */
  readonly draft: readonly Frame[] | null;
  /** Since the draft, something was said that was not understood: a plain 'yes' could be about that. */
  readonly isInDoubt: boolean;
  /** The change of the message before, drafted or done: 'and the other one too' repeats it. */
  readonly recent: readonly Frame[] | null;
  /** The latest list of events or tasks that was shown: 'the second one'. */
  readonly listed: readonly Mention[];
  /** The latest free times that were shown: 'book the first one'. */
  readonly offered: readonly Interval[];
  /** The question that was answered last: 'and on Friday?' asks it again. */
  readonly asked: Question | null;
}

export const NEW_DIALOGUE: DialogueState = {
  mentions: [],
  pending: null,
  draft: null,
  isInDoubt: false,
  recent: null,
  listed: [],
  offered: [],
  asked: null,
};

export interface DialogueAnswer {
  /**
   * `undo`, `apply`, `discard`: the message says so about what was done or drafted before.
   */
  readonly kind: 'calls' | 'answer' | 'question' | 'not_understood' | 'undo' | 'apply' | 'discard';
  readonly calls: readonly ToolCall[];
  /** Whether the calls change nothing. */
  readonly isReadOnly: boolean;
  /** What is said besides what the tools say. */
  readonly reply: string;
  readonly events: readonly DialogueEvent[];
  readonly tasks: readonly DialogueTask[];
  readonly slots: readonly { readonly start: number; readonly end: number }[];
  readonly choices: readonly DialogueChoice[];
  readonly state: DialogueState;
  /** The draft before is replaced by this answer. */
  readonly replacesDraft: boolean;
}

/** '45-min' */
const HYPHENATED_LENGTH = /\b(\d{1,3})-(minutes?|mins?|hours?|hrs?)\b/gi;
const MOST_MENTIONS = 10;
/** Longer messages are read to here, unless they are pasted lists. */
const MOST_CHARACTERS = 1_000;

export const ABILITIES =
  "I can add, move, rename and cancel events, invite people, ask others for a time, add and complete tasks, find free time, plan your week and say why, set your working hours, and answer questions about your calendar. For example: 'Move lunch to 1', 'Cancel my next meeting with Sam', 'Schedule a review with Ana on Friday at 10', 'When am I free tomorrow?', 'Can I fit a 3 hour report before Friday?', 'Add buy milk to my list'.";

export function converse(text: string, data: DialogueData, before: DialogueState): DialogueAnswer {
  // A conversation may have begun with an earlier version.
  const state = { ...NEW_DIALOGUE, ...before };
  const answer = answerMessage(text, data, state);
  const isInDoubt =
    answer.state.draft !== null &&
    answer.state.draft === state.draft &&
    (state.isInDoubt || answer.kind === 'not_understood' || DENIED.test(text));
  const reply =
    text.length > MOST_CHARACTERS && answer.kind !== 'not_understood' && !readPastedText(text.trim(), data)
      ? [answer.reply, `I read only the first ${MOST_CHARACTERS} characters of your message.`]
          .join('\n')
          .trim()
      : answer.reply;
  return { ...answer, reply, state: { ...answer.state, isInDoubt } };
}

const DENIED = /^\s{0,5}(?:no|not|nope|wait|hold|hmm+|don['’]?t|stop|actually)\b/i;

function answerMessage(text: string, data: DialogueData, state: DialogueState): DialogueAnswer {
  const written = writeOutSpeech(correctSpelling(toOneLine(text.slice(0, MOST_CHARACTERS)))).replaceAll(
    HYPHENATED_LENGTH,
    '$1 $2',
  );
  const { text: said, foreign } = readZone(written, data);
  const polite = writeOutShortForm(
    withoutPoliteness(slashCommands[said.toLowerCase()] ?? said) || trimEnd(said),
  );
  // 'no wait, move it to Friday' instead of what was drafted.
  const plain = withoutDenial(polite);
  const isInstead = plain !== polite;
  const rather = readRather(plain);
  if (rather !== plain) return answerMessage(rather, data, state);
  const control = answerControl(plain, state);
  if (control) return control;
  const question = readLookUp(plain, data);
  if (question) return carryOut([question], data, { ...state, pending: null });
  const refusal = refuseNoRequest(plain) ?? refuseNoRequest(said);
  if (refusal) return refuse(refusal, state);
  if (state.pending && !ASIDE.test(plain)) {
    const frames = fillIn(state.pending, plain, data);
    if (frames) return carryOut(frames, data, { ...state, pending: null });
  }
  const fresh = { ...state, pending: null };
  const pasted = readPastedText(text.trim(), data);
  if (pasted && pasted.length > MOST_PASTED)
    return plainAnswer(fresh, {
      reply: `These are ${pasted.length} tasks. At most ${MOST_PASTED} can be added at once, so nothing was changed.`,
    });
  if (pasted) return carryOut(pasted, data, fresh);
  const following = answerFollowing(plain, data, fresh);
  if (following) return following;
  const beside = answerBeside(plain, data, fresh);
  if (beside) return beside;
  const again = askAgain(trimEnd(said), data, fresh);
  if (again) return carryOut([again], data, fresh);
  const taken = takeOffered(plain, data, fresh);
  if (taken) return taken;
  const offered = offerAlternatives(plain, data, fresh);
  if (offered) return offered;
  const about = isInstead ? plain : trimEnd(said);
  const corrected = correct(toFollowUp(about, data, fresh), data, fresh, { isAsked: said.endsWith('?') });
  if (corrected) return corrected;
  const repeated = repeatFor(polite, data, fresh) ?? repeatFor(trimEnd(said), data, fresh);
  if (repeated) return repeated;
  if (foreign)
    return toAnswer(
      [say(`I only know times in ${data.timeZone}, and not '${foreign}'. Nothing was changed.`)],
      state,
    );
  const impossible = findImpossibleDate(said);
  if (impossible) return toAnswer([say(`There is no ${impossible}. Nothing was changed.`)], state);
  const conditional = splitCondition(said);
  if (!conditional) {
    const clauses = withoutExplanation(splitClauses(plain)).flatMap((clause) => splitDays(clause, data));
    const answer = answerClauses(clauses, data, fresh);
    // 'lunch at 2?' asks; 'can you move lunch to 2?' does not.
    const isAsked = said.endsWith('?') && !beginsWithVerb(plain) && !PLEADING.test(said);
    if (answer.kind === 'calls' && isAsked) return refuse(QUESTION_REFUSAL, state);
    return keepQuestion(isInstead ? { ...answer, replacesDraft: state.draft !== null } : answer, state);
  }
  const { isMet, refusal: reason, people } = judgeCondition(conditional.condition, data);
  if (isMet === null) return toAnswer([reason], fresh, { kind: 'not_understood' });
  if (isMet === conditional.isNegated) return toAnswer([reason], fresh);
  const when = readWhen(conditional.condition, data);
  // 'book a call then' is at the time of the condition.
  const request = trimEnd(conditional.request).replace(/ (?:then|at that time)$/i, '');
  return answerClauses(splitClauses(request), data, fresh, {
    when: when && toRange(when, createWallClock(data)).start > data.now ? when : null,
    people,
  });
}

const PLEADING = /\b(?:can|could|would|will) (?:you|u|we)\b|\b(?:please|mind|let['’]s)\b/i;

/** Questions that no open question is answered with. */
const ASIDE = /^(?:what(?! about)|when|where|who|which|why|am i|do i|is there|are there)\b/i;

/** What was drafted is not wanted either: 'don't cancel it'. */
function refuse(reply: string, state: DialogueState): DialogueAnswer {
  const next = { ...state, pending: null, draft: null };
  const isTakenBack = state.draft !== null && reply.startsWith('All right');
  return isTakenBack ? plainAnswer(next, { kind: 'discard' }) : plainAnswer(state, { reply });
}

/** A question stays open after a message that was not understood, or that asked something itself. */
const keepQuestion = (answer: DialogueAnswer, { pending }: DialogueState): DialogueAnswer =>
  answer.kind === 'not_understood' || (answer.kind === 'answer' && pending !== null)
    ? { ...answer, state: { ...answer.state, pending } }
    : answer;

const plainAnswer = (state: DialogueState, answer: Partial<DialogueAnswer>): DialogueAnswer => ({
  kind: 'answer',
  calls: [],
  isReadOnly: true,
  reply: '',
  events: [],
  tasks: [],
  slots: [],
  choices: [],
  replacesDraft: false,
  state,
  ...answer,
});

/** What needs no understanding; null for anything else. */
function answerControl(plain: string, state: DialogueState): DialogueAnswer | null {
  const settled = { ...state, pending: null, draft: null };
  switch (readControl(plain)) {
    case 'undo':
      return plainAnswer({ ...state, pending: null }, { kind: 'undo' });
    case 'help':
      return plainAnswer(state, { reply: ABILITIES });
    case 'thanks':
      return plainAnswer(state, { reply: 'You are welcome.' });
    case 'greeting':
      return plainAnswer(state, { reply: 'Hello! What can I do for you?' });
    case 'discard':
      if (state.draft) return plainAnswer(settled, { kind: 'discard' });
      if (state.pending) return plainAnswer(settled, { reply: 'All right, nothing was changed.' });
      if (/^cancel\b/i.test(plain)) return null;
      return plainAnswer(settled, {
        reply: state.recent
          ? "Nothing is waiting. Say 'undo' to take back the last change."
          : 'All right, nothing was changed.',
      });
    case 'apply':
      if (!state.draft) return null;
      return state.isInDoubt && !/\bapply\b/i.test(plain)
        ? plainAnswer(state, { reply: "Shall I carry out the draft? Press Apply or write 'apply'." })
        : plainAnswer({ ...state, draft: null }, { kind: 'apply' });
    case null:
      return null;
  }
}

/** 'an hour later', 'invite Sam' about a draft. */
function amend(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const last = state.draft?.at(-1);
  const edit = last && readEdit(withoutPoliteness(plain), data);
  if (!state.draft || !last || edit?.act !== 'change_event' || edit.reference.pronoun !== 'it') return null;
  const frame = amendFrame(last, edit.edit);
  if (!frame) return null;
  const answer = carryOut([...state.draft.slice(0, -1), frame], data, { ...state, draft: null });
  return { ...answer, replacesDraft: true };
}

/** 'invite Ana', 'make it 2 hours long' about what was just done. */
function amendDone(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const [mention] = state.mentions;
  if (state.draft || !state.recent || mention?.kind !== 'event') return null;
  const edit = /^(?:invite |make it .{1,30} long$)/i.test(plain) ? readEdit(plain, data) : null;
  if (edit?.act !== 'change_event' || edit.reference.pronoun !== 'it') return null;
  const { eventId, recurrenceId } = mention;
  return carryOut([{ ...edit, chosen: { eventId, recurrenceId } }], data, state);
}

const FOLLOWING =
  /^(?:and )?(?:what(?:['’]s| is| about)? )?(?:the )?(?:one |event |meeting )?(?:right )?after (?:that|it|this|that one)$|^(?:and )?(?:what(?:['’]s| is) )?the (?:next|following) one$/i;

/** 'and the one after that?' */
function answerFollowing(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const [mention] = state.mentions;
  if (!FOLLOWING.test(plain) || mention?.kind !== 'event') return null;
  const at = data.events.findIndex(
    ({ eventId, recurrenceId }) => eventId === mention.eventId && recurrenceId === mention.recurrenceId,
  );
  const event = at === -1 ? undefined : data.events[at + 1];
  if (!event) return plainAnswer(state, { reply: 'There is nothing after that in your calendar.' });
  const mentions = addMentions([toMention(event)], state.mentions);
  return plainAnswer({ ...state, mentions }, { reply: `${sayEvent(event, data)}.`, events: [event] });
}

const BESIDE =
  /^(?:what(?:['’]s| is| do i have| have i got)|is there anything|do i have anything)(?: on| happening| planned| coming up)?(?: right| directly| just)? (after|before) (?:the |my )(.{2,80})$/i;

/** 'what's after the dentist?': the next event of that day, if the words name one event. */
function answerBeside(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const [, side, object] = BESIDE.exec(plain) ?? [];
  const reference = object ? readReference(object, data) : null;
  if (!side || !reference || reference.words.length + reference.people.length === 0) return null;
  const found = findEvents(reference, data, { mentions: state.mentions });
  const [anchor, ...others] = found.kind === 'found' ? found.events : [];
  if (!anchor || others.length > 0) return null;
  const clock = createWallClock(data);
  const toDay = ({ start }: DialogueEvent) => floorTo('day', clock.toWall(start));
  const sameDay = data.events.filter((event) => !event.isAllDay && toDay(event) === toDay(anchor));
  const isAfter = /^after$/i.test(side);
  const event = isAfter
    ? sameDay.find(({ start }) => start >= anchor.end)
    : sameDay.findLast(({ end }) => end <= anchor.start);
  const mentions = addMentions([toMention(event ?? anchor)], state.mentions);
  return plainAnswer(
    { ...state, mentions },
    {
      reply: event
        ? `${sayEvent(event, data)}.`
        : `There is nothing ${isAfter ? 'after' : 'before'} ${sayEvent(anchor, data)}, on that day.`,
      events: event ? [event] : [],
    },
  );
}

/** 'book the first one for a haircut' about free times that were shown. */
function takeOffered(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const frame = readOffered(plain, data, state.offered);
  return frame && carryOut([frame], data, state);
}

/** 'lunch tomorrow or Friday' */
function offerAlternatives(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const choices = readAlternatives(plain, data);
  const [first] = choices ?? [];
  if (!choices || !first) return null;
  const frame = readFrame(first.text, data);
  const pending: Pending | null =
    frame?.act === 'create_event' ? { frames: [frame], at: 0, missing: 'when', choices } : null;
  const reply = `Which one: ${choices.map(({ label }) => label).join(' or ')}?`;
  return plainAnswer({ ...state, pending }, { kind: 'question', reply, choices });
}

/** 'and the marketing meeting too' after a change of another meeting. */
function repeatFor(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const last = state.recent?.at(-1);
  const object = last && readAddition(plain);
  if (!state.recent || !last || !object) return null;
  const amended = addGuests(last, object, data);
  if (amended && state.draft)
    return {
      ...carryOut([...state.recent.slice(0, -1), amended], data, { ...state, draft: null }),
      replacesDraft: true,
    };
  const frame = amended ?? repeatFrame(last, object, data);
  if (!frame) return null;
  if (!state.draft) return carryOut([frame], data, state);
  return { ...carryOut([...state.recent, frame], data, { ...state, draft: null }), replacesDraft: true };
}

const LENGTH_ONLY = /^(?:and )?(?:for|make it(?: for)?) (?=\d|an? |half|one|two|three|four)/i;

/** 'with Ana' and 'for 2 hours' after something was added or changed, as the changes that they ask for. */
function toFollowUp(text: string, data: DialogueData, { draft, recent }: DialogueState): string {
  const act = (draft ?? recent)?.at(-1)?.act;
  if (act !== 'create_event' && act !== 'change_event') return text;
  const names = /^(?:and )?with (.{1,80})$/i.exec(text)?.[1];
  if (names && findPeople(splitPeople(names), data).unknown.length === 0) return `invite ${names}`;
  const length = LENGTH_ONLY.exec(text);
  const behind = length ? text.slice(length[0].length) : '';
  return length && readMinutes(behind) !== null && readWhen(behind, data) === null
    ? `make it ${behind} long`
    : text;
}

/** 'actually 20' after a change of the length: minutes again. */
function readLengthAgain(
  text: string,
  frames: readonly Frame[] | null,
): { when: null; minutes: number } | null {
  const last = frames?.at(-1);
  const figure = /^(?:no|actually|make it|sorry|rather)[, ]+(?:make it )?(\d{1,3})$/i.exec(text)?.[1];
  return figure && last?.act === 'change_event' && last.edit.minutes !== null && last.edit.to === null
    ? { when: null, minutes: Number(figure) }
    : null;
}

/** 'no, Friday' about a draft or about what was just done. */
function correct(
  plain: string,
  data: DialogueData,
  state: DialogueState,
  { isAsked }: { readonly isAsked: boolean },
): DialogueAnswer | null {
  const amended = amend(plain, data, state) ?? amendDone(plain, data, state);
  if (amended) return amended;
  const bare = isAsked ? null : readBareTime(plain, data, state);
  const correction =
    readLengthAgain(plain, state.draft ?? state.recent) ?? readCorrection(plain, data) ?? bare;
  if (!correction) return null;
  const last = state.draft?.at(-1);
  if (state.draft && last) {
    const frame = correctFrame(last, correction);
    if (!frame) return null;
    const answer = carryOut([...state.draft.slice(0, -1), frame], data, { ...state, draft: null });
    return { ...answer, replacesDraft: true };
  }
  const [mention] = state.mentions;
  const isSuggestion = state.recent === null && /^(?:and )?(?:what|how) about\b/i.test(plain);
  if (!mention || isSuggestion || /^(?:at )?(?:the )?same time\b/i.test(plain)) return null;
  if (mention.kind === 'task') {
    const frame = toTaskFrame('change_task', plain, 'it', data);
    return carryOut(
      [
        {
          ...frame,
          chosenId: mention.id,
          to: plain.replace(/^(?:no|actually|make it|sorry|due)[\s,]+(?:due )?(?:on |by )?/i, ''),
        },
      ],
      data,
      state,
    );
  }
  const frame: ChangeEventFrame = {
    act: 'change_event',
    text: plain,
    reference: readReference('it', data),
    edit: { ...NO_EDIT, to: correction.when, minutes: correction.minutes },
    chosen: { eventId: mention.eventId, recurrenceId: mention.recurrenceId },
  };
  return carryOut([frame], data, state);
}

const sayNotUnderstood = (clause: string): string =>
  `I did not understand '${clause.length > 120 ? `${clause.slice(0, 120)}…` : clause}'. Nothing was changed. ${ABILITIES}`;

/** `condition`: its time and people are those of a new event that has none of its own. */
function answerClauses(
  clauses: readonly string[],
  data: DialogueData,
  state: DialogueState,
  condition: { readonly when: When | null; readonly people: readonly string[] } = { when: null, people: [] },
): DialogueAnswer {
  const frames: Frame[] = [];
  for (const clause of clauses) {
    // 'tomorrow, move lunch to 3': the time belongs to what is asked for, and nobody said which way.
    if (clauses.length > 1 && isOnlyTime(clause, data))
      return plainAnswer(state, { kind: 'not_understood', reply: sayNotUnderstood(clauses.join(', ')) });
    const frame = readFrame(spellOutRange(clause), data);
    if (!frame) return plainAnswer(state, { kind: 'not_understood', reply: sayNotUnderstood(clause) });
    const people = condition.people.length > 0 ? condition.people : listCompany(state.mentions, data);
    const last = frames.at(-1);
    const whole = last && joinEdit(last, frame);
    if (whole) frames.splice(-1, 1, whole);
    else
      frames.push(
        frame.act === 'create_event'
          ? withCondition(withPeopleMeant(frame, people), condition)
          : onDayAsked(frame, state.asked),
      );
  }
  return frames.length === 0
    ? plainAnswer(state, { kind: 'not_understood', reply: sayNotUnderstood(clauses.join(' ')) })
    : carryOut(frames, data, state);
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

/** 'with her' is with whom was spoken of. */
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

/** Who takes part in what was spoken of last. */
function listCompany([mention]: readonly Mention[], { events }: DialogueData): string[] {
  const event =
    mention?.kind === 'event'
      ? events.find(
          ({ eventId, recurrenceId }) => eventId === mention.eventId && recurrenceId === mention.recurrenceId,
        )
      : undefined;
  return event?.attendees.map(({ name, email }) => name || email) ?? [];
}

/** 'block 9-11' as hours: a hyphen between two bare figures is no date. */
const spellOutRange = (clause: string): string =>
  clause
    .replace(
      /\b(my|the) (\d{1,2}(?::\d\d)?) to (\d{1,2}(?::\d\d)?) (?=(?:meeting|event|appointment|call|slot|one)s?\b)/i,
      '$1 from $2 to $3 ',
    )
    .replace(
      /(?<![\d\p{L}/-]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} )(\d{1,2}(?::\d\d)?) ?[-–] ?(\d{1,2}(?::\d\d)?)(?![\d\p{L}/-])/giu,
      'from $1 to $2',
    );

function carryOut(frames: readonly Frame[], data: DialogueData, state: DialogueState): DialogueAnswer {
  const outcomes: Outcome[] = [];
  let mentions = state.mentions;
  for (const [at, frame] of frames.entries()) {
    const outcome = carryOutFrame(frame, { data, mentions, listed: state.listed });
    if (outcome.kind === 'question') {
      const { missing, choices, reply } = outcome;
      return plainAnswer(
        { ...state, mentions, draft: null, recent: null, pending: { frames, at, missing, choices } },
        { kind: 'question', reply, choices },
      );
    }
    outcomes.push(outcome);
    mentions = addMentions(outcome.mentions, mentions);
  }
  const isChange = outcomes.some((outcome) => outcome.kind === 'calls' && !outcome.isReadOnly);
  // A question in between does not drop what waits.
  const answers = outcomes.flatMap((outcome) => (outcome.kind === 'answer' ? [outcome] : []));
  const listed = answers.flatMap(({ events, tasks }): Mention[] => [
    ...events.map(toMention),
    ...tasks.map(({ id }): Mention => ({ kind: 'task', id })),
  ]);
  const offered = answers.flatMap(({ slots }) => slots);
  return toAnswer(outcomes, {
    ...state,
    asked: isChange ? null : findQuestion(frames),
    mentions,
    draft: isChange ? frames : state.draft,
    recent: isChange ? frames : null,
    listed: listed.length > 0 ? listed : state.listed,
    offered: offered.length > 0 || isChange ? offered : state.offered,
  });
}

/** The latest first, each once. */
export function addMentions(added: readonly Mention[], before: readonly Mention[]): Mention[] {
  const all = [...added, ...before];
  const keys = all.map((mention) => JSON.stringify(mention));
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, MOST_MENTIONS);
}

function toAnswer(
  outcomes: readonly Outcome[],
  state: DialogueState,
  more: Partial<DialogueAnswer> = {},
): DialogueAnswer {
  const calls = outcomes.flatMap((outcome) => (outcome.kind === 'calls' ? outcome.calls : []));
  const answers = outcomes.flatMap((outcome) => (outcome.kind === 'answer' ? [outcome] : []));
  const notes = outcomes.flatMap((outcome) => (outcome.kind === 'calls' ? outcome.notes : []));
  return plainAnswer(state, {
    kind: calls.length > 0 ? 'calls' : 'answer',
    calls,
    isReadOnly: outcomes.every((outcome) => outcome.kind !== 'calls' || outcome.isReadOnly),
    reply: [...answers.map(({ reply }) => reply), ...new Set(notes)].join('\n'),
    events: answers.flatMap(({ events }) => events),
    tasks: answers.flatMap(({ tasks }) => tasks),
    slots: answers.flatMap(({ slots }) => slots),
    ...more,
  });
}

function carryOutFrame(frame: Frame, context: Context): Outcome {
  const { data } = context;
  switch (frame.act) {
    case 'create_event':
      return createEvent(frame, data);
    case 'change_event':
      return changeEvent(frame, context);
    case 'delete_event':
      return deleteEvents(frame, context);
    case 'answer_invitation':
      return answerInvitation(frame, context);
    case 'swap_events':
      return swapEvents(frame, context);
    case 'create_task':
      return createTask(frame, context);
    case 'explain_task':
      return explainTask(frame, context);
    case 'complete_task':
    case 'reopen_task':
    case 'delete_task':
    case 'change_task':
      return changeTasks(frame, context);
    case 'query_events':
      return answerAboutEvents(frame, context);
    case 'query_tasks':
      return answerAboutTasks(frame, context);
    case 'find_free_time':
      return answerFreeTime(frame, context);
    case 'plan':
      return run([{ tool: 'plan', input: {} }], []);
    case 'request_meeting':
      return requestMeeting(frame, context);
    case 'call_tool':
      return frame.isReadOnly ? lookUp(frame.calls, []) : run(frame.calls, []);
  }
}
