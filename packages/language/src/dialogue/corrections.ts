import { MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { readControl } from './controls.ts';
import { getUsualMinutes } from './create-event.ts';
import type { DialogueData } from './data.ts';
import type { EventEdit, Frame, RequestMeetingFrame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { mergeWhen } from './replies.ts';
import { beginsWithVerb } from './verbs.ts';
import { readMinutes, readWhen, type When } from './when.ts';

const DENIAL =
  /^(?:no|nope|nah|not that|wait|sorry|actually|i mean|i meant|rather|oops|correction)(?=[ ,:.!-])/i;
/** 'at 7 not 6' */
const NOT_BEFORE = /,? (?:and )?not (?:at |on )?[\p{L}\d:]{1,12}(?: ?[ap]m)?$/iu;
/** 'not today, tomorrow', 'not today but tomorrow' */
const NOT_THIS = /^not [^,;]{1,40}?(?:[,;] ?(?:but )?| but )(?=\S)/i;
const INSTEAD =
  /,? (?:instead|rather|actually|(?:is|would be) (?:better|fine|good|great|ok|okay|perfect|best)(?: (?:for|with) me)?|works(?: better)?(?: for me)?|suits(?: me)?(?: better)?)$/i;
const LEAD =
  /^(?:(?:at )?(?:the )?same time(?: on)?|how about|what about|let'?s do|let'?s say|let'?s make it|make (?:it|that)|change (?:it|that) to|it should(?:['’]ve| have)? be(?:en)?|that should be|(?:the|its) (?:time|date|day) (?:should be|is)|its|it is|it starts|it takes|it will take|it['’]ll take|i meant|i mean|i said|it's|should be|i want) (?=\S)/i;

/** The words that say what is right; null if the text corrects nothing. */
export function findCorrection(text: string): string | null {
  let behind = text;
  for (let times = 0; times < 3; times++) behind = behind.replace(DENIAL, '').replace(/^[ ,:.!-]{1,5}/, '');
  const denial = behind !== text || NOT_BEFORE.test(behind) || NOT_THIS.test(behind);
  behind = behind.replace(NOT_BEFORE, '');
  const isInstead = INSTEAD.test(behind);
  const core = behind.replace(INSTEAD, '');
  const isLed = LEAD.test(core);
  if (!denial && !isInstead && !isLed) return null;
  return core
    .replace(LEAD, '')
    .replace(NOT_THIS, '')
    .replace(LEAD, '')
    .replace(/^(?:to|at|on|for) /i, '')
    .replace(WEEK_AFTER, (said) => (/\bnext week\b/i.test(text) ? 'the week after next' : said));
}

/** Behind 'not next week': the one after it. */
const WEEK_AFTER = /^the (?:week after(?: that)?|following week|one after(?: that)?)$/i;

/** What a correction says instead: 'no, Friday', 'make it 4 instead'. Null for other texts. */
export function readCorrection(
  text: string,
  data: DialogueData,
): { readonly when: When | null; readonly minutes: number | null } | null {
  const said = findCorrection(text);
  // 'no, just the first' is one of a list.
  if (!said || /^(?:just |only )?(?:the )?(?:first|second|third|fourth|fifth|last)(?: one)?$/i.test(said))
    return null;
  const minutes = readMinutes(said);
  // 'an hour earlier' is an amount from where the event is, and no time from now.
  if (minutes !== null && /\b(?:earlier|later|sooner)$/i.test(said)) return null;
  if (
    minutes !== null &&
    /^(?:only |just )?[\w\s.½]+$/.test(said) &&
    !/\b(?:earlier|later|longer|shorter|more|less)\b/i.test(said)
  )
    return /\bin\b/i.test(said) ? null : { when: null, minutes };
  if (!isOnlyTime(said, data)) return null;
  const when = readWhen(said, data, { isTimeExpected: true });
  return when ? { when, minutes: null } : null;
}

const DENIED_LEAD =
  /^(?:(?:no|nope|nah|wait|hold on|oops|hm+|uh|sorry|actually|on second thought|scratch that|(?:he|she|they|\p{L}{2,20}) (?:can['’]?t|cannot|won['’]?t)(?: make it(?: then)?| come)?(?=[,.!]))[,.! ]+){1,3}/iu;

/** 'move it to Friday' of 'no wait, move it to Friday'; the text itself if no request follows. */
export function withoutDenial(text: string): string {
  const rest = text.replace(DENIED_LEAD, '');
  return rest !== text && (beginsWithVerb(rest) || readControl(rest) === 'undo' || INSTEAD.test(rest))
    ? rest
    : text;
}

/**
 * A time and nothing else: it is about the draft, if there is one. About what was done it is only if it is a time of day,
 * or if that was a task: 'Friday' alone may ask for the day.
 */
export function readBareTime(
  text: string,
  data: DialogueData,
  { draft, recent }: { readonly draft: readonly Frame[] | null; readonly recent: readonly Frame[] | null },
): { readonly when: When | null; readonly minutes: number | null } | null {
  const last = (draft ?? recent)?.at(-1);
  if (!last) return null;
  // 'the second' is one of a list.
  if (/^(?:and )?(?:the )?(?:first|second|third|fourth|fifth|last)(?: one)?(?=$| to )/i.test(text))
    return null;
  // 'and next week' cancels another one as well.
  if (last.act === 'delete_event' && /^and /i.test(text)) return null;
  const isTask = last.act === 'create_task' || last.act === 'change_task';
  const bare = text.replace(
    isTask ? /^(?:and |it['’]?s )?(?:due (?:on |by )?|by |for |on )?/i : /^(?:and|by) /i,
    '',
  );
  if (BARE_LENGTH.test(bare) && HAVE_LENGTHS.has(last.act)) return { when: null, minutes: readMinutes(bare) };
  const when = isOnlyTime(bare, data) ? readWhen(bare, data, { isTimeExpected: true }) : null;
  if (!when) return null;
  // 'and Friday' is one more.
  if (last.act === 'create_event' && when.hasDate && /^and /i.test(text)) return null;
  const isTimeOfDay = when.minute !== null && !when.hasDate;
  return draft || isTimeOfDay || isTask ? { when, minutes: null } : null;
}

const HAVE_LENGTHS: ReadonlySet<Frame['act']> = new Set([
  'create_event',
  'change_event',
  'create_task',
  'change_task',
]);

/** '45 minutes' */
const BARE_LENGTH =
  /^(?:(?:\d{1,3}|an?|half an|one|two|three)(?:\.5)? ?(?:minutes?|mins?|hours?|hrs?)|an hour and a half)(?: long)?$/i;

/** A draft with a further change: 'an hour later', 'invite Sam', 'call it Demo'. Null if it does not apply. */
export function amendFrame(frame: Frame, edit: EventEdit): Frame | null {
  if (frame.act === 'change_event') {
    const { edit: before } = frame;
    return {
      ...frame,
      edit: {
        title: edit.title ?? before.title,
        location: edit.location ?? before.location,
        note: edit.note ?? before.note,
        shiftMinutes: addUp(before.shiftMinutes, edit.shiftMinutes),
        growMinutes: addUp(before.growMinutes, edit.growMinutes),
        minutes: edit.minutes ?? before.minutes,
        to: edit.to ? mergeWhen(before.to, toNearHalf(edit.to, before.to)) : before.to,
        endsAt: edit.endsAt ?? before.endsAt,
        isToFreeTime: edit.isToFreeTime || (before.isToFreeTime && !edit.to),
        invited: [...before.invited.filter((name) => !isAmong(name, edit.removed)), ...edit.invited],
        removed: [...before.removed, ...edit.removed.filter((name) => !isAmong(name, before.invited))],
        recurrenceRule: edit.recurrenceRule ?? before.recurrenceRule,
      },
    };
  }
  if (frame.act === 'request_meeting') {
    const kept = frame.people.filter((name) => !isAmong(name, edit.removed));
    return {
      ...correctRequest(frame, { when: edit.to, minutes: edit.minutes }),
      title: edit.title ?? frame.title,
      people: [...kept, ...edit.invited],
    };
  }
  if (frame.act !== 'create_event') return null;
  const { when } = frame;
  const moved = edit.to ? mergeWhen(when, toNearHalf(edit.to, when)) : when;
  const shifted =
    moved?.minute != null && edit.shiftMinutes !== null
      ? { ...moved, minute: moved.minute + edit.shiftMinutes }
      : moved;
  return {
    ...frame,
    title: edit.title ?? frame.title,
    location: edit.location ?? frame.location,
    // Another name does not change how long it is.
    minutes: edit.endsAt
      ? null
      : (edit.minutes ??
        addUp(frame.minutes, edit.growMinutes) ??
        (edit.title === null || when?.endMinute != null ? null : getUsualMinutes(frame.title ?? ''))),
    when: edit.endsAt?.minute != null && shifted ? { ...shifted, endMinute: edit.endsAt.minute } : shifted,
    people: [...frame.people.filter((name) => !isAmong(name, edit.removed)), ...edit.invited],
    isAtFreeTime: edit.isToFreeTime || (frame.isAtFreeTime && !edit.to),
    recurrenceRule: edit.recurrenceRule ?? frame.recurrenceRule,
  };
}

/** 'grace' of 'Grace Kim' or the other way round. */
const isAmong = (name: string, names: readonly string[]): boolean =>
  names.some((one) => {
    const [short, long] = [toWords(one), toWords(name)].toSorted((left, right) => left.length - right.length);
    return short?.every((word) => long?.includes(word)) ?? false;
  });
const toWords = (name: string): string[] => name.toLowerCase().split(/\s+/);

const addUp = (one: number | null, other: number | null): number | null =>
  one === null ? other : one + (other ?? 0);

/** A draft with what a correction says instead; null if it says nothing that the draft has. */
export function correctFrame(
  frame: Frame,
  { when, minutes }: { when: When | null; minutes: number | null },
): Frame | null {
  switch (frame.act) {
    case 'create_event':
      return {
        ...frame,
        when: when
          ? mergeWhen(frame.when, moveToWeek(toNearHalf(when, frame.when), frame.when?.from ?? null))
          : frame.when,
        minutes: minutes ?? frame.minutes,
        isAtFreeTime: when ? false : frame.isAtFreeTime,
      };
    case 'change_event': {
      const edit: EventEdit = {
        ...frame.edit,
        to: when
          ? mergeWhen(frame.edit.to, moveToWeek(toNearHalf(when, frame.edit.to), frame.edit.to?.from ?? null))
          : frame.edit.to,
        minutes: minutes ?? frame.edit.minutes,
        isToFreeTime: when ? false : frame.edit.isToFreeTime,
      };
      return { ...frame, edit };
    }
    case 'delete_event': {
      const merged = when && (frame.reference.when ? mergeWhen(frame.reference.when, when) : when);
      return merged ? { ...frame, chosen: null, reference: { ...frame.reference, when: merged } } : null;
    }
    case 'create_task': {
      const date = when?.from ?? null;
      if (frame.line === null || date === null) return null;
      const day = new Date(floorTo('day', date)).toISOString().slice(0, 10);
      const time = when?.minute == null ? '' : ` ${toClock(when.minute)}`;
      const lines = frame.line.split('\n').map((line) => `${withoutDate(line)} by ${day}${time}`);
      return { ...frame, line: lines.join('\n') };
    }
    case 'request_meeting':
      return correctRequest(frame, { when, minutes });
    default:
      return null;
  }
}

/** Another time replaces those that were proposed. */
function correctRequest(
  { times, ...frame }: RequestMeetingFrame,
  { when, minutes }: { readonly when: When | null; readonly minutes: number | null },
): RequestMeetingFrame {
  return {
    ...frame,
    when: when ? mergeWhen(frame.when, when) : frame.when,
    minutes: minutes ?? frame.minutes,
    ...(times && !when && { times }),
  };
}

const toClock = (minute: number): string => new Date(minute * MINUTE_MS).toISOString().slice(11, 16);

const DATE_WORD =
  /^(?:by|due|on|before|at|today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/i;

/** The line up to its date. */
function withoutDate(line: string): string {
  const words = line.split(' ');
  const at = words.findIndex((word, index) => index > 0 && DATE_WORD.test(word));
  return at === -1 ? line : words.slice(0, at).join(' ');
}

/** 'no, Thursday' instead of Wednesday next week is the Thursday of that week. `day`: local milliseconds. */
export function moveToWeek(when: When, day: number | null): When {
  if (!when.isWeekday || when.from === null || day === null) return when;
  const later = floorTo('week', day) - floorTo('week', when.from);
  return later > 0
    ? { ...when, from: when.from + later, to: when.to === null ? null : when.to + later }
    : when;
}

/** '4 instead' of 3 p.m. is 4 p.m. */
function toNearHalf(when: When, before: When | null): When {
  if (!when.isEitherHalf || when.minute === null || before?.minute == null) return when;
  const halves = [when.minute % 720, (when.minute % 720) + 720];
  const isDay = (minute: number) => minute >= 420 && minute < 1_200;
  // 'at 6' may have been 18:00, too.
  const old = before.isEitherHalf && before.minute < 420 ? before.minute + 720 : before.minute;
  const usual = old >= 1_020 ? halves : halves.filter(isDay);
  const [minute = when.minute] = (usual.length > 0 ? usual : halves).toSorted(
    (one, other) => Math.abs(one - old) - Math.abs(other - old),
  );
  // Where the half was said, no usual hour of the title decides again.
  return { ...when, minute, isEitherHalf: before.isEitherHalf };
}
