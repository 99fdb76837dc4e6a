import { floorTo } from '../time-expressions/spans.ts';
import { addGuests, readAddition, repeatFrame } from './additions.ts';
import { readAlternatives } from './alternatives.ts';
import { boundSeries, skipOccurrence } from './bound-series.ts';
import { carryOut } from './carry-out.ts';
import { splitClauses, withoutPoliteness } from './clauses.ts';
import {
  amendFrame,
  correctFrame,
  findCorrection,
  moveToWeek,
  readBareTime,
  readCorrection,
} from './corrections.ts';
import { createWallClock, type DialogueData, type DialogueEvent, toMention } from './data.ts';
import { exceptFromDraft, narrowDraft, widenToSeries } from './draft-scope.ts';
import { findEvents, matchesMention } from './find-events.ts';
import { CHANGING_ACTS, type ChangeEventFrame, type Frame, NO_EDIT } from './frames.ts';
import { bookSlot, ORDINAL_WORDS, readOffered } from './offered-times.ts';
import { isOnlyTime } from './only-time.ts';
import { LENGTH } from './patterns.ts';
import { findPeople } from './people.ts';
import { readEdit } from './read-edit.ts';
import { readFrame } from './read-frame.ts';
import { readTaskLine, toTaskFrame } from './read-task.ts';
import { redraft } from './redraft.ts';
import { isListPosition, readReference, splitPeople, withoutTimes } from './references.ts';
import type { Question } from './repeated-questions.ts';
import type { Pending } from './replies.ts';
import { addMentions, type DialogueAnswer, type DialogueState, plainAnswer } from './state.ts';
import { toOneLine } from './trimming.ts';
import { beginsWithVerb } from './verbs.ts';
import { readMinutes, readWhen, type When } from './when.ts';
import { capitalise, describeEvent, describeTime, joinNames } from './wording.ts';

const FOLLOWING =
  /^(?:and )?(?:what(?:['’]s| is| about)? )?(?:the )?(?:one |event |meeting )?(?:right )?after (?:that|it|this|that one)$|^(?:and )?(?:what(?:['’]s| is) )?the (?:next|following) one$/i;

/** 'and the one after that?' */
export function answerFollowing(
  plain: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const [mention] = state.mentions;
  if (!FOLLOWING.test(plain) || mention?.kind !== 'event') return null;
  const at = data.events.findIndex(
    ({ eventId, recurrenceId }) => eventId === mention.eventId && recurrenceId === mention.recurrenceId,
  );
  const event = at === -1 ? undefined : data.events[at + 1];
  if (!event) return plainAnswer(state, { reply: 'There is nothing after that in your calendar.' });
  const mentions = addMentions([toMention(event)], state.mentions);
  return plainAnswer({ ...state, mentions }, { reply: `${describeEvent(event, data)}.`, events: [event] });
}

const BESIDE =
  /^(?:what(?:['’]s| is| do i have| have i got)|is there anything|do i have anything)(?: on| happening| planned| coming up)?(?: right| directly| just)? (after|before) (?:the |my )(.{2,80})$/i;

/** 'what's after the dentist?': the next event of that day, if the words name one event. */
export function answerAdjacent(
  plain: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
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
        ? `${describeEvent(event, data)}.`
        : `There is nothing ${isAfter ? 'after' : 'before'} ${describeEvent(anchor, data)}, on that day.`,
      events: event ? [event] : [],
    },
  );
}

/** 'book the first one for a haircut', 'Tuesday works' about free times that were shown. */
export function takeOffered(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const said = readOffered(plain, data, state.offered);
  if (!said) return null;
  const taken = { ...said, purpose: said.purpose || describePurpose(state.asked, data) };
  // 'put it at 2' moves what the conversation is about.
  if (/^put (?:it|that|this)\b/i.test(plain) && taken.purpose === '' && state.mentions[0]?.kind === 'event')
    return null;
  const [slot, ...others] = taken.slots;
  if (!slot) return null;
  if (others.length === 0) return carryOut([bookSlot(plain, taken, slot, data)], data, state);
  const choices = taken.slots.slice(0, ORDINAL_WORDS.length).map((one, at) => ({
    label: describeTime(one, data),
    text: `book the ${ORDINAL_WORDS[at]} one${taken.purpose}`,
    mention: null,
  }));
  // 'the second' is for the same purpose.
  const asked =
    state.asked?.act === 'find_free_time' ? { ...state.asked, text: `free${taken.purpose}` } : state.asked;
  return plainAnswer(
    { ...state, asked, offered: taken.slots },
    { kind: 'question', reply: `Which time: ${choices.map(({ label }) => label).join(' or ')}?`, choices },
  );
}

/** ' with Lee' of 'when can I meet Lee?', ' for run' of 'do I have time for a run?' */
function describePurpose(asked: Question | null, data: DialogueData): string {
  if (asked?.act !== 'find_free_time') return '';
  const company = [...new Set([...asked.company, ...asked.others])];
  const [, about] =
    / for (?:the |my |an? )?(?!me\b|us\b)(\p{L}.{1,80}?)(?: with .{1,80})?$/iu.exec(
      toOneLine(withoutTimes(asked.text, data).rest),
    ) ?? [];
  const isLength = about !== undefined && (readMinutes(about) ?? readMinutes(`an ${about}`)) !== null;
  const purpose = about && !isLength ? ` for ${about}` : '';
  return `${purpose}${company.length > 0 ? ` with ${joinNames(company)}` : ''}`;
}

/** 'lunch tomorrow or Friday' */
export function offerAlternatives(
  plain: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const choices = readAlternatives(plain, data);
  const [first] = choices ?? [];
  if (!choices || !first) return null;
  const frame = readFrame(first.text, data);
  if (frame?.act !== 'create_event' && frame?.act !== 'change_event' && /\d$/.test(first.label)) return null;
  const pending: Pending | null =
    frame?.act === 'create_event' || frame?.act === 'change_event'
      ? { frames: [frame], at: 0, missing: 'when', choices }
      : null;
  const reply = `Which one: ${choices.map(({ label }) => label).join(' or ')}?`;
  return plainAnswer({ ...state, pending }, { kind: 'question', reply, choices });
}

/** 'and the marketing meeting too' after a change of another meeting. */
export function repeatFor(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const last = state.recent?.at(-1);
  const object = last && readAddition(plain);
  if (!state.recent || !last || !object) return null;
  const amended = addGuests(last, object, data);
  // What was added already gets the guests; it is not added again.
  if (amended && !state.draft) return amendDone(`invite ${object}`, data, state);
  if (amended && state.draft) return redraft([...state.recent.slice(0, -1), amended], data, state);
  // 'and cancel the dentist' while something waits: both wait.
  const other = state.draft && beginsWithVerb(object) ? readFrame(object, data) : null;
  if (other && CHANGING_ACTS.has(other.act)) return redraft([...state.recent, other], data, state);
  const own = readEdit(object, data);
  // 'and the last one to 5' is a change of its own.
  const isOwn = own?.act === 'change_event' && own.edit.to !== null;
  const frame = amended ?? (isOwn ? own : repeatFrame(last, object, data));
  if (!frame) return null;
  if (!state.draft) return carryOut([frame], data, state);
  return redraft([...state.recent, frame], data, state);
}

/** 'no, Friday' about a draft or about what was just done. */
export function correct(
  plain: string,
  data: DialogueData,
  state: DialogueState,
  { isAsked }: { readonly isAsked: boolean },
): DialogueAnswer | null {
  const ranked = rank(plain, data, state) ?? repeatTask(plain, data, state);
  if (ranked) return ranked;
  const scoped =
    widenToSeries(plain, data, state) ??
    exceptFromDraft(plain, data, state) ??
    narrowDraft(plain, data, state);
  if (scoped) return scoped;
  if (state.draft && SAME_TIME.test(plain)) return redraft(state.draft, data, state);
  const both = readBoth(plain, data);
  const amended = both ? null : (amend(plain, data, state) ?? amendDone(plain, data, state));
  if (amended) return amended;
  const bounded = boundSeries(plain, data, state) ?? skipOccurrence(plain, data, state);
  if (bounded) return bounded;
  const renamed = meetOthers(plain, data, state) ?? meanAnother(plain, data, state);
  if (renamed) return renamed;
  const bare = isAsked ? null : readBareTime(plain, data, state);
  const correction =
    both ?? readLengthAgain(plain, state.draft ?? state.recent) ?? readCorrection(plain, data) ?? bare;
  if (!correction) return null;
  const last = state.draft?.at(-1);
  if (state.draft && last) {
    const frame = correctFrame(last, correction);
    if (!frame) return null;
    return redraft([...state.draft.slice(0, -1), frame], data, state);
  }
  const [mention] = state.mentions;
  const isSuggestion = state.recent === null && /^(?:and )?(?:what|how) about\b/i.test(plain);
  if (!mention || isSuggestion || /^(?:at )?(?:the )?same time\b/i.test(plain)) return null;
  if (mention.kind === 'task') {
    const frame = { ...toTaskFrame('change_task', plain, 'it', data), chosenId: mention.id };
    const { minutes } = correction;
    if (minutes !== null) return carryOut([{ ...frame, minutes }], data, state);
    return carryOut(
      [
        {
          ...frame,
          to: plain.replace(/^(?:no|actually|make it|sorry|due)[\s,]+(?:due )?(?:on |by )?/i, ''),
        },
      ],
      data,
      state,
    );
  }
  const event = data.events.find((one) => matchesMention(one, mention));
  const frame: ChangeEventFrame = {
    act: 'change_event',
    text: plain,
    reference: readReference('it', data),
    edit: {
      ...NO_EDIT,
      to:
        correction.when &&
        moveToWeek(correction.when, event ? createWallClock(data).toWall(event.start) : null),
      minutes: correction.minutes,
    },
    chosen: { eventId: mention.eventId, recurrenceId: mention.recurrenceId },
  };
  return changeAdded(frame, data, state);
}

/** 'high priority' about a task that was just added or changed. */
function rank(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const said = /^(?:and )?(high|highest|low|lowest|top|medium|urgent)(?: priority)?$/i.exec(plain)?.[1];
  const act = state.recent?.at(-1)?.act;
  const frame =
    said && (act === 'create_task' || act === 'change_task')
      ? readFrame(`make it ${said} priority`, data)
      : null;
  return frame && carryOut([frame], data, state);
}

/** 'every 3 days' about a task that was just added or changed. */
function repeatTask(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const [mention] = state.mentions;
  const act = state.recent?.at(-1)?.act;
  const isTaskRequest = act === 'create_task' || act === 'change_task';
  if (!isTaskRequest || mention?.kind !== 'task' || !REPEATING.test(plain)) return null;
  const read = readTaskLine(`task ${plain.replace(REPEATING, '$1')}`, data);
  const { title, recurrenceRule: rule, dueAt, takesPlaceAt } = read;
  if (title !== 'task' || rule === null) return null;
  const frame = toTaskFrame('change_task', plain, 'it', data);
  // 'every day at 3'
  return carryOut([{ ...frame, chosenId: mention.id, rule, to: dueAt ?? takesPlaceAt }], data, state);
}

const REPEATING =
  /^(?:and )?(?:(?:make|do|repeat) it |it repeats |repeat(?:ing)? )?((?:every|each|daily|weekly|biweekly|monthly|yearly)\b)/i;

/** 'no, the first one' and 'no, the dentist': the draft is about another event. */
function meanAnother(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const frame = state.draft?.at(-1);
  const said = findCorrection(plain);
  if (!state.draft || !said || (frame?.act !== 'change_event' && frame?.act !== 'delete_event')) return null;
  const reference = readReference(said, data);
  const { mentions, listed } = state;
  const isNamed = isListPosition(reference) || reference.words.length + reference.people.length > 0;
  if (!isNamed || findEvents(reference, data, { mentions, listed }).kind === 'none') return null;
  const frames = [...state.draft.slice(0, -1), { ...frame, reference, chosen: null }];
  return redraft(frames, data, state);
}

/** What a draft of another day keeps anyway. */
const SAME_TIME = /^(?:and )?(?:at )?(?:the )?same time(?: of day)?$/i;

const TIME_AND_LENGTH =
  /^(.{4,60}?),? (?:and|for) (?:make it )?((?:\d|an? |half |one |two |three ).{1,20}?)(?: long)?$/i;

/** 'make that 3:30 and an hour long': a time and a length. */
function readBoth(plain: string, data: DialogueData): { when: When; minutes: number } | null {
  const [, time, length] = TIME_AND_LENGTH.exec(plain) ?? [];
  const when = time ? (readCorrection(time, data)?.when ?? null) : null;
  const minutes = length && readWhen(length, data) === null ? readMinutes(length) : null;
  return when && minutes !== null ? { when, minutes } : null;
}

const WITH_OTHERS =
  /^(?:no|nope|actually|sorry|i meant?|rather|wait)[, ]+(?:i meant? |make it |it['’]s )?with (.{2,80}?)(?: instead)?$/i;

/** 'actually with Lee' about a draft with somebody else. */
function meetOthers(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const last = state.draft?.at(-1);
  const names = splitPeople(WITH_OTHERS.exec(plain)?.[1] ?? '');
  if (!state.draft || last?.act !== 'create_event' || names.length === 0) return null;
  const { known, unknown } = findPeople(names, data);
  if (known.length === 0 || unknown.length > 0) return null;
  const title = last.title?.replace(/ with .{1,80}$/i, ` with ${joinNames(names.map(capitalise))}`) ?? null;
  const frames = [...state.draft.slice(0, -1), { ...last, title, people: names }];
  return redraft(frames, data, state);
}

/** 'an hour later', 'invite Sam' about a draft. */
function amend(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const last = state.draft?.at(-1);
  const edit = last && splitClauses(plain).length === 1 ? readEdit(withoutPoliteness(plain), data) : null;
  if (!state.draft || !last || edit?.act !== 'change_event' || edit.reference.pronoun !== 'it') return null;
  const frame = amendFrame(last, edit.edit);
  if (!frame) return null;
  return redraft([...state.draft.slice(0, -1), frame], data, state);
}

/** 'invite Ana', 'make it 2 hours long' about what was just done. */
function amendDone(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const [mention] = state.mentions;
  if (state.draft || !state.recent || mention?.kind !== 'event') return null;
  const edit = FOLLOW_UP.test(plain) && splitClauses(plain).length === 1 ? readEdit(plain, data) : null;
  if (edit?.act !== 'change_event' || edit.reference.pronoun !== 'it') return null;
  const { eventId, recurrenceId } = mention;
  return changeAdded({ ...edit, chosen: { eventId, recurrenceId } }, data, state);
}

/** A change of what was just added: of a series, all of it. What was added is still what the next message is about. */
function changeAdded(frame: ChangeEventFrame, data: DialogueData, state: DialogueState): DialogueAnswer {
  const added = state.recent?.at(-1);
  if (added?.act !== 'create_event' || added.recurrenceRule === null) return carryOut([frame], data, state);
  const answer = carryOut([{ ...frame, isWholeSeries: true }], data, state);
  const recent = [amendFrame(added, frame.edit) ?? added];
  return answer.kind === 'calls' ? { ...answer, state: { ...answer.state, recent } } : answer;
}

/** What `toFollowUp` writes. */
const FOLLOW_UP =
  /^(?:invite |uninvite |call it |end it at |set the location to |make it (?:.{1,30} long$|every |daily$|weekly$|biweekly$|monthly$|yearly$))/i;

/** An address alone: 'Meeting with Priya' gets a guest. */
const ADDRESS =
  /^(?:(?:it['’]s|use|her|his|their) )?(?:e-?mail )?(?:is )?([^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]{3,200})$/i;

/** 'it's about the budget' */
const TOPIC = /^(?:and )?(?:it(?:['’]s| is) )?(?:about|regarding|to discuss) (\S.{1,80})$/i;

/** 'it'll take 4 hours' */
const IT_TAKES = new RegExp(
  String.raw`^(?:and )?(?:it|that)(?:['’]ll| will| should| might)? (?:takes?|needs?) (?:about |around |me )?(${LENGTH})$`,
  'i',
);

const EACH_ONLY =
  /^(?:and )?(?:every (?:other |single )?(?:day|week|weekday|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|daily|weekly|biweekly|monthly|yearly)$/i;
/** 'on Zoom' */
const CALL =
  /^(?:and )?(?:(?:it|that)(?:['’]s| is| will be) )?(?:on|over|via|by) (zoom|google meet|meet|(?:microsoft )?teams|skype|webex|facetime|whatsapp|slack|discord|(?:the )?phone)$/i;
const LENGTH_ONLY = /^(?:and )?(?:for|make it(?: for)?) (?=\d|an? |half|one|two|three|four)/i;

/** 'with Ana' and 'for 2 hours' after something was added or changed, as the changes that they ask for. */
export function toFollowUp(text: string, data: DialogueData, { draft, recent }: DialogueState): string {
  const last = (draft ?? recent)?.at(-1);
  const act = last?.act;
  const length = act ? IT_TAKES.exec(text)?.[1] : undefined;
  if (length) return `make it ${length}`;
  const left =
    /^(?:(?:no|actually|sorry|wait|but|and)[, ]+)?(?:not|without|minus|leave out|except) (.{1,80})$/i.exec(
      text,
    )?.[1];
  const isWithPeople = act === 'create_event' || act === 'change_event' || act === 'request_meeting';
  if (left && isWithPeople && findPeople(splitPeople(left), data).unknown.length === 0)
    return `uninvite ${left}`;
  if (act !== 'create_event' && act !== 'change_event') return text;
  const address = ADDRESS.exec(text)?.[1];
  if (address) return `invite ${address}`;
  const [, topic] = act === 'create_event' ? (TOPIC.exec(text) ?? []) : [];
  const { title = null } = last?.act === 'create_event' ? last : {};
  if (topic && !isOnlyTime(topic, data)) return `call it "${title ?? 'Meeting'} about ${topic}"`;
  const names = /^(?:and )?with (.{1,80}?)(?: too| as well| also)?$/i.exec(text)?.[1];
  if (names && findPeople(splitPeople(names), data).unknown.length === 0) return `invite ${names}`;
  const place =
    /^(?:and )?(?:(?:it|that)(?:['’]s| is| will be) )?(?:at|in) ((?!(?:the )?(?:morning|afternoon|evening|night)\b)\p{L}.{1,60})$/iu.exec(
      text,
    )?.[1];
  const call = CALL.exec(text)?.[1];
  if (call) return `set the location to ${capitalise(call)}`;
  if (place && readWhen(text, data, { isTimeExpected: true }) === null && readMinutes(text) === null)
    return `set the location to ${place}`;
  const end = /^(?:and )?(?:until|till|til|ends? at|ending at) (\S.{0,20})$/i.exec(text)?.[1];
  const until = end && isOnlyTime(end, data) ? readWhen(end, data, { isTimeExpected: true }) : null;
  if (until && until.minute !== null && !until.hasDate) return `end it at ${end}`;
  if (EACH_ONLY.test(text) && act === 'create_event') return `make it ${text.replace(/^and /i, '')}`;
  // 'for 8 weeks' of a series is no length of each time.
  const isSeries = last?.act === 'create_event' && last.recurrenceRule !== null;
  const lasting =
    isSeries && /\b(?:weeks?|months?|times|sessions|days)$/i.test(text) ? null : LENGTH_ONLY.exec(text);
  const behind = lasting ? text.slice(lasting[0].length) : '';
  return lasting && readMinutes(behind) !== null && readWhen(behind, data) === null
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
  // 'actually 4' is a time: nothing takes four minutes.
  const isTime = Number(figure) <= 12 && Number(figure) % 5 !== 0;
  return figure &&
    !isTime &&
    last?.act === 'change_event' &&
    last.edit.minutes !== null &&
    last.edit.to === null
    ? { when: null, minutes: Number(figure) }
    : null;
}
