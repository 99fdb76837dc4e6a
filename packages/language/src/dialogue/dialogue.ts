import {
  asksForSame,
  isReminderBefore,
  readAboutMentioned,
  readAboutTasks,
  readReminderBefore,
} from './about-mentioned.ts';
import { answerClauses } from './answer-clauses.ts';
import { answerDate, readNamedLikeDate } from './answer-dates.ts';
import { answerCannotCome } from './cannot-come.ts';
import { carryOut, toAnswer } from './carry-out.ts';
import { splitClauses, withoutExplanation, withoutPoliteness } from './clauses.ts';
import { judgeCondition, splitCondition } from './conditions.ts';
import { readControl } from './controls.ts';
import { withoutDenial } from './corrections.ts';
import { createWallClock, type DialogueData, type Mention, toMention } from './data.ts';
import { writeOutYear } from './date-ranges.ts';
import { writeOutAdjacentDay, writeOutEventDay, writeOutSeriesEnd } from './event-days.ts';
import { writeOutName, writeOutStatement } from './event-statements.ts';
import { findEvents, matchesMention } from './find-events.ts';
import { findTasks } from './find-tasks.ts';
import {
  answerAdjacent,
  answerFollowing,
  correct,
  offerAlternatives,
  repeatFor,
  takeOffered,
  toFollowUp,
} from './follow-ups.ts';
import { readZone } from './foreign-zones.ts';
import { CHANGING_ACTS, type Frame } from './frames.ts';
import { answerGuestAnswers } from './guest-answers.ts';
import { findImpossibleDate, QUESTION_REFUSAL, readRather, refuseNoRequest } from './no-request.ts';
import { quoteTyped } from './not-understood.ts';
import { readCount } from './number-words.ts';
import { ORDINAL_WORDS } from './offered-times.ts';
import { refuseChange } from './outcome.ts';
import { MAX_COMMANDS, MAX_PASTED, readPastedText, splitCommandLines } from './pasted-text.ts';
import { findStandingHours } from './protected-hours.ts';
import { readFrame } from './read-frame.ts';
import { readLookUp } from './read-look-up.ts';
import { readSetting } from './read-setting.ts';
import { toTask } from './read-task.ts';
import { readReference } from './references.ts';
import { repeatQuestion } from './repeated-questions.ts';
import { fillIn, findChoice } from './replies.ts';
import { findScreenHint } from './screen-hints.ts';
import { splitDays, splitUntimedDays } from './several-days.ts';
import { expandShortForm, slashCommands } from './short-forms/short-forms.ts';
import { writeOutSpeech } from './speech.ts';
import { correctSpelling } from './spelling.ts';
import { type DialogueAnswer, type DialogueState, NEW_DIALOGUE, plainAnswer } from './state.ts';
import { toOneLine, trimEnd } from './trimming.ts';
import { beginsWithVerb, VERBS } from './verbs.ts';
import { readWhen, toRange } from './when.ts';
import { ABILITIES, describeEvent, joinNames, quote } from './wording.ts';

const UNKNOWN_COMMAND = /^\/[a-z]{2,20}$/i;

/** 'demo' in single quotes, which are no apostrophes. */
const SINGLE_QUOTED = /(?<=^|\s)['‘]([^'’]{2,200})['’](?=[\s,.!?]|$)/g;

/** '45-min' */
const HYPHENATED_LENGTH = /\b(\d{1,3})-(minutes?|mins?|hours?|hrs?)\b/gi;

/** '2h' of 'report 2h on Friday': behind a day or 'at' it would be a clock time. */
const HOURS_BEFORE_DAY =
  /(?<!\b(?:at|from|to|until|till|by|and|day|tomorrow|today) |[-–@:])\b(\d|1[0-2])h(?= (?:on |by |before |until |due |this |next )?(?:today|tomorrow|tonight|week|mon|tue|wed|thu|fri|sat|sun))/gi;

/** '1h' of 'block 1h in the afternoon for email' */
const HOURS_BEFORE_PART =
  /(?<!\b(?:at|from|to|until|till|by) |[-–@:])\b(\d|1[0-2])h(?= in the (?:morning|afternoon|evening) for\b)/gi;

/** Longer messages are read to here, unless they are pasted lists. */
const MAX_CHARACTERS = 1_000;

/**
 * Understands a message of a conversation and says which tools to call: `converse('move lunch to 1', data, state)`.
 *
 * Pure: it only names tools and calls none. It never guesses: unclear requests become questions, and it says what it did
 * not understand.
 */
export function converse(text: string, data: DialogueData, before: DialogueState): DialogueAnswer {
  // A conversation may have begun with an earlier version.
  const state = { ...NEW_DIALOGUE, ...before };
  const answer = quoteTyped(answerMessage(text.replaceAll(INVISIBLE, ''), data, state), text);
  const isInDoubt =
    answer.state.draft !== null &&
    answer.state.draft === state.draft &&
    (state.isInDoubt || answer.kind === 'not_understood' || DENIED.test(text));
  const reply =
    text.length > MAX_CHARACTERS && answer.kind !== 'not_understood' && !readPastedText(text.trim(), data)
      ? [answer.reply, `I read only the first ${MAX_CHARACTERS} characters of your message.`]
          .join('\n')
          .trim()
      : answer.reply;
  return { ...answer, reply, state: { ...answer.state, isInDoubt } };
}

/** 'buy milk' and 'lunch with Tom tomorrow at 1' in two lines; null for other texts, such as mails. */
function splitRequestLines(text: string, data: DialogueData): string[] | null {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [toOneLine(line)]));
  if (lines.length < 2 || lines.length > MAX_COMMANDS || readPastedText(text.trim(), data)) return null;
  const isRequest = (line: string) => {
    const frame =
      line.length > 100 ? null : readFrame(expandShortForm(withoutPoliteness(correctSpelling(line))), data);
    return frame !== null && CHANGING_ACTS.has(frame.act);
  };
  return lines.every(isRequest) ? lines : null;
}

/** Characters without a width, which would make a title of nothing. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** 'with Lee about hiring' after 'book a meeting tomorrow at 3' */
const WITH_ABOUT = /^(?:and )?(with \p{L}.{1,60}?) ((?:about|regarding|to discuss) \S.{1,80})$/iu;

/** 'I have to write the report by Friday, when should I do it' */
const THEN_WHEN =
  /^(.{8,200}?),? (?:so |and )?when (?:should|shall|can|could|do|will) i (?:do|start|finish|work on|schedule|fit in) (?:it|that|this)$/i;

const RHYTHM_ALONE =
  /^(?:daily|weekly|fortnightly|biweekly|monthly|yearly|every (?:other )?(?:day|week|month|year|weekday))$/i;

const DENIED = /^\s{0,5}(?:no|not|nope|wait|hold|hmm+|don['’]?t|stop|actually)\b/i;

function answerMessage(text: string, data: DialogueData, state: DialogueState): DialogueAnswer {
  const commands = splitCommandLines(text, data) ?? splitRequestLines(text, data);
  if (commands)
    return answerClauses(
      commands.map((line) => expandShortForm(withoutPoliteness(writeOutSpeech(correctSpelling(line))))),
      data,
      { ...state, pending: null },
    );
  const written = writeOutSpeech(correctSpelling(toOneLine(text.slice(0, MAX_CHARACTERS))))
    .replaceAll(SINGLE_QUOTED, '"$1"')
    .replaceAll(HYPHENATED_LENGTH, '$1 $2')
    .replaceAll(HOURS_BEFORE_DAY, '$1 hours')
    .replaceAll(HOURS_BEFORE_PART, '$1 hours');
  const { text: spoken, foreign } = readZone(
    writeOutYear(writeOutEventDay(writeOutAdjacentDay(written, data, state.mentions), data), data),
    data,
  );
  const said = spoken.replace(YES_AND, state.draft ? 'and ' : '');
  const polite = writeOutPlace(
    expandShortForm(withoutPoliteness(slashCommands.get(said.toLowerCase()) ?? said) || trimEnd(said)),
    state,
  );
  const wanted = THEN_WHEN.exec(polite)?.[1];
  // What is not there yet has no time. The plan gives it one.
  const planned = wanted ? answerMessage(`${trimEnd(wanted)} and plan my week`, data, state) : null;
  if (planned?.kind === 'calls' || planned?.kind === 'question') return planned;
  // 'no wait, move it to Friday' instead of what was drafted.
  const plain = withoutDenial(polite);
  const isInstead = plain !== polite;
  if (UNKNOWN_COMMAND.test(said) && !slashCommands.has(said.toLowerCase()))
    return plainAnswer(state, {
      kind: 'not_understood',
      reply: `I do not know the command '${said}'. Nothing was changed. There are ${joinNames([...slashCommands.keys()])}.`,
    });
  const hint = readAboutMentioned(plain, data, state) ? null : findScreenHint(plain, data);
  if (hint) return plainAnswer(state, hint);
  const rather = readRather(plain);
  if (rather !== plain) return answerMessage(rather, data, state);
  const stated = writeOutStatement(plain, data);
  if (stated !== plain) return answerMessage(stated, data, state);
  const named = state.pending || state.draft || state.listed.length > 0 ? plain : writeOutName(plain, data);
  if (named !== plain) return answerMessage(named, data, state);
  const control = answerControl(plain, state);
  if (control) return control;
  // 'weekly' about what was just added or changed.
  const act = RHYTHM_ALONE.test(plain) ? state.recent?.at(-1)?.act : undefined;
  if (act === 'create_event' || act === 'change_event') return answerMessage(`make it ${plain}`, data, state);
  const date = answerDate(plain, data);
  if (date !== null) return plainAnswer(state, { reply: date });
  const question = readLookUp(plain, data) ?? readNamedLikeDate(plain, data);
  if (question?.act === 'explain_task' && state.draft?.some(({ act }) => act === 'plan'))
    return plainAnswer(state, { reply: PLAN_WAITS });
  if (question) return carryOut([question], data, { ...state, pending: null });
  // 'don't book meetings on Fridays' is a rule for each week, and no refusal.
  const standing = readSetting(findStandingHours(plain) ? plain : '', data);
  if (standing) return carryOut([standing], data, { ...state, pending: null });
  const refusal = refuseNoRequest(plain) ?? refuseNoRequest(said);
  if (refusal) return refuse(refusal, state);
  const before = findBefore(plain, data, state);
  if (before) return carryOut([before], data, { ...state, pending: null });
  if (state.pending && !ASIDE.test(plain)) {
    const frames = fillIn(state.pending, plain, data);
    if (frames) return carryOut(frames, data, { ...state, pending: null });
    const choice = findChoice(plain, state.pending.choices, data);
    // A choice may be a whole request.
    if (choice && choice.text !== plain && beginsWithVerb(choice.text))
      return answerMessage(choice.text, data, { ...state, pending: null });
  }
  const fresh = { ...state, pending: null };
  const pasted = readPastedText(text.trim(), data);
  if (pasted && pasted.length > MAX_PASTED)
    return plainAnswer(fresh, {
      reply: `These are ${pasted.length} tasks. At most ${MAX_PASTED} can be added at once, so nothing was changed.`,
      isRefusal: true,
    });
  if (pasted) return carryOut(pasted, data, fresh);
  const following = answerFollowing(plain, data, fresh);
  if (following) return following;
  const beside = answerAdjacent(plain, data, fresh);
  if (beside) return beside;
  const guests = answerGuestAnswers(plain, data, fresh);
  if (guests) return guests;
  const mentioned = readAboutMentioned(plain, data, fresh);
  if (mentioned && !(asksForSame(plain) && state.listed.length > 1 && !state.recent))
    return carryOut([mentioned], data, fresh);
  const aboutTasks = readAboutTasks(plain, data, fresh);
  if (aboutTasks) return carryOut(aboutTasks, data, fresh);
  if (isReminderBefore(plain)) return askBeforeWhat(plain, data, fresh);
  const taken = takeOffered(plain, data, fresh) ?? takeOffered(trimEnd(said), data, fresh);
  if (taken) return taken;
  const again = repeatQuestion(trimEnd(said), data, fresh);
  if (again) return carryOut([again], data, fresh);
  if (NAMES_OFFER.test(plain) && state.offered.length === 0 && state.listed.length === 0)
    return plainAnswer(fresh, {
      reply: "Nothing was changed. I have shown no times yet. Ask 'When am I free tomorrow?' first.",
      isRefusal: true,
    });
  if (asksForSame(plain) && (!state.mentions[0] || (state.listed.length > 1 && !state.recent)))
    return plainAnswer(fresh, {
      reply: "Nothing was changed. The same as what? Say 'Copy the dentist to next week' with its name.",
      isRefusal: true,
    });
  const both = WITH_ABOUT.exec(plain);
  const renamed = both?.[2] && state.recent ? answerMessage(both[2], data, state) : null;
  if (both?.[1] && renamed?.kind === 'calls') return answerMessage(both[1], data, renamed.state);
  const missing = answerCannotCome(plain, data, fresh);
  if (missing) return missing;
  const offered = offerAlternatives(plain, data, fresh);
  if (offered) return offered;
  const about = isInstead ? plain : writeOutPlace(trimEnd(said), state);
  const corrected = correct(toFollowUp(about, data, fresh), data, fresh, { isAsked: said.endsWith('?') });
  if (corrected) return corrected;
  const repeated =
    repeatFor(polite, data, fresh) ?? repeatFor(writeOutPlace(trimEnd(said), state), data, fresh);
  if (repeated) return repeated;
  if (foreign)
    return toAnswer([refuseChange(`I only know times in ${data.timeZone}, and not '${foreign}'.`)], state);
  const impossible = findImpossibleDate(said);
  if (impossible) return toAnswer([refuseChange(`There is no ${impossible}.`)], state);
  if (NEGATIVE.test(plain)) return toAnswer([refuseChange('A length must be more than zero.')], state);
  const [, unfinished] = TO_FINISH.exec(said) ?? [];
  // Somebody who has to finish something has not finished it.
  if (unfinished && !/ by .{2,60}$/i.test(unfinished)) {
    const reference = readReference(trimEnd(unfinished), data);
    if (reference.words.length > 0 && findTasks(reference, data, { mentions: [] }).kind === 'found')
      return carryOut([{ act: 'query_tasks', text: plain, reference }], data, fresh);
  }
  const ended = writeOutSeriesEnd(plain, data);
  if (ended === null && !said.endsWith('?')) return plainAnswer(fresh, { reply: NO_END, isRefusal: true });
  if (ended !== null && ended !== plain) return answerMessage(ended, data, state);
  const conditional = splitCondition(said);
  if (!conditional) {
    const clauses = withoutExplanation(splitClauses(plain)).flatMap((clause) => splitDays(clause, data));
    const understood = askForAllDays(answerClauses(clauses, data, fresh), clauses, data, fresh);
    // 'I need to do taxes this week' is work, where the rest would only be a question.
    const isWork =
      WORK.test(said) &&
      !ABOUT_CALENDAR.test(plain) &&
      !CHANGE.test(plain) &&
      (understood.kind === 'not_understood' ||
        understood.kind === 'answer' ||
        isCompletion(understood, plain));
    const answer = isWork ? carryOut([toTask(plain, plain, null)], data, fresh) : understood;
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

/** 'practice on Tuesday and Thursday' without a time: the question is about both days, and not the first alone. */
function askForAllDays(
  answer: DialogueAnswer,
  clauses: readonly string[],
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer {
  const { pending } = answer.state;
  const [clause = '', ...others] = clauses;
  const frame = pending?.frames[0];
  if (answer.kind !== 'question' || pending?.missing !== 'when' || others.length > 0) return answer;
  const days = frame?.act === 'create_event' && frame.when?.hasDate ? splitUntimedDays(clause) : [];
  return days.length > 1 ? answerClauses(days, data, state) : answer;
}

const PLACE =
  /^((?:and |also )?(?:(?:cancel|delete|remove|move|push|re-?schedule|complete|finish|rename|drop|skip|shift) )?)the (first|second|third|fourth|fifth|last)(?= to | by | until |$)/i;

/** 'move the first to Friday' after a list: the first one of the list, and no day of the month. */
const writeOutPlace = (text: string, { listed, mentions }: DialogueState): string =>
  listed.length > 0
    ? writeOutSeveral(writeOutNeighbour(text, listed, mentions), listed.length)
        .replace(PLACE, '$1the $2 one')
        .replace(PUT, 'move $1 to ')
    : text;

const NEIGHBOUR =
  /^((?:no|nope|sorry|i meant?|not that(?: one)?|wait)[, ]+)(?:i meant? )?the (?:(one before|previous one)|one after|next one|following one|(other one))(?: (?:that|it|this))?$/i;

/** 'no, the one before' after a list: its place in the list. */
function writeOutNeighbour(text: string, listed: readonly Mention[], [latest]: readonly Mention[]): string {
  const [, denial, before, other] = NEIGHBOUR.exec(text) ?? [];
  if (other && listed.length !== 2) return text;
  const at = listed.findIndex((mention) => JSON.stringify(mention) === JSON.stringify(latest));
  const place = at === -1 ? undefined : ORDINAL_WORDS[at + (before || (other && at === 1) ? -1 : 1)];
  return denial && place ? `${denial}the ${place.toLowerCase()} one` : text;
}

const SEVERAL =
  /^(?:and )?(cancel|delete|remove|drop|complete|finish|move|push|skip|i did|i finished|i(?:['’]ve| have) done) (?:(?:the )?first (two|three|four|five)(?: ones)?|(both)(?: of (?:them|these|those))?|the (first|second|third|fourth|fifth) and (?:the )?(first|second|third|fourth|fifth|last)(?: one)?)( to \S.{1,40})?$/i;

/** 'cancel the first two' after a list, as one request for each. */
function writeOutSeveral(text: string, length: number): string {
  const [, verb, count, both, one, other, target = ''] = SEVERAL.exec(text) ?? [];
  if (!verb) return text;
  const several = both ? (length === 2 ? 2 : 0) : count ? (readCount(count) ?? 0) : 0;
  const named = one && other ? [one, other] : ORDINAL_WORDS.slice(0, several);
  if (named.length < 2 || named.length > length) return text;
  const act = /^i\b/i.test(verb) ? 'complete' : verb;
  return named.map((word) => `${act} the ${word.toLowerCase()} one${target}`).join(', ');
}

/** 'put the second one on Thursday morning' */
const PUT =
  /^(?:put|schedule|book|place|plan|do) (the (?:first|second|third|fourth|fifth|last)(?: one)?) (?:(?:on|for|at|to|in) )?(?=\S)/i;

/** 'I still have to finish the report' */
const TO_FINISH =
  /^(?:i |we |i['’]ve )?(?:still |really |also )?(?:(?:need|have|got) to|gotta|must|should) (?:finish|complete|do) (.{2,120})$/i;

/** '-30 minutes' */
const NEGATIVE = /(?<!\d)\s(?:(?:[-−]|minus )\d{1,4}|(?:for )?0{1,2}) ?(?:minutes?|mins?|hours?|hrs?)\b/i;

/** Asks for the event of 'remind me 2 days before'. */
function askBeforeWhat(text: string, data: DialogueData, state: DialogueState): DialogueAnswer {
  const frame = { act: 'create_task', text, line: null, project: null, isReminder: true } as const;
  const next = data.events.filter(({ start, isAllDay }) => start > data.now && !isAllDay).slice(0, 3);
  const choices = next.map((event) => ({
    label: describeEvent(event, data),
    text: describeEvent(event, data),
    mention: toMention(event),
  }));
  return plainAnswer(
    { ...state, pending: { frames: [frame], at: 0, missing: 'event', choices } },
    {
      kind: 'question',
      reply: "Nothing was changed. Before what? Name it: 'Remind me 2 days before the dentist'.",
      choices,
    },
  );
}

/** 'the dentist' as the answer to 'Before what?'; null for other texts. */
function findBefore(text: string, data: DialogueData, { pending }: DialogueState): Frame | null {
  const [frame] = pending?.frames ?? [];
  if (!pending || pending.missing !== 'event' || frame?.act !== 'create_task') return null;
  const mention = findChoice(text, pending.choices, data)?.mention;
  const reference = readReference(text.replace(/^(?:it['’]?s |before )/i, ''), data);
  const found = findEvents(reference, data, { mentions: [] });
  const event = mention
    ? data.events.find((one) => matchesMention(one, mention))
    : found.kind === 'found' && found.events.length === 1
      ? found.events[0]
      : undefined;
  return event ? readReminderBefore(frame.text, event, data) : null;
}

const PLAN_WAITS =
  'The plan is only drafted. Apply it, and ask again: then I can say why work is where it is.';

const NO_END = "Nothing was changed. I do not know when that ends. Say the date, as in 'until 27 November'.";

/** 'book the second one' */
const NAMES_OFFER =
  /^(?:book|take|schedule|reserve|choose|pick) (?:the |number |option )?(?:first|second|third|fourth|last|\d)(?: one| slot| time| option)$|^(?:confirm|approve|accept|choose|pick|select) (?:the|that|this) (?:.{1,30} one|one (?:on|at|with|from) .{1,40})$/i;

const PLEADING = /\b(?:can|could|would|will) (?:you|u|we)\b(?! be )|\b(?:please|mind|let['’]s)\b/i;

/** Questions that no open question is answered with. */
const ASIDE = /^(?:what(?! about)|when|where|who|which|why|am i|do i|is there|are there)\b/i;

/** 'I have to mark the essays' finishes nothing. */
const isCompletion = ({ kind, calls }: DialogueAnswer, text: string): boolean =>
  kind === 'calls' &&
  calls.every(({ tool }) => tool === 'complete_task') &&
  !/\b(?:done|completed?|finished|off)\b/i.test(text);

/** 'yes and cancel the dentist': what waits, and one thing more. */
const YES_AND = new RegExp(
  String.raw`^(?:yes|yep|yeah|sure|ok(?:ay)?|apply(?: it| that)?|do it|go ahead),? and (?:also |then |please ){0,2}(?=(?:${VERBS})\b)`,
  'i',
);

/** What somebody has to do. */
const WORK =
  /^(?:i |i['’]ve )?(?:still |really |also )?(?:(?:need|have|got) to|gotta|must) (?!(?:know|see|check|leave|be|find out|look|ask|tell|go over|hear|you)\b)(?:\p{L}{2,20} ){1,2}\S/iu;

/** 'need to push the dentist' */
const CHANGE = /^(?:push|move|re-?schedule|cancel|postpone|shift|skip|delay|extend|shorten|rename|invite)\b/i;

/** 'I need to delete my doctor's appointment' is no work. */
const ABOUT_CALENDAR =
  /^(?:delete|remove|cancel|move|reschedule|postpone|change)\b.{0,200}\b(?:calendar|schedule|agenda|appointments?|meetings?|events?)\b/i;

/** What was drafted is not wanted either: 'don't cancel it'. */
function refuse(reply: string, state: DialogueState): DialogueAnswer {
  const next = { ...state, pending: null, draft: null };
  const isWithdrawn = state.draft !== null && reply.startsWith('All right');
  return isWithdrawn ? plainAnswer(next, { kind: 'discard' }) : plainAnswer(state, { reply });
}

/** A question stays open after a message that was not understood, or that asked something itself. */
const keepQuestion = (answer: DialogueAnswer, { pending }: DialogueState): DialogueAnswer =>
  answer.kind === 'not_understood' || (answer.kind === 'answer' && pending !== null)
    ? { ...answer, state: { ...answer.state, pending } }
    : answer;

const HISTORY =
  "I know only what this conversation changed. What calendars did lately is in Settings, under 'Accounts'.";

function describeLastChange({ draft, recent }: DialogueState): string {
  const requests = joinNames((draft ?? recent ?? []).map(({ text }) => quote(text)));
  if (draft) return `${requests} waits for Apply. Nothing was changed yet.`;
  return recent
    ? `The last change was ${requests}. Say 'undo' to reverse it.`
    : 'Nothing was changed by the last message.';
}

/** What needs no understanding; null for anything else. */
function answerControl(plain: string, state: DialogueState): DialogueAnswer | null {
  const settled = { ...state, pending: null, draft: null };
  switch (readControl(plain)) {
    case 'undo':
      // What waits has not happened yet: it is dropped.
      if (state.draft) return plainAnswer(settled, { kind: 'discard' });
      return plainAnswer({ ...state, pending: null }, { kind: 'undo' });
    case 'help':
      return plainAnswer({ ...state, knowsAbilities: true }, { reply: ABILITIES });
    case 'recap':
      return plainAnswer(state, { reply: describeLastChange(state) });
    case 'history':
      return plainAnswer(state, { reply: `${describeLastChange(state)} ${HISTORY}` });
    case 'thanks':
      return plainAnswer(state, { reply: 'You are welcome.' });
    case 'greeting':
      return plainAnswer(state, { reply: 'Hello! What can I do for you?' });
    case 'discard':
      if (state.draft) return plainAnswer(settled, { kind: 'discard' });
      if (state.pending) return plainAnswer(settled, { reply: 'All right, nothing was changed.' });
      if (/^cancel ./i.test(plain)) return null;
      return plainAnswer(settled, {
        reply: state.recent
          ? "Nothing is waiting. Say 'undo' to reverse the last change."
          : 'All right, nothing was changed.',
      });
    case 'apply':
      if (!state.draft)
        return state.pending
          ? null
          : plainAnswer(state, { reply: 'Nothing waits to be applied.', hasNothingToApply: true });
      return state.isInDoubt && !/\bapply\b/i.test(plain)
        ? plainAnswer(state, { reply: "Shall I carry out the draft? Press Apply or write 'apply'." })
        : plainAnswer({ ...state, draft: null }, { kind: 'apply' });
    case null:
      return null;
  }
}
