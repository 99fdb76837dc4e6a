import { readTimes } from '../time-expressions/read-times.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { type EditReader, isFound, toFrame } from './edit-reader.ts';
import { findEvents } from './find-events.ts';
import { STREET } from './patterns.ts';
import { findPeople } from './people.ts';
import { splitPeople } from './references.ts';

const QUOTES = /^["“']|["”']$/g;
const unquote = (text: string): string => text.trim().replaceAll(QUOTES, '').trim();

export const rename: EditReader = (clause, data) => {
  const match =
    /^(?:change|set|update|edit) (?:the )?(?:title|name|subject) (?:of|for) (.{1,120}?) (?:to|into|as) (.{1,200})$/i.exec(
      clause,
    ) ??
    /^(?:change|set|update|edit) (.{1,120}?)(?:'s|’s|s') (?:title|name|subject) (?:to|into|as) (.{1,200})$/i.exec(
      clause,
    ) ??
    /^(?:rename|retitle|re-title) (.{1,120}?) (?:to|into|as) (.{1,200})$/i.exec(clause) ??
    /^(?:rename|retitle|call|title|name) (it|that|this) (.{1,200})$/i.exec(clause);
  const [, object, title] = match ?? [];
  if (object && title) return toFrame(clause, object, { title: unquote(title) }, data);
  const [, said, quoted] =
    /^(?:rename|retitle|call) ([^"“]{2,120}?) ["“]([^"”]{1,200})["”]$/i.exec(clause) ?? [];
  const frame = said && quoted ? toFrame(clause, said, { title: quoted.trim() }, data) : null;
  return frame && isFound(frame.reference, data) ? frame : renameUnquoted(clause, data);
};

/** 'call the team meeting All Hands': a beginning that names an event, and a capital behind it. */
const renameUnquoted: EditReader = (clause, data) => {
  const words = /^call ((?:the|my|our) .{4,160})$/i.exec(clause)?.[1]?.split(' ') ?? [];
  for (let at = 2; at < words.length; at++) {
    const title = words.slice(at).join(' ');
    if (!/^\p{Lu}/u.test(title)) continue;
    const frame = toFrame(clause, words.slice(0, at).join(' '), { title }, data);
    if (isFound(frame.reference, data)) return frame;
  }
  return null;
};

const PLACE = String.raw`(?:room|conference room|meeting room|the .{1,40} room|building|office|cafe|zoom|google meet|teams|(?:\p{L}{2,20} ){0,2}(?:hall|park|school|church|library|hospital|clinic|hotel|pub|restaurant|theat(?:re|er)|cinema|museum|stadium|studio|cent(?:re|er)|club|arena|campus|gallery))\b.{0,60}?`;
/** 'the team meeting is in Room 7 now' */
const IS_IN = new RegExp(
  String.raw`^(?!(?:what|where|when|who|how)\b)(?:the |my |our )?(.{2,80}?) (?:is|will be|was moved|has been moved|has moved|moved|takes place|will take place|is happening)(?: now)? (?:in|to|at|on) (?:the )?(${PLACE})(?: now| instead)?$`,
  'iu',
);

/** 'put it at 12 Elm Street': the number is no time of day. */
const AT_STREET = new RegExp(
  String.raw`^(?:put|move|set|change|have) (?!the (?:location|place|address|venue)\b)(.{1,80}?) (?:at|to|in) (${STREET})$`,
  'iu',
);

/** 'clear the location of the review' */
const NO_PLACE =
  /^(?:clear|remove|delete|drop|erase) (?:the )?(?:location|place|venue|room) (?:of|from|for|on) (.{2,120})$/i;

export const relocate: EditReader = (clause, data) => {
  const [, placed, place] = IS_IN.exec(clause) ?? [];
  const placing = placed && place ? toFrame(clause, placed, { location: unquote(place) }, data) : null;
  if (placing && isFound(placing.reference, data)) return placing;
  const [, addressed, street] = AT_STREET.exec(clause) ?? [];
  if (addressed && street) return toFrame(clause, addressed, { location: street }, data);
  const [, vacated] = NO_PLACE.exec(clause) ?? [];
  if (vacated) return toFrame(clause, vacated, { location: '' }, data);
  const match =
    /^(?:change|set|update|edit) (?:the )?(?:location|place|address|venue|room|meeting room) (?:of|for) (.{1,120}?) (?:to|as|into) (.{1,200})$/i.exec(
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
  const called =
    /^(?:move|change|switch) (.{1,120}?) to (?:an? )?(?:place|restaurant|cafe|bar) (?:called|named) (.{1,120})$/i;
  const [, object, location] = match ?? called.exec(clause) ?? [];
  if (!object || !location) return null;
  const isBare = /^(?:location|place|venue|room|meeting room)$/i.test(object);
  return toFrame(clause, isBare ? 'it' : object, { location: unquote(location) }, data);
};

const NOTE = String.raw`(?:(?:a |the |my )?(?:notes?|descriptions?|details?|agenda))`;
const NOTE_FORMS: readonly { readonly pattern: RegExp; readonly isNoteFirst: boolean }[] = [
  // 'add a note to the dentist: bring the card', 'note on lunch that Tom pays'
  {
    pattern: new RegExp(
      String.raw`^(?:add |put |make |leave |write )?${NOTE} (?:to|on|for|in|about|of) (.{2,120}?)(?:: ?| - | saying:? | that (?:says:? )?| to (?=remember |bring |ask |check ))(.{1,1000})$`,
      'i',
    ),
    isNoteFirst: false,
  },
  // 'add "bring the slides" to the notes of the review'
  {
    pattern: new RegExp(
      String.raw`^(?:add|put|write|append) (.{1,1000}) (?:to|in|into|on) ${NOTE} (?:to|on|for|in|about|of) (.{2,120})$`,
      'i',
    ),
    isNoteFirst: true,
  },
  // 'add note bring the card to the dentist'
  {
    pattern:
      /^add (?:an? |the )?notes?:? (?!to\b|on\b|for\b|in\b|that\b|about\b|of\b|from\b)(.{2,400}) (?:to|on) (.{2,80})$/i,
    isNoteFirst: true,
  },
];
/** 'add the zoom link https://… to the review' */
const LINK =
  /^(?:add|put|include|attach|paste) (?:(?:the|a|this|my|our) )?(?:\p{L}{2,20} ){0,3}(https?:\/\/\S{3,500}) (?:to|on|in|into) (.{2,120})$/iu;
/** 'add a zoom link to the review: https://…' */
const LINK_BEHIND =
  /^(?:add|put|include|attach|paste) (?:(?:the|a|this|my|our) )?(?:\p{L}{2,20} ){0,2}(?:link|url) (?:to|on|in|into|for) ([^:]{2,120}?)(?::| -|,)? (https?:\/\/\S{3,500})$/iu;
/** 'add to the review's notes: bring the slides' */
const ITS_NOTES =
  /^(?:add|put|write|append) to (.{2,120}?)(?:'s|’s|s') (?:notes?|description|details|agenda): ?(.{1,1000})$/i;

export const addNote: EditReader = (clause, data) => {
  const found = NOTE_FORMS.flatMap(({ pattern, isNoteFirst }) => {
    const [, one = '', two = ''] = pattern.exec(clause) ?? [];
    return one === '' ? [] : [isNoteFirst ? [two, one] : [one, two]];
  });
  const [, owner, text] = ITS_NOTES.exec(clause) ?? [];
  const [, link, linked] = LINK.exec(clause) ?? [];
  const [, linkedBefore, linkBehind] = LINK_BEHIND.exec(clause) ?? [];
  const [object, note] = found[0] ?? [owner ?? linked ?? linkedBefore, text ?? link ?? linkBehind];
  if (!object || !note || unquote(note) === '') return null;
  const frame = toFrame(clause, object, { note: unquote(note) }, data);
  return frame.reference.pronoun || isFound(frame.reference, data) ? frame : null;
};

const REPEAT =
  /^(?:(?:make|change|set|turn|have|let) (.{2,80}?)(?: (?:to|into|repeat|recur|happen|be|a)){0,2} |(?:repeat|recur) (.{2,80}?) )((?:every|each|daily|weekly|biweekly|fortnightly|monthly|yearly|annually|once an?)\b.{0,60})$/i;

/** 'turn the gym into a weekly event' */
const REPEATED_THING =
  /\b(daily|weekly|biweekly|fortnightly|monthly|yearly|annual) (?:event|meeting|appointment|thing|series)$/i;

/** 'make it weekly', 'make planning every Tuesday', 'repeat the gym daily' */
export const readRepeat: EditReader = (clause, data) => {
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

export const invite: EditReader = (clause, data) => {
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
  const people = splitPeople(
    said.replace(
      /\bas (?:an? )?(?:optional )?(?:attendee|guest|invitee)s?\b| (?:as optional|optionally|too|as well|also)$/i,
      '',
    ),
  );
  const isToMeeting = /\b(?:meeting|event|invite|invitation|appointment|call|sync|1:1)\b/i.test(object);
  const isSure =
    /^(?:invite|loop|include)/i.test(verb) ||
    (isToMeeting && people.every((name) => name.split(' ').length <= 3)) ||
    people.every((name) => isKnown(name, data));
  const isQuantity = /^\d|^(?:an?|the|another|some|my) /i.test(said);
  if (!isSure || isQuantity) return null;
  const what = object.replace(/\b(?:invite|invitation)\b/i, '');
  return toFrame(clause, what.trim(), { invited: people }, data);
};

const areKnown = (names: readonly string[], data: DialogueData): boolean =>
  names.length > 0 && findPeople(names, data).unknown.length === 0;

export const uninvite: EditReader = (clause, data) => {
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
  if (/^(?:\p{L}[^<]{0,60} ?<)?\S{1,200}@\S{1,200}$/u.test(asked)) return true;
  return people.some((person) =>
    `${person.name} ${person.email}`
      .toLowerCase()
      .split(/[\s@._-]+/)
      .includes(asked.split(' ')[0] ?? ''),
  );
}
