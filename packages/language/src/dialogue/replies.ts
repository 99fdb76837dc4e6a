import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import type { DialogueData } from './data.ts';
import type { CreateEventFrame, Frame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import type { DialogueChoice, MissingPart } from './outcome.ts';
import { findPeople, isAddress } from './people.ts';
import { readReference, withoutTimes } from './references.ts';
import { trimEnd } from './trimming.ts';
import { beginsWithVerb } from './verbs.ts';
import { isBeforeDay, readMinutes, readWhen, type When } from './when.ts';

/** A question that is open: the frames of the request, and what the one at `at` still needs. */
export interface Pending {
  readonly frames: readonly Frame[];
  readonly at: number;
  readonly missing: MissingPart;
  readonly choices: readonly DialogueChoice[];
}

/** To a question with one choice. */
const YES =
  /^(?:yes|yep|yeah|yup|sure|ok(?:ay)?|right|exactly|correct)(?:[ ,]+(?:please|that one|that's it))?$/;

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The choice that an answer names: its text, its number, its place, or words that only it has. */
export function findChoice(
  text: string,
  choices: readonly DialogueChoice[],
  data: DialogueData,
): DialogueChoice | null {
  const said = text.trim().toLowerCase();
  const same = choices.find(
    (choice) => choice.text.toLowerCase() === said || choice.label.toLowerCase() === said,
  );
  if (same) return same;
  const [only, second] = choices;
  if (only && !second && YES.test(said)) return only;
  const figure = /^(?:number |option |#)?(\d)$/.exec(said)?.[1];
  const ordinal = ORDINALS.findIndex((word) => new RegExp(`^(?:the )?${word}(?: one)?$`).test(said));
  const at = figure
    ? Number(figure) - 1
    : /^(?:the )?last(?: one)?$/.test(said)
      ? choices.length - 1
      : ordinal;
  if (at >= 0) return choices[at] ?? null;
  const wanted = toWords(said.replace(/\b(the|that|this) ones?\b/, '$1'), data);
  const fitting = choices.filter(
    ({ label }) => wanted.length > 0 && wanted.every((word) => label.toLowerCase().includes(word)),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The words of an answer, a time of day in the form in which choices show it. */
function toWords(said: string, data: DialogueData): string[] {
  const when = readWhen(said, data, { isTimeExpected: true });
  const clock =
    when?.minute == null
      ? []
      : [
          // Behind the comma of the date: the start, and not the end of another one.
          `, ${String(Math.floor(when.minute / 60)).padStart(2, '0')}:${String(when.minute % 60).padStart(2, '0')}`,
        ];
  const { words, people } = readReference(said, data);
  const day =
    when?.hasDate && when.from !== null
      ? [
          new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
            .format(when.from)
            .toLowerCase(),
        ]
      : [];
  return [
    ...words.filter((word) => !/^\d+$/.test(word)),
    ...people.map((one) => one.toLowerCase()),
    ...clock,
    ...day,
  ];
}

/** The frames with what an answer adds; null if it is not an answer to the question. */
export function fillIn(pending: Pending, text: string, data: DialogueData): Frame[] | null {
  // To 'What time?', '2' is two o'clock, and no place in the list.
  const isHour = pending.missing === 'when' && /^(?:[1-9]|1[0-2])$/.test(text.trim());
  const choice = isHour ? null : findChoice(text, pending.choices, data);
  const frame = pending.frames[pending.at];
  const filled = frame && fillFrame(frame, pending.missing, choice?.text ?? text, choice, data);
  if (!filled) return null;
  const alike = filled.act === 'create_event' ? filled : null;
  return pending.frames.map((one, at) =>
    at === pending.at
      ? filled
      : alike && at > pending.at && isSameWithoutTime(one, alike)
        ? withTimeFrom(one, alike)
        : one,
  );
}

/** Another day of the same event, of which no time was said: 'practice on Tuesday and Thursday'. */
export const isSameWithoutTime = (frame: Frame, other: CreateEventFrame): frame is CreateEventFrame =>
  frame.act === 'create_event' &&
  frame.title === other.title &&
  frame.when?.hasDate === true &&
  frame.when.minute === null;

const withTimeFrom = (frame: CreateEventFrame, { when, minutes }: CreateEventFrame): CreateEventFrame =>
  frame.when && when?.minute != null
    ? {
        ...frame,
        minutes,
        when: {
          ...frame.when,
          minute: when.minute,
          endMinute: when.endMinute,
          isEitherHalf: when.isEitherHalf,
        },
      }
    : frame;

function fillFrame(
  frame: Frame,
  missing: MissingPart,
  text: string,
  choice: DialogueChoice | null,
  data: DialogueData,
): Frame | null {
  switch (missing) {
    case 'when':
      return fillWhen(frame, text, data);
    case 'title':
      return fillTitle(frame, text, data);
    case 'address':
      return fillAddress(frame, text, data);
    case 'change':
      return fillChange(frame, text, data);
    case 'event':
    case 'task':
      return fillObject(frame, text, choice, data);
  }
}

/** 'move lunch to 1' asks for something else; 'make it Friday' answers. */
const isNewRequest = (text: string): boolean =>
  beginsWithVerb(text) && !/^\p{L}+ (?:it|that|this|at|on|from|for)\b/iu.test(text);
/** An answer to 'when' has few words but its time: 'Friday would suit me best'. */
const MAX_OTHER_WORDS = 6;

function fillWhen(frame: Frame, text: string, data: DialogueData): Frame | null {
  const others = withoutTimes(text, data)
    .rest.split(/\s+/)
    .filter((word) => word !== '');
  if (frame.act === 'create_event' && ANY_TIME.test(text)) return { ...frame, isAtFreeTime: true };
  // 'not today' says no time: the question stays.
  if (/^(?:no,? )?not\b/i.test(text)) return frame;
  if (isNewRequest(text) || others.length > MAX_OTHER_WORDS) return null;
  const when = readWhen(text, data, { isTimeExpected: true });
  const minutes = readMinutes(text);
  if (!when && frame.act === 'create_event') return fillGenericTitle(frame, text);
  if (!when || !('when' in frame)) return null;
  // 'before Friday' names no day.
  if (frame.act === 'create_event' && frame.when && isBeforeDay(frame.when) && !when.hasDate) return frame;
  return frame.act === 'create_event'
    ? { ...frame, when: mergeWhen(frame.when, when), minutes: minutes ?? frame.minutes, isAtFreeTime: false }
    : { ...frame, when: mergeWhen(frame.when, when) };
}

const ANY_TIME =
  /^(?:(?:just )?(?:find|pick|choose) (?:me |us )?(?:a |any |some |the )?(?:free )?(?:time|slot)(?: (?:that|when) .{2,40})?|(?:any ?time|whenever)(?: (?:works|is fine|is good|i(?:['’]m| am) free|you like|suits))?|(?:when(?:ever)? )?i(?:['’]m| am) free|you (?:choose|pick|decide)|(?:my |the )?(?:first|next) free (?:time|slot))$/i;

/** 'Kickoff' as the answer to 'When is Meeting?': the question stays, with a better name. */
function fillGenericTitle(frame: CreateEventFrame, text: string): Frame | null {
  const title = clean(text);
  const isGeneric = /^(?:meeting|event|appointment|call|reminder)$/i.test(frame.title ?? '');
  return isGeneric && title !== '' && title.split(/\s+/).length <= 5 ? { ...frame, title } : null;
}

/** 'Saturday' after 'next week' is the one of that week; null where it is that already, or no week was said. */
function withinWeekSaid({ from, to, hasDate, minute }: When, now: When): When | null {
  const isWeek = hasDate && minute === null && from !== null && to !== null && to - from === 7 * DAY_MS;
  if (!isWeek || !now.isWeekday || now.from === null) return null;
  const weeks = Math.ceil((from - floorTo('day', now.from)) / (7 * DAY_MS));
  if (weeks <= 0) return null;
  const by = weeks * 7 * DAY_MS;
  return { ...now, from: now.from + by, to: now.to === null ? null : now.to + by };
}

/** The date that was said first with the time that was said then, or the other way round. */
export function mergeWhen(before: When | null, now: When): When {
  if (!before) return now;
  const later = withinWeekSaid(before, now);
  if (later) return mergeWhen(before, later);
  const isDateNew = now.hasDate;
  const date = isDateNew ? now : before;
  const isTimeNew = now.minute !== null || (now.from !== null && !now.hasDate);
  const time = isTimeNew ? now : before;
  const isPart = now.from !== null && !now.hasDate && now.minute === null;
  const day = date.from === null ? null : floorTo('day', date.from);
  return {
    ...date,
    from:
      isPart && day !== null
        ? day + ((now.from ?? 0) - floorTo('day', now.from ?? 0))
        : isTimeNew && day !== null && date.isWithinDay
          ? day
          : date.from,
    to: isPart && day !== null && now.to !== null ? day + (now.to - floorTo('day', now.from ?? 0)) : date.to,
    minute: time.minute,
    endMinute: time.endMinute,
    isEitherHalf: time.isEitherHalf,
    open: now.open ?? null,
  };
}

const clean = (text: string): string =>
  text
    .trim()
    .replace(/^(?:call it|name it|it's|it is|title it|just|for)\s+/i, '')
    .replaceAll(/^["“']|["”'.]$/g, '')
    .trim();

function fillTitle(frame: Frame, text: string, data: DialogueData): Frame | null {
  const title = clean(text);
  if (title === '') return null;
  // 'Friday at 3' and 'no, 8:30' are when it is; what it is called stays open.
  const time = text.replace(/^(?:(?:no|nope|sorry|actually|wait|i meant?|make it|make that)[, ]+){1,3}/i, '');
  const isTimeExpected = time !== text;
  const when =
    frame.act === 'create_event' && isOnlyTime(time, data) ? readWhen(time, data, { isTimeExpected }) : null;
  if (frame.act === 'create_event' && when) return { ...frame, when: mergeWhen(frame.when, when) };
  if (frame.act === 'create_event') return { ...frame, title };
  if (frame.act !== 'create_task') return null;
  return { ...frame, line: frame.at === undefined ? title : `${title} ${frame.at}` };
}

function fillAddress(frame: Frame, text: string, data: DialogueData): Frame | null {
  const addresses = text
    .split(/[ <>(),;:"]/)
    .map(trimEnd)
    .filter(isAddress);
  if (addresses.length === 0) return null;
  if (frame.act === 'create_event' || frame.act === 'request_meeting')
    return { ...frame, people: withAddresses(frame.people, addresses, data) };
  return frame.act === 'change_event'
    ? { ...frame, edit: { ...frame.edit, invited: withAddresses(frame.edit.invited, addresses, data) } }
    : null;
}

/** The addresses instead of the first names that are not known or are those of several people. */
function withAddresses(names: readonly string[], addresses: readonly string[], data: DialogueData): string[] {
  const rest = [...addresses];
  const filled = names.map((name) =>
    findPeople([name], data).known.length > 0 ? name : (rest.shift() ?? name),
  );
  return [...filled, ...rest];
}

function fillChange(frame: Frame, text: string, data: DialogueData): Frame | null {
  if (frame.act === 'change_task') return { ...frame, to: text };
  if (frame.act !== 'change_event') return null;
  const to = readWhen(text.replace(/^(?:move|change|make) it (?:to )?/i, ''), data, { isTimeExpected: true });
  const minutes = to ? null : readMinutes(text);
  return to || minutes !== null ? { ...frame, edit: { ...frame.edit, to, minutes } } : null;
}

function fillObject(
  frame: Frame,
  text: string,
  choice: DialogueChoice | null,
  data: DialogueData,
): Frame | null {
  const mention = choice?.mention ?? null;
  if (frame.act === 'change_event' || frame.act === 'delete_event' || frame.act === 'answer_invitation') {
    if (mention?.kind === 'event') return { ...frame, chosen: mention };
    if (/^(?:all|both|every one|everything|all of them|both of them)$/i.test(text.trim()))
      return { ...frame, reference: { ...frame.reference, isAll: true } };
    if (isNewRequest(text)) return null;
    const answer = readReference(text, data);
    const isNarrower =
      answer.words.length > 0 || answer.people.length > 0 || answer.when !== null || answer.position !== null;
    if (!isNarrower || text.split(/\s+/).length > 8) return null;
    const { reference } = frame;
    return {
      ...frame,
      reference: {
        ...answer,
        text,
        pronoun: null,
        words: [...new Set([...reference.words, ...answer.words])],
        people: [...reference.people, ...answer.people],
        when: answer.when ?? reference.when,
      },
    };
  }
  if ('chosenId' in frame && mention?.kind === 'task') return { ...frame, chosenId: mention.id };
  return null;
}
