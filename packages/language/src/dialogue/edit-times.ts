import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData, type DialogueEvent } from './data.ts';
import { CHANGE_VERB, type EditReader, isFound, toFrame } from './edit-reader.ts';
import { findEvents } from './find-events.ts';
import { findTasks } from './find-tasks.ts';
import type { ChangeEventFrame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { DAY, TIME } from './patterns.ts';
import { isListPosition, readReference, withoutTimes } from './references.ts';
import { VERBS } from './verbs.ts';
import { readMinutes, readWhen, type When } from './when.ts';

const FREE_TIME =
  /\s(?:to|in|into|for|at) (?:my |the |a |an )?(?:(?:very )?(?:next|first|another|earliest|soonest|nearest) )?(?:free|available|open|empty) (?:slot|time|spot|gap|window|hour|space|opening)s?\b(.{0,80})$/i;
const WHENEVER_FREE =
  /\s(?:to |for )?(?:when(?:ever)?|the next time) i(?:'m| am) (?:next )?(?:free|available)\b(.{0,80})$/i;

export const toFreeTime: EditReader = (clause, data) => {
  const verb = CHANGE_VERB.exec(clause);
  const match = FREE_TIME.exec(clause) ?? WHENEVER_FREE.exec(clause);
  if (!verb || !match) return null;
  const object = clause.slice(verb[0].length, match.index);
  const to = match[1] ? readWhen(match[1], data) : null;
  return toFrame(clause, object, { isToFreeTime: true, to }, data);
};

/** 'make the standup start at 9:30', 'end the review at 5' */
export const readStartOrEnd: EditReader = (clause, data) => {
  const match =
    /^(?:make|have|set(?! up\b)|let|change|move) (.{1,120}?)(?: to)? (start|begin|end|finish)(?:ing|s)? (?:at |on |by )?(.{1,60})$/i.exec(
      clause,
    ) ??
    /^(?:change|move|set) (?:the )?(start|end)(?: time| date)? (?:of|for) (.{1,120}?) (?:from .{1,40} )?to (.{1,60})$/i.exec(
      clause,
    ) ??
    /^(end|finish|start|begin) (.{1,120}?) at (.{1,60})$/i.exec(clause);
  const extended = /^(?:extend|lengthen|prolong|stretch) (.{1,120}?) (?:to|until|till|til) (.{1,40})$/i.exec(
    clause,
  );
  if (extended?.[1] && extended[2] && isOnlyTime(extended[2], data)) {
    const endsAt = readWhen(extended[2], data, { isTimeExpected: true });
    if (endsAt?.minute != null) return toFrame(clause, extended[1], { endsAt }, data);
  }
  if (!match) return null;
  const [, one = '', two = '', said = ''] = match;
  const isEdge = /^(?:start|begin|end|finish)$/i.test(one);
  const [object, edge] = isEdge ? [two, one] : [one, two];
  // '15 minutes later' is an amount.
  if (/\b(?:later|earlier|sooner)$/i.test(said)) return null;
  const when = readWhen(said, data, { isTimeExpected: true });
  if (!when) return null;
  const isEnd = /^(?:end|finish)$/i.test(edge);
  return toFrame(clause, object, isEnd ? { endsAt: when } : { to: when }, data);
};

/** Where the new time begins; the later ones count first: 'move the talk to Ana to Friday'. */
const TO = /\s(?:over )?(?:to|till|until|onto|into)\s/gi;
const FOR = /\s(?:for)\s/gi;
const AT = /\s(?:on|at|in)\s/gi;

const MOVING =
  /^(?:move|reschedule|re-schedule|shift|push|postpone|delay|change|bring|pull|put|switch|bump|set(?! up\b)|make|adjust|update|edit|modify|drag|slide|advance|snooze|defer)\b/i;

/** 'from next week on the sync is at 3', 'move the sync to 3 from next week on' */
export const fromThenOn: EditReader = (clause, data) => {
  const first =
    /^(?:from|starting|as of|beginning) (.{3,30}?)(?: on(?:wards?)?,?|,) (?:(?:move|change|shift|reschedule) )?(.{2,80}?) (?:is|will be|starts|begins|should be|moves|to)(?: now)? (?:at |to )?(.{1,30})$/i.exec(
      clause,
    );
  const last =
    /^(?:move|change|shift|reschedule) (.{2,80}?) to (.{1,30}?),? (?:from|starting|as of|beginning) (?!\d{1,2}(?::\d\d)?(?: ?[ap]m)? ?(?:to|until|-|–) ?\d)(.{3,30}?)(?: on(?:wards?)?)?$/i.exec(
      clause,
    );
  const [start, object, time] = first ? first.slice(1) : last ? [last[3], last[1], last[2]] : [];
  const since = start ? readWhen(start, data) : null;
  const to = time ? readWhen(time, data, { isTimeExpected: true }) : null;
  if (!since?.hasDate || !object || !time || !to || !isOnlyTime(time, data)) return null;
  // Another day can only be another weekday.
  if (to.hasDate && !to.isWeekday) return null;
  const isNow = since.minute !== null;
  return toFrame(clause, isNow ? `all ${object}` : `${object} from ${start} on`, { to }, data);
};

/** 'to Friday for 2 hours'; 'snooze it for 2 hours' has no new time before it. */
const LASTING = / for ((?:\d{1,3}|an?|half|two|three|four)\b.{0,24})$/i;

/** No time takes more characters. Each that is tried costs as much as a message. */
const MAX_OF_TIME = 100;

/** 'move the review from Thursday 2pm to Friday 10am', 'reschedule lunch for 1' */
export const move: EditReader = (clause, data) => {
  // 'put yoga on my calendar from 6 to 7' is something new.
  if (!MOVING.test(clause) || /^put .{1,80} (?:on|in|into|onto) (?:my|the) calendar\b/i.test(clause))
    return null;
  const length = LASTING.exec(clause);
  const moved = clause.slice(0, length?.index);
  const minutes =
    length?.[1] && / (?:to|till|until|onto|on|at) /i.test(moved) ? readMinutes(length[1]) : null;
  const rest = (minutes === null ? clause : moved)
    .replace(CHANGE_VERB, '')
    .replace(/^(?:back|up|out|forward|ahead) /i, '')
    .replace(/ (?:at|for) the (?:same|usual) (?:hour|time)(?: of (?:the )?day)?$/i, '')
    .replace(/ to ([^ ]{1,8}(?: [ap]\.?m\.?)?) from ([^ ]{1,8}(?: [ap]\.?m\.?)?)$/i, ' from $2 to $1');
  const isLoose = /^(?:re-?schedule|push|postpone|delay|move|shift|snooze|defer)/i.test(clause);
  for (const pattern of isLoose ? [TO, FOR, AT] : [TO]) {
    for (const match of [...rest.matchAll(pattern)].toReversed()) {
      // 'to from 2 to 3': the second one is within the new time.
      if (/ to from \d{1,2}(?::\d\d)?(?: ?[ap]m)?$/i.test(rest.slice(0, match.index))) continue;
      // 'to Friday from 2 to 3': neither is that one.
      const day = / to (.{2,30}) from \d{1,2}(?::\d\d)?(?: ?[ap]m)?$/i.exec(rest.slice(0, match.index))?.[1];
      if (day && isOnlyTime(day, data) && readWhen(day, data)?.hasDate) continue;
      const target = rest.slice(match.index + match[0].length);
      if (target.length > MAX_OF_TIME) break;
      const to = readWhen(target, data, { isTimeExpected: true });
      const isWhole = to !== null && isOnlyTime(target, data);
      if (to && isWhole) {
        const object = rest
          .slice(0, match.index)
          .replace(/ (?:back|forward|up|out)$/i, '')
          // Where it is now: a time without a day is that of its beginning.
          .replace(/ from (\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\.?)?|noon|midnight)$/i, ' at $1');
        return onSameDay(toFrame(clause, onDayFrom(object, to, data), { to, minutes }, data), data);
      }
    }
  }
  const it = /^(?:it|that|this) (\S.{0,120})$/i.exec(rest)?.[1];
  const to = it && readWhen(it.replace(/\binstead\b/i, ''), data, { isTimeExpected: true });
  return to ? toFrame(clause, 'it', { to }, data) : null;
};

/** 'the sync from Thursday' that moves to another day is the one on Thursday, and not all from then on. */
function onDayFrom(object: string, to: When, data: DialogueData): string {
  const [said, day] = / from (.{3,30})$/i.exec(object) ?? [];
  if (!said || !day || / on(?:wards?)?$/i.test(day)) return object;
  if (!to.hasDate || !isOnlyTime(day, data)) return object;
  const when = readWhen(day, data);
  return when?.hasDate && when.isWithinDay ? object.replace(said, ` on ${day}`) : object;
}

/** 'from 2 to 4 today': an event without a day of its own, moved to today, is today's. */
function onSameDay(frame: ChangeEventFrame, data: DialogueData): ChangeEventFrame {
  const { reference, edit } = frame;
  const today = floorTo('day', createWallClock(data).now);
  const isToday =
    edit.to?.hasDate === true &&
    edit.to.isWithinDay &&
    edit.to.from !== null &&
    floorTo('day', edit.to.from) === today;
  if (!isToday || !reference.when || reference.when.hasDate || reference.when.minute === null) return frame;
  const when = { ...reference.when, from: today, to: today + DAY_MS, hasDate: true };
  return { ...frame, reference: { ...reference, when } };
}

/** 'is on Tuesdays now instead of Mondays' is about a series, and no day of one event. */
const WEEKDAYS = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/i;

/** 'lunch to 1pm' about an event that there is. */
export const moveWithoutVerb: EditReader = (clause, data) => {
  const [, object, target] =
    /^(.{2,80}?) (?:to|at|on) (.{1,40}?) instead of (?:at |on )?.{1,40}$/i.exec(clause) ??
    /^(?!.{0,200} from )(.{2,80}?) to (.{1,60})$/i.exec(clause) ??
    [];
  if (WEEKDAYS.test(target ?? '')) return null;
  if (!object || !target || withoutTimes(object, data).timeText !== '' || !isOnlyTime(target, data))
    return null;
  const to = readWhen(target, data, { isTimeExpected: true });
  const frame = to && toFrame(clause, object, { to }, data);
  if (!frame) return null;
  // 'the last one to 5' of a list
  if (isListPosition(frame.reference)) return /\bone\b/i.test(object) ? frame : null;
  if (frame.reference.words.length === 0) return null;
  return findEvents(frame.reference, data, { mentions: [] }).kind === 'none' ? null : frame;
};

const NEWS =
  /^(?:(?:the|my|our) )?(?!i\b|we\b|you\b|he\b|she\b|they\b)(.{2,60}?) (?:(?:is )?now(?: (?:leaves|departs|starts|begins|is))?|is actually|(?:should|needs to|has to|must|ought to) (?:be(?: moved)?|start|begin|take place)|(?:has |have |was |is |got |has been |was just |just )?(?:been )?(?:moves|moved|rescheduled|pushed|postponed|shifted|changed|extended|put(?= back)|brought(?= forward)))(?: back| forward)? (?:to|at|on|until|for) (.{1,60})$/i;

const NOT_AS_BEFORE =
  /^(?:(?:the|my|our) )?(?!i\b|we\b|you\b)(.{2,60}?) (?:is|starts|begins|leaves|departs|lands|(?:should|must|needs to|has to) (?:be|start|begin)) (?:at|on) (.{1,30}?),? (?:and )?not (?:at |on )?.{1,30}$/i;
const IS_NOW =
  /^(?:(?:the|my|our) )?(?!i\b|we\b|you\b)(.{2,60}?) (?:is|starts|begins) (?:at|on) (.{1,30}?) now$/i;
const SET_FOR = /^(?:set|put|make) (?:the|my|our) (.{2,60}?) (?:for|at|on) (.{1,40})$/i;

/** 'lunch is now at 2', 'the dentist moved to 4', 'set the review for 3' about an event that there is. */
export const statedTime: EditReader = (clause, data) => {
  const [, object, target] =
    NOT_AS_BEFORE.exec(clause) ?? IS_NOW.exec(clause) ?? NEWS.exec(clause) ?? SET_FOR.exec(clause) ?? [];
  if (!object || !target || !isOnlyTime(target, data)) return null;
  const to = readWhen(target, data, { isTimeExpected: true });
  const frame = to && toFrame(clause, object, { to }, data);
  if (!frame || frame.reference.pronoun) return null;
  const isNamed = frame.reference.words.length > 0 || frame.reference.when?.minute != null;
  if (!isNamed) return null;
  const found = findEvents(frame.reference, data, { mentions: [] });
  const [event] = found.kind === 'found' ? found.events : [];
  if (event) return nearItsDay(frame, to, event, data);
  // 'the tax return has moved to the 14th' is about a task.
  const isTask = found.kind === 'none' && to.hasDate && frame.reference.words.length > 0;
  return isTask && findTasks(frame.reference, data, { mentions: [] }).kind === 'found' ? frame : null;
};

const NEAR_DAYS = 2;

/**
 * 'the midterm got moved to Tuesday' of an event in three weeks is the Tuesday next to it. Where two of them are about as
 * near, the date is asked for.
 */
function nearItsDay(
  frame: ChangeEventFrame,
  to: When,
  event: DialogueEvent,
  data: DialogueData,
): ChangeEventFrame {
  const { now, toWall } = createWallClock(data);
  if (!to.isWeekday || to.from === null) return frame;
  const [day, today, said] = [toWall(event.start), now, to.from].map((wall) => floorTo('day', wall) / DAY_MS);
  if (day === undefined || today === undefined || said === undefined || day - today < DAYS_OF_WEEK)
    return frame;
  const before = day - ((day - said) % DAYS_OF_WEEK);
  const away = day - before;
  if (away > NEAR_DAYS && DAYS_OF_WEEK - away > NEAR_DAYS)
    return toFrame(`move ${frame.reference.text}`, frame.reference.text, {}, data);
  const shift = ((away <= NEAR_DAYS ? before : before + DAYS_OF_WEEK) - said) * DAY_MS;
  const near = { ...to, from: to.from + shift, to: to.to === null ? null : to.to + shift, isWeekday: false };
  return { ...frame, edit: { ...frame.edit, to: near } };
}

const DAYS_OF_WEEK = 7;

const RATHER =
  /^(?:(?:make|have|do|move) )?(.{4,80}?),? not (?:at |on )?(.{1,20})$|^(?:make|have|do) (.{4,80}) instead$|^(.{4,80}?) instead of (?:at |on )?(.{1,20})$/i;

const INSTEAD_ON = new RegExp(
  String.raw`^(?!(?:${VERBS})\b)(\p{L}.{1,60}?) (?:at |to )?(${TIME}) (?:instead|rather),? (?:of .{1,20} )?((?:on |this |next )?${DAY})$`,
  'iu',
);

/** 'gym at 7:30 instead on Friday': the one of that day, or else the next one, and no second one. */
export const moveInstead: EditReader = (clause, data) => {
  const [, object, time, day] = INSTEAD_ON.exec(clause) ?? [];
  if (!object || !time || !day || withoutTimes(object, data).timeText !== '') return null;
  const onDay = `${object} ${day}`;
  return isFound(readReference(onDay, data), data)
    ? move(`move ${onDay} to ${time}`, data)
    : move(`move ${object} to ${day} at ${time}`, data);
};

/** 'gym at 7 not 6', 'make lunch tomorrow instead', 'dentist 11 instead of 10' about an event that there is. */
export const replaceTime: EditReader = (clause, data) => {
  if (WEEKDAYS.test(clause)) return null;
  const [, one, before, two, three, old] = RATHER.exec(clause) ?? [];
  const words = (one ?? two ?? three)?.split(' ') ?? [];
  const other = before ?? old;
  if (words.length < 2 || (other !== undefined && !isOnlyTime(other, data))) return null;
  for (let at = 1; at < words.length; at++) {
    const target = words.slice(at).join(' ');
    const to = isOnlyTime(target, data) ? readWhen(target, data, { isTimeExpected: true }) : null;
    if (!to) continue;
    const object = words
      .slice(0, at)
      .join(' ')
      .replace(/ (?:at|on|to|for)$/i, '');
    const frame = toFrame(clause, object, { to }, data);
    const { when, words: named } = frame.reference;
    const isOne = named.length > 0 && (when === null || when.minute === null);
    return isOne && findEvents(frame.reference, data, { mentions: [] }).kind === 'found' ? frame : null;
  }
  return null;
};

const FROM_DAY =
  /^(?:move|shift|push|reschedule|postpone) (all|everything|all (?:of )?(?:my )?(?:meetings|events|appointments|stuff)|my (?:whole |entire )?(?:day|schedule|meetings|events)) (?:on|from|of|for) (.{3,30}?) (?:to|until|till|onto) (.{2,40})$/i;

/** 'move everything from tomorrow to Thursday': from one day to another, and no range. */
export const fromDayToDay: EditReader = (clause, data) => {
  const [, what, from, to] = FROM_DAY.exec(clause) ?? [];
  const [start, end] = [from && readWhen(from, data), to && readWhen(to, data)];
  if (!what || !from || !to || !start || !end || !isOnlyTime(from, data) || !isOnlyTime(to, data))
    return null;
  if (!start.hasDate || !end.hasDate || start.minute !== null) return null;
  const all = /^my|^everything/i.test(what) ? 'all events' : what;
  return toFrame(clause, `${all} ${from}`, { to: end }, data);
};
