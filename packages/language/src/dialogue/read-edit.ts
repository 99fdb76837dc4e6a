import { DAY_MS } from '@dayloom/time';
import { readLengths, readTimes } from '../time-expressions/read-times.ts';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { findEvents } from './find-events.ts';
import { type ChangeEventFrame, type EventEdit, NO_EDIT, type SwapFrame } from './frames.ts';
import { findPeople } from './people.ts';
import { readReference, splitPeople, withoutTimes } from './references.ts';
import { readWhen } from './when.ts';

/** Reads clauses that change an event: names, places, guests, amounts of time, new times. */

const VERB =
  'move|reschedule|re-schedule|shift|push|postpone|delay|change|bring|pull|put|switch|bump|set(?! up\\b)|make|adjust|update|edit|modify|drag|slide|extend|lengthen|prolong|shorten|cut|reduce|trim|start|end|finish|have|advance|snooze|defer';
const QUOTES = /^["“']|["”']$/g;
const unquote = (text: string): string => text.trim().replaceAll(QUOTES, '').trim();

type Reader = (clause: string, data: DialogueData) => ChangeEventFrame | SwapFrame | null;

export function readEdit(said: string, data: DialogueData): ChangeEventFrame | SwapFrame | null {
  // 'by 15' of an event is minutes.
  const clause = said.replace(/ (?:instead|rather)$/i, '').replace(/\bby (\d{1,3})$/i, 'by $1 minutes');
  for (const reader of READERS) {
    const frame = reader(clause, data);
    if (frame) return frame;
  }
  return null;
}

/** Whether words name events that there are. */
const isFound = (reference: ChangeEventFrame['reference'], data: DialogueData): boolean =>
  reference.words.length + reference.people.length > 0 &&
  findEvents(reference, data, { mentions: [] }).kind === 'found';

function toFrame(
  text: string,
  object: string,
  edit: Partial<EventEdit>,
  data: DialogueData,
): ChangeEventFrame {
  const phrase = object.replace(/^\s*(?:the )?(?:time|date|start time|start|day) (?:of|for) /i, '');
  const reference = readReference(phrase.trim() === '' ? 'it' : phrase, data);
  return { act: 'change_event', text, reference, edit: { ...NO_EDIT, ...edit }, chosen: null };
}

const rename: Reader = (clause, data) => {
  const match =
    /^(?:change|set|update|edit) (?:the )?(?:title|name|subject) (?:of|for) (.{1,120}?) (?:to|into|as) (.{1,200})$/i.exec(
      clause,
    ) ??
    /^(?:change|set|update|edit) (.{1,120}?)(?:'s|’s|s') (?:title|name|subject) (?:to|into|as) (.{1,200})$/i.exec(
      clause,
    ) ??
    /^(?:rename|retitle|re-title) (.{1,120}?) (?:to|into|as) (.{1,200})$/i.exec(clause) ??
    /^(?:rename|retitle|call) (it|that|this) (.{1,200})$/i.exec(clause);
  const [, object, title] = match ?? [];
  if (object && title) return toFrame(clause, object, { title: unquote(title) }, data);
  const [, said, quoted] =
    /^(?:rename|retitle|call) ([^"“]{2,120}?) ["“]([^"”]{1,200})["”]$/i.exec(clause) ?? [];
  const frame = said && quoted ? toFrame(clause, said, { title: quoted.trim() }, data) : null;
  return frame && isFound(frame.reference, data) ? frame : null;
};

const PLACE = String.raw`(?:room|conference room|meeting room|the .{1,40} room|building|office|cafe|zoom|google meet|teams)\b.{0,60}?`;
/** 'the team meeting is in Room 7 now' */
const IS_IN = new RegExp(
  String.raw`^(?:the|my|our) (.{2,80}?) (?:is|will be|was moved|has been moved|has moved|moved|takes place|will take place|is happening)(?: now)? (?:in|to|at|on) (${PLACE})(?: now| instead)?$`,
  'i',
);

const relocate: Reader = (clause, data) => {
  const [, placed, place] = IS_IN.exec(clause) ?? [];
  const news = placed && place ? toFrame(clause, placed, { location: unquote(place) }, data) : null;
  if (news && isFound(news.reference, data)) return news;
  const match =
    /^(?:change|set|update|edit) (?:the )?(?:location|place|venue|room|meeting room) (?:of|for) (.{1,120}?) (?:to|as|into) (.{1,200})$/i.exec(
      clause,
    ) ??
    /^(?:change|set|update|edit) (.{1,120}?)(?:'s|’s|s') (?:location|place|venue|room) (?:to|into|as) (.{1,200})$/i.exec(
      clause,
    ) ??
    /^(?:move|change|switch) (.{1,120}?) (?:to|into) ((?:room|conference room|meeting room|the .{1,40} room|building|office|cafe|zoom|google meet|teams)\b.{0,120})$/i.exec(
      clause,
    ) ??
    /^(?:change|set|update) (?:the )?(location|place|venue|room|meeting room) (?:to|into|as) (.{1,200})$/i.exec(
      clause,
    );
  const [, object, location] = match ?? [];
  if (!object || !location) return null;
  const isBare = /^(?:location|place|venue|room|meeting room)$/i.test(object);
  return toFrame(clause, isBare ? 'it' : object, { location: unquote(location) }, data);
};

const REPEAT =
  /^(?:(?:make|change|set|turn|have|let) (.{2,80}?)(?: (?:to|into|repeat|recur|happen|be|a)){0,2} |(?:repeat|recur) (.{2,80}?) )((?:every|each|daily|weekly|biweekly|fortnightly|monthly|yearly|annually|once an?)\b.{0,60})$/i;

/** 'turn the gym into a weekly event' */
const REPEATED_THING =
  /\b(daily|weekly|biweekly|fortnightly|monthly|yearly|annual) (?:event|meeting|appointment|thing|series)$/i;

/** 'make it weekly', 'make planning every Tuesday', 'repeat the gym daily' */
const repeatIt: Reader = (clause, data) => {
  const [, made, repeated, said = ''] = REPEAT.exec(clause.replace(REPEATED_THING, '$1')) ?? [];
  const object = made ?? repeated;
  const { now } = createWallClock(data);
  const { repeats } = readTimes(said, { now, isMonthFirst: data.isMonthFirst });
  const [repeat, ...others] = repeats;
  if (!object || !repeat || others.length > 0 || repeat.to - repeat.from < said.trim().length) return null;
  // A time of day would be another change.
  if (/BYHOUR/.test(repeat.rule)) return null;
  const frame = toFrame(clause, object, { recurrenceRule: repeat.rule }, data);
  const { pronoun, words } = frame.reference;
  if (!pronoun && words.length === 0) return null;
  return pronoun || findEvents(frame.reference, data, { mentions: [] }).kind !== 'none' ? frame : null;
};

const LISTS = /\b(?:lists?|to-?dos?|tasks?|calendar|schedule|agenda|cart|basket|project|diary)\b/i;

const invite: Reader = (clause, data) => {
  const match =
    /^(invite|add|include|loop in|bring in) (.{1,160}?) (?:to|in|on|into|for) (.{1,160})$/i.exec(clause) ??
    /^(invite|loop in) (.{1,160})$/i.exec(clause);
  const bare = /^add (.{1,80}?)(?: too| as well)?$/i.exec(clause)?.[1];
  if (!match && bare) {
    const people = splitPeople(bare);
    return areKnown(people, data) ? toFrame(clause, 'it', { invited: people }, data) : null;
  }
  const [, verb, said, object = 'it'] = match ?? [];
  if (!verb || !said || LISTS.test(object)) return null;
  const people = splitPeople(said.replace(/\bas (?:an? )?(?:attendee|guest|invitee)s?\b/i, ''));
  const isToMeeting = /\b(?:meeting|event|invite|invitation|appointment|call|sync|1:1)\b/i.test(object);
  const isSure =
    /^(?:invite|loop|include)/i.test(verb) ||
    (isToMeeting && people.every((name) => name.split(' ').length <= 3)) ||
    people.every((name) => isKnown(name, data));
  const isNumberOfThings = /^\d|^(?:an?|the|another|some|my) /i.test(said);
  if (!isSure || isNumberOfThings) return null;
  const what = object.replace(/\b(?:invite|invitation)\b/i, '');
  return toFrame(clause, what.trim(), { invited: people }, data);
};

const areKnown = (names: readonly string[], data: DialogueData): boolean =>
  names.length > 0 && findPeople(names, data).unknown.length === 0;

const uninvite: Reader = (clause, data) => {
  const bare = /^remove (.{1,80})$/i.exec(clause)?.[1];
  const named = splitPeople(bare ?? '');
  if (areKnown(named, data)) return toFrame(clause, 'it', { removed: named }, data);
  const match =
    /^(?:uninvite|disinvite|un-invite) (.{1,160}?)(?: (?:from|to|for) (.{1,160}))?$/i.exec(clause) ??
    /^(?:remove|drop|take) (.{1,160}?) (?:from|off|out of) (.{1,160})$/i.exec(clause);
  const [, said, object = 'it'] = match ?? [];
  if (!said || LISTS.test(object)) return null;
  const people = splitPeople(said);
  const isSure = /^(?:un|dis)/i.test(clause) || people.every((name) => isKnown(name, data));
  return isSure ? toFrame(clause, object, { removed: people }, data) : null;
};

function isKnown(name: string, { people }: DialogueData): boolean {
  const asked = name.toLowerCase();
  if (asked.includes('@')) return true;
  return people.some((person) =>
    `${person.name} ${person.email}`
      .toLowerCase()
      .split(/[\s@._-]+/)
      .includes(asked.split(' ')[0] ?? ''),
  );
}

const ORDINAL = '(?:first|second|third|fourth|last|next)';
const ORDINAL_ONLY = new RegExp(`^(?:my |the )?${ORDINAL}$`, 'i');
const ORDINAL_LED = new RegExp(`^(?:my |the )?${ORDINAL} (.{2,120})$`, 'i');

const swap: Reader = (clause, data) => {
  const both = /^(?:swap|switch|exchange|trade)(?: around)? (.{3,320})$/i.exec(clause)?.[1] ?? '';
  const splits = [...both.matchAll(/ (?:and|with|for) /gi)].map(({ index, 0: between }) => [
    both.slice(0, index),
    both.slice(index + between.length),
  ]);
  // 'lunch with Tom and the review': where both sides name an event.
  const [said, other] =
    splits.find((sides) => sides.every((side) => isFound(readReference(side, data), data))) ??
    splits[0] ??
    [];
  if (!said || !other) return null;
  // 'my first and last meeting on Friday': what follows belongs to both.
  const shared = ORDINAL_ONLY.test(said) ? ORDINAL_LED.exec(other)?.[1] : null;
  const one = shared ? `${said} ${shared}` : said;
  return {
    act: 'swap_events',
    text: clause,
    references: [readReference(one, data), readReference(other, data)],
  };
};

const START = new RegExp(`^(?:${VERB})\\b\\s*`, 'i');
const EARLIER = /\b(?:earlier|sooner|up|forward|ahead|before)\b/i;
const LATER = /\b(?:later|back|out|after|down)\b/i;
const LONGER = /\b(?:longer|more|extra|additional|another)\b/i;
const SHORTER = /\b(?:shorter|less|fewer|off)\b/i;

/** 'block out two hours' is something new. */
const ADDING =
  /^(?:block|book|schedule|re-?serve|reserve|add|create|plan|pencil|set up|arrange|organi[sz]e)\b/i;

/** 'push back the review by 90 minutes', 'make it 15 minutes longer', 'an hour earlier', 'shorten it to 1 hour' */
const byAmount: Reader = (clause, data) => {
  const [length] = readLengths(clause);
  if (!length) return null;
  const verb = START.exec(clause)?.[0].trim().toLowerCase() ?? '';
  if (verb === '' && ADDING.test(clause)) return null;
  const before = clause.slice(0, length.from);
  // 'every two weeks' says how often, and not how long.
  if (/\b(?:every|each)\s*$/i.test(before)) return null;
  const after = clause.slice(length.to);
  const object = `${before.slice(verb === '' ? 0 : verb.length)} ${after}`
    .replace(/\b(?:by|to|for|it's|its|the (?:duration|length) of|duration|length|long)\b/gi, ' ')
    .replace(
      /\b(?:earlier|sooner|later|longer|shorter|back|forward|ahead|more|less|extra|another|out|up|only)\b/gi,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ (?:to )?(?:start|begin|end|finish)s?$/i, '');
  const around = `${before} ${after}`;
  const edit = toAmount({ verb, around, before, after, minutes: length.minutes });
  return edit ? toFrame(clause, object, edit, data) : null;
};

const ADD_TIME =
  /^(add|tack|take|cut|shave) (.{2,30}?) (?:more |extra )?(?:to|onto|on to|on|off|from|off of) (?:the end of )?(?!(?:my |the )?(?:calendar|schedule|agenda|diary|day|week)\b)(.{2,80})$/i;

/** 'add 15 minutes to lunch', 'take 10 minutes off the review' */
const addTime: Reader = (clause, data) => {
  const [, verb = '', said = '', object = ''] = ADD_TIME.exec(clause) ?? [];
  const [length] = readLengths(said);
  if (!length || length.from > 3 || length.to < said.length) return null;
  const isLonger = /^(?:add|tack)$/i.test(verb);
  return toFrame(clause, object, { growMinutes: isLonger ? length.minutes : -length.minutes }, data);
};

interface Amount {
  readonly verb: string;
  readonly around: string;
  readonly before: string;
  readonly after: string;
  readonly minutes: number;
}

function toAmount({ verb, around, before, after, minutes }: Amount): Partial<EventEdit> | null {
  const isGrowing = /^(?:extend|lengthen|prolong)/.test(verb);
  const isShrinking = /^(?:shorten|cut|reduce|trim)/.test(verb);
  const isTotal = /\b(?:to|at)\s*(?:only )?$/i.test(before) || /\b(?:duration|length)\b/i.test(before);
  if (isGrowing || isShrinking) {
    if (isTotal) return { minutes };
    return { growMinutes: isGrowing ? minutes : -minutes };
  }
  if (LONGER.test(around) && !/\b(?:later|earlier)\b/i.test(around) && verb !== '')
    return { growMinutes: minutes };
  if (/\blonger\b/i.test(around)) return { growMinutes: minutes };
  if (/\bshorter\b/i.test(around)) return { growMinutes: -minutes };
  const isShift =
    /\b(?:by|back|forward|ahead|up|out|earlier|later)\s*$/i.test(before) ||
    /^\s*(?:earlier|later|sooner|back|forward|up|ahead|out)\b/i.test(after);
  const isMoving =
    /^(?:move|push|shift|postpone|delay|bump|bring|pull|put|reschedule|slide|advance|start|drag|)$/.test(
      verb,
    );
  if (isMoving && (isShift || /^(?:delay|postpone|push|bump)$/.test(verb)))
    return { shiftMinutes: isEarlier(verb, around) ? -minutes : minutes };
  if (
    /^(?:change|make|start|set|have|end|finish)$/.test(verb) &&
    (EARLIER.test(after) || LATER.test(after))
  ) {
    const shift = EARLIER.test(after) ? -minutes : minutes;
    return /\bend(?:s|ing)?\b/i.test(around) || verb === 'end' || verb === 'finish'
      ? { growMinutes: shift }
      : { shiftMinutes: shift };
  }
  if (SHORTER.test(after) && verb !== '') return { growMinutes: -minutes };
  const isLength =
    /^(?:make|set|change|have)$/.test(verb) &&
    /^(?:long|in length|instead|long instead|)$/i.test(after.trim());
  return isLength ? { minutes } : null;
}

/** 'push back' is later, 'push up' and 'bring forward' earlier. */
function isEarlier(verb: string, around: string): boolean {
  if (/\b(?:earlier|sooner|up)\b/i.test(around)) return true;
  if (/\b(?:later|back|out)\b/i.test(around)) return false;
  return /^(?:bring|pull|advance)$/.test(verb) || (/\b(?:forward|ahead)\b/i.test(around) && verb !== 'push');
}

const FREE_TIME =
  /\s(?:to|in|into|for|at) (?:my |the |a |an )?(?:(?:very )?(?:next|first|another|earliest|soonest|nearest) )?(?:free|available|open|empty) (?:slot|time|spot|gap|window|hour|space|opening)s?\b(.{0,80})$/i;
const WHENEVER_FREE =
  /\s(?:to |for )?(?:when(?:ever)?|the next time) i(?:'m| am) (?:next )?(?:free|available)\b(.{0,80})$/i;

const toFreeTime: Reader = (clause, data) => {
  const verb = START.exec(clause);
  const match = FREE_TIME.exec(clause) ?? WHENEVER_FREE.exec(clause);
  if (!verb || !match) return null;
  const object = clause.slice(verb[0].length, match.index);
  const to = match[1] ? readWhen(match[1], data) : null;
  return toFrame(clause, object, { isToFreeTime: true, to }, data);
};

/** 'make the standup start at 9:30', 'end the review at 5' */
export const readStartOrEnd: Reader = (clause, data) => {
  const match =
    /^(?:make|have|set|let|change|move) (.{1,120}?)(?: to)? (start|begin|end|finish)(?:ing|s)? (?:at |on |by )?(.{1,60})$/i.exec(
      clause,
    ) ??
    /^(?:change|move|set) (?:the )?(start|end)(?: time| date)? (?:of|for) (.{1,120}?) (?:from .{1,40} )?to (.{1,60})$/i.exec(
      clause,
    ) ??
    /^(end|finish|start|begin) (.{1,120}?) at (.{1,60})$/i.exec(clause);
  const extended = /^(?:extend|lengthen|prolong|stretch) (.{1,120}?) (?:to|until|till) (.{1,40})$/i.exec(
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
const fromThenOn: Reader = (clause, data) => {
  const first =
    /^(?:from|starting|as of|beginning) (.{3,30}?)(?: on(?:wards?)?,?|,) (?:(?:move|change|shift|reschedule) )?(.{2,80}?) (?:is|will be|starts|begins|should be|moves|to)(?: now)? (?:at |to )?(.{1,30})$/i.exec(
      clause,
    );
  const last =
    /^(?:move|change|shift|reschedule) (.{2,80}?) to (.{1,30}?),? (?:from|starting|as of|beginning) (.{3,30}?)(?: on(?:wards?)?)?$/i.exec(
      clause,
    );
  const [start, object, time] = first ? first.slice(1) : last ? [last[3], last[1], last[2]] : [];
  const since = start ? readWhen(start, data) : null;
  const to = time ? readWhen(time, data, { isTimeExpected: true }) : null;
  if (!since?.hasDate || !object || !time || !to || to.hasDate || !isOnlyTime(time, data)) return null;
  const isNow = since.minute !== null;
  return toFrame(clause, isNow ? `all ${object}` : `${object} from ${start} on`, { to }, data);
};

/** 'move the review from Thursday 2pm to Friday 10am', 'reschedule lunch for 1' */
const move: Reader = (clause, data) => {
  if (!MOVING.test(clause)) return null;
  const rest = clause
    .replace(START, '')
    .replace(/^(?:back|up|out|forward|ahead) /i, '')
    .replace(/ to ([^ ]{1,8}(?: [ap]\.?m\.?)?) from ([^ ]{1,8}(?: [ap]\.?m\.?)?)$/i, ' from $2 to $1');
  const isLoose = /^(?:re-?schedule|push|postpone|delay|move|shift|snooze|defer)/i.test(clause);
  for (const pattern of isLoose ? [TO, FOR, AT] : [TO]) {
    for (const match of [...rest.matchAll(pattern)].toReversed()) {
      // 'to from 2 to 3': the second one is within the new time.
      if (/ to from \d{1,2}(?::\d\d)?(?: ?[ap]m)?$/i.test(rest.slice(0, match.index))) continue;
      const target = rest.slice(match.index + match[0].length);
      const to = readWhen(target, data, { isTimeExpected: true });
      const isWhole = to !== null && isOnlyTime(target, data);
      if (to && isWhole) {
        const object = rest
          .slice(0, match.index)
          .replace(/ (?:back|forward|up|out)$/i, '')
          // Where it is now: a time without a day is that of its beginning.
          .replace(/ from (\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\.?)?|noon|midnight)$/i, ' at $1');
        return onSameDay(toFrame(clause, object, { to }, data), data);
      }
    }
  }
  const it = /^(?:it|that|this) (\S.{0,120})$/i.exec(rest)?.[1];
  const to = it && readWhen(it.replace(/\binstead\b/i, ''), data, { isTimeExpected: true });
  return to ? toFrame(clause, 'it', { to }, data) : null;
};

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

/** Whether a text is a time and nothing else but the words around one. */
export function isOnlyTime(text: string, data: DialogueData): boolean {
  const phrase = text
    .replace(
      /\b(?:instead|please|now|same|the|my|on|at|of|in|for|o'?clock|start|slot|around|about|like|say)\b/gi,
      ' ',
    )
    .trim();
  if (/^\d{1,2}(?:[:.]\d\d)?(?: ?- ?\d{1,2}(?:[:.]\d\d)?)?$/.test(phrase)) return true;
  const reference = readReference(text.replace(/\b(?:at )?(?:the )?same time\b/i, ' '), data);
  return reference.words.filter((word) => !/^\d+$/.test(word)).length === 0 && reference.people.length === 0;
}

/** 'lunch to 1pm' about an event that there is. */
const moveWithoutVerb: Reader = (clause, data) => {
  const [, object, target] =
    /^(.{2,80}?) (?:to|at|on) (.{1,40}?) instead of (?:at |on )?.{1,40}$/i.exec(clause) ??
    /^(?!.{0,200} from )(.{2,80}?) to (.{1,60})$/i.exec(clause) ??
    [];
  if (!object || !target || withoutTimes(object, data).said !== '' || !isOnlyTime(target, data)) return null;
  const to = readWhen(target, data, { isTimeExpected: true });
  const frame = to && toFrame(clause, object, { to }, data);
  if (!frame || frame.reference.words.length === 0) return null;
  return findEvents(frame.reference, data, { mentions: [] }).kind === 'none' ? null : frame;
};

const NEWS =
  /^(?:(?:the|my|our) )?(?!i\b|we\b|you\b|he\b|she\b|they\b)(.{2,60}?) (?:(?:is )?now|is actually|(?:should|needs to|has to|must) be(?: moved)?|(?:has |have |was |is |got |has been |was just |just )?(?:moved|rescheduled|pushed|postponed|shifted|changed))(?: back| forward)? (?:to|at|on|until|for) (.{1,60})$/i;

const NOT_AS_BEFORE =
  /^(?:(?:the|my|our) )?(?!i\b|we\b|you\b)(.{2,60}?) (?:is|starts|begins) (?:at|on) (.{1,30}?),? (?:and )?not (?:at |on )?.{1,30}$/i;
const SET_FOR = /^(?:set|put|make) (?:the|my|our) (.{2,60}?) (?:for|at|on) (.{1,40})$/i;

/** 'lunch is now at 2', 'the dentist moved to 4', 'set the review for 3' about an event that there is. */
const news: Reader = (clause, data) => {
  const [, object, target] = NEWS.exec(clause) ?? NOT_AS_BEFORE.exec(clause) ?? SET_FOR.exec(clause) ?? [];
  if (!object || !target || !isOnlyTime(target, data)) return null;
  const to = readWhen(target, data, { isTimeExpected: true });
  const frame = to && toFrame(clause, object, { to }, data);
  if (!frame || frame.reference.pronoun) return null;
  const isNamed = frame.reference.words.length > 0 || frame.reference.when?.minute != null;
  return isNamed && findEvents(frame.reference, data, { mentions: [] }).kind === 'found' ? frame : null;
};

const TAKES =
  /^(?:the|my|our) (.{2,80}?) (?:will take|will last|takes|lasts|is going to take|is going to last|should take|should last|should be|will be|needs) (?:about |around |only )?((?:\d|an? |half|one|two|three|four).{1,30}?)(?: long| in total)?$/i;

/** 'the interview will take 90 minutes' */
const takes: Reader = (clause, data) => {
  const [, object, said = ''] = TAKES.exec(clause) ?? [];
  const [length] = readLengths(said);
  if (!object || !length || length.from > 0 || length.to < said.length) return null;
  const frame = toFrame(clause, object, { minutes: length.minutes }, data);
  return isFound(frame.reference, data) ? frame : null;
};

const FROM_DAY =
  /^(?:move|shift|push|reschedule|postpone) (all|everything|all (?:of )?(?:my )?(?:meetings|events|appointments|stuff)|my (?:whole |entire )?(?:day|schedule|meetings|events)) (?:on|from|of|for) (.{3,30}?) (?:to|until|till|onto) (.{2,40})$/i;

/** 'move everything from tomorrow to Thursday': from one day to another, and no range. */
const fromDayToDay: Reader = (clause, data) => {
  const [, what, from, to] = FROM_DAY.exec(clause) ?? [];
  const [start, end] = [from && readWhen(from, data), to && readWhen(to, data)];
  if (!what || !from || !to || !start || !end || !isOnlyTime(from, data) || !isOnlyTime(to, data))
    return null;
  if (!start.hasDate || !end.hasDate || start.minute !== null) return null;
  const all = /^my|^everything/i.test(what) ? 'all events' : what;
  return toFrame(clause, `${all} ${from}`, { to: end }, data);
};

const READERS: readonly Reader[] = [
  rename,
  relocate,
  repeatIt,
  swap,
  toFreeTime,
  readStartOrEnd,
  addTime,
  byAmount,
  fromThenOn,
  fromDayToDay,
  move,
  invite,
  uninvite,
  moveWithoutVerb,
  takes,
  news,
];
