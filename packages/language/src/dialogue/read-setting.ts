import type { DialogueData, ToolCall } from './data.ts';
import type { CallFrame } from './frames.ts';
import { findStandingHours, readPartOfDay } from './protected-hours.ts';
import { readMinutes, readWhen } from './when.ts';
import { capitalise } from './wording.ts';

/** Requests about settings, bookings, event types and the focus timer, each of which is a call of one tool. */
export function readSetting(clause: string, data: DialogueData): CallFrame | null {
  const hours = readHours(clause, data);
  if (hours) return { act: 'call_tool', text: clause, calls: hours, isReadOnly: false };
  const call =
    readProtected(clause, data) ??
    readLunch(clause, data) ??
    readBreak(clause) ??
    readLimit(clause) ??
    readBooking(clause) ??
    readEventType(clause) ??
    readFocus(clause);
  return call && { act: 'call_tool', text: clause, calls: [call], isReadOnly: false };
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const WORKDAYS = DAYS.slice(0, 5);
const DAY = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?`;
const NAMED_DAYS = new RegExp(
  String.raw`\b(?:(${DAY}) ?(?:to|through|till|until|-|–) ?(${DAY})|(weekdays|work ?days|week ?ends|every ?day|all days|daily))\b`,
  'i',
);
const EACH_DAY = new RegExp(String.raw`\b${DAY}\b`, 'gi');

const toDay = (word: string) => DAYS.findIndex((day) => word.toLowerCase().startsWith(day));

/** The weekdays that a text names, in their order; none if it names none. */
function readDays(text: string): (typeof DAYS)[number][] {
  const named = NAMED_DAYS.exec(text);
  const group = named?.[3]?.toLowerCase().replace(' ', '');
  if (group)
    return group.startsWith('weekend') ? ['sat', 'sun'] : [...(group.startsWith('w') ? WORKDAYS : DAYS)];
  if (named?.[1] && named[2]) {
    const [first, last] = [toDay(named[1]), toDay(named[2])];
    const length = ((last - first + 7) % 7) + 1;
    return Array.from({ length }, (_, at) => DAYS[(first + at) % 7] ?? 'mon');
  }
  const each = [...text.matchAll(EACH_DAY)].map(([word]) => toDay(word));
  return DAYS.filter((_day, at) => each.includes(at));
}

const HOURS =
  /^(?:(?:set|change|make|update|put|adjust) (?:my |the )?|my )(work(?:ing)?|office|business|personal|free) (?:hours|time)\b(.{1,120})$/i;
const I_WORK =
  /^(?:from now on,? )?(?:i|we) (?:usually |normally |only |always )?work (?!on (?!(?:mon|tue|wed|thu|fri|sat|sun|week|work))\b)(.{1,120})$/i;
const NO_WORK =
  /^(?:from now on,? )?(?:(?:i|we) (?:don['’]t|do not|never|no longer) work|no work(?:ing)?(?: hours)?) (?:on |at |over )?(?:the )?(.{1,80}?)(?: any ?more)?$/i;

function readHours(clause: string, data: DialogueData): ToolCall[] | null {
  const off = NO_WORK.exec(clause)?.[1];
  const closed = off ? readDays(off) : [];
  if (closed.length > 0) return [setHours('work', closed, [])];
  const asked = HOURS.exec(clause);
  const said = asked?.[2] ?? I_WORK.exec(clause)?.[1];
  if (!said) return null;
  const set = /^(?:personal|free)/i.test(asked?.[1] ?? '') ? 'personal' : 'work';
  // '9-12 and 1-5' are two windows of a day, '9-5 on weekdays and 10-2 on Saturday' are of different days.
  const parts = said.split(/,? and (?=(?:from )?\d)|, (?=(?:from )?\d)/i);
  const windows = parts.flatMap((part) => {
    const window = readWindow(part, data);
    return window ? [{ window, days: readDays(part) }] : [];
  });
  if (windows.length < parts.length) return null;
  const named = windows.filter(({ days }) => days.length > 0);
  if (named.length === windows.length && windows.length > 1)
    return windows.map(({ window, days }) => setHours(set, days, [window]));
  const [first] = named;
  if (named.length > 1) return null;
  const days = first?.days ?? (set === 'work' ? WORKDAYS : DAYS);
  return [
    setHours(
      set,
      days,
      windows.map(({ window }) => window),
    ),
  ];
}

const setHours = (
  set: 'work' | 'personal',
  days: readonly (typeof DAYS)[number][],
  windows: readonly (readonly [string, string])[],
): ToolCall => ({ tool: 'set_weekly_hours', input: { set, days, windows } });

/** 'no meetings on Friday afternoons': work hours are what others can book, so these are closed. */
function readProtected(clause: string, data: DialogueData): ToolCall | null {
  const said = findStandingHours(clause);
  if (said === null) return null;
  const named = readDays(said);
  const days = named.length > 0 ? named : DAYS;
  return { tool: 'set_weekly_hours', input: { set: 'work', days, closed: readPartOfDay(said, data) } };
}

const toClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** '9 to 5' as two times of one day; null if that was not said. */
function readWindow(text: string, data: DialogueData): [string, string] | null {
  const range =
    /\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\.?)? ?(?:to|until|till|and|-|–) ?\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\.?)?/i.exec(
      text,
    )?.[0];
  if (!range) return null;
  const when = readWhen(`from ${range.replace(/ ?(?:to|until|till|and|-|–) ?/i, ' to ')}`, data);
  if (when?.minute == null || when.endMinute === null) return null;
  // A day has its hours in the morning first: '9 to 5'.
  const start = when.isEitherHalf && when.minute >= 1_080 ? when.minute - 720 : when.minute;
  const end = when.endMinute <= start ? when.endMinute + 720 : when.endMinute;
  return end > start && end < 1_440 ? [toClock(start), toClock(end)] : null;
}

const change = (input: Readonly<Record<string, unknown>>): ToolCall => ({ tool: 'change_scheduling', input });

const LUNCH =
  /^(?:(?:keep|leave|block|reserve|hold|protect) (?:my )?(?:lunch(?: ?times?| breaks?| hours?)?|(?:an? )?lunch break)(?: free)?|(?:set|move|change) my lunch (?:break|time|hour)|my lunch (?:break|time|hour) is|i (?:have|take|eat) (?:my )?lunch(?: break)?)\b(.{1,80})$/i;
const NO_LUNCH =
  /^(?:(?:no|remove the|remove my|drop the|drop my|delete my) lunch ?(?:break|hour)|(?:don['’]t|do not) keep (?:my )?lunch(?: ?time| break)? free|i (?:don['’]t|do not) (?:take|need|have) a lunch break)(?: any ?more)?$/i;

/** 'protect my lunch break every day': nobody said when. */
const ANY_LUNCH =
  /^(?:always )?(?:keep|leave|block|reserve|hold|protect|guard) (?:me )?(?:my |an? |the )?lunch(?: ?time| break| hour)?(?: free)?(?: (?:every|each) (?:day|work ?day|weekday)| daily| always)$/i;

function readLunch(clause: string, data: DialogueData): ToolCall | null {
  if (NO_LUNCH.test(clause)) return change({ lunch: null });
  if (ANY_LUNCH.test(clause)) return change({ lunch: ['12:00', '13:00'] });
  const said = LUNCH.exec(clause)?.[1];
  // One day's lunch is an event.
  if (!said || /\b(?:today|tomorrow|next|on)\b/i.test(said)) return null;
  const window = readWindow(said, data);
  return window && change({ lunch: window[0] < '07:00' ? window.map(toAfternoon) : window });
}

/** '12 to 1' and '1 to 2' are around noon. */
const toAfternoon = (time: string): string =>
  `${String(Number(time.slice(0, 2)) + 12).padStart(2, '0')}${time.slice(2)}`;

const BREAK =
  /^(?:always )?(?:add|put|leave|keep|give me|set|make|i (?:need|want)|schedule|have)(?: me)? (?:an? |at least )?(.{1,30}?)(?:[- ]long)? ?(?:of )?(?:buffers?|breaks?|gaps?|free time|pauses?|free)?(?: time)? (between|around|before and after|after|before) (?:all |my |each |every |all my )?(?:meetings?|events?|calls?|appointments?)$/i;
const NO_BREAK =
  /^(?:no|remove the|remove) (?:buffers?|breaks?|gaps?) (?:between|around|after|before and after) (?:my |all |all my )?(?:meetings|events|calls|appointments)$/i;

function readBreak(clause: string): ToolCall | null {
  if (NO_BREAK.test(clause)) return change({ meetingBufferMinutes: 0, afterEventMinutes: 0 });
  const [, length, place] = BREAK.exec(clause) ?? [];
  const minutes = length ? readMinutes(length) : null;
  if (minutes === null || minutes > 120) return null;
  return /^(?:around|before)/i.test(place ?? '')
    ? change({ meetingBufferMinutes: minutes })
    : change({ afterEventMinutes: minutes });
}

const MAX_WORK =
  /^(?:(?:plan|schedule|give me|i (?:want|can do|work)|limit (?:me|my work|work) to|set) )?(?:at most|no more than|not more than|a max(?:imum)? of|max(?:imum)?|up to|(?<=to )) ?(.{1,20}?)(?: of (?:planned )?work)? (?:a|per|each|every) day$/i;
const LIMIT_WORK =
  /^limit (?:me|my work|work|my day) to (.{1,20}?)(?: of (?:planned )?work)?(?: (?:a|per|each|every) day)?$/i;
const AHEAD = /^(?:always )?plan (?:for )?(?:the next )?(.{1,12}?) ahead$/i;

function readLimit(clause: string): ToolCall | null {
  const work = MAX_WORK.exec(clause)?.[1] ?? LIMIT_WORK.exec(clause)?.[1];
  const minutes = work ? readMinutes(work) : null;
  if (minutes !== null) return change({ mostWorkMinutes: minutes });
  const ahead = AHEAD.exec(clause)?.[1];
  const length = ahead ? readMinutes(ahead) : null;
  return length !== null && length % 1_440 === 0 ? change({ horizonDays: length / 1_440 }) : null;
}

const ANSWERED =
  /^(approve|accept|decline|reject|refuse|cancel) (?:the )?(?:booking|appointment request|booking request) (?:of|from|by|with) (.{1,80})$/i;
const ANSWERED_OWN =
  /^(approve|accept|decline|reject|refuse|cancel) (.{1,80}?)['’]s? (?:booking|booking request)$/i;

function readBooking(clause: string): ToolCall | null {
  const [, verb = '', visitor] = ANSWERED.exec(clause) ?? ANSWERED_OWN.exec(clause) ?? [];
  if (!visitor) return null;
  return /^(?:approve|accept)$/i.test(verb)
    ? { tool: 'approve_booking', input: { visitor } }
    : { tool: 'cancel_booking', input: { visitor } };
}

const OFFER =
  /^(?:let|allow) (?:people|others|visitors|clients|customers|anyone|anybody|everyone) (?:to )?book (.{1,60}?)(?: with me)?$/i;
const NEW_TYPE =
  /^(?:create|add|make|set up|offer|new)(?: (?:an?|another|the))?(?: new)? (.{0,60}?) ?(?:event|booking|meeting|appointment) type\b(.{0,80})$/i;
const CALLED = /\b(?:called|named|titled) (.{1,80}?)(?: (?:of|for|with) \d.{0,20})?$/i;
/** 'an event type for 45 minute consultations' */
const KIND =
  / for (?:an? )?\d{1,3}[- ]?(?:min(?:ute)?s?|h(?:ours?)?)[- ](?!meetings?$|calls?$)(\p{L}[\p{L} ]{2,40})$/iu;

function readEventType(clause: string): ToolCall | null {
  const offered = OFFER.exec(clause)?.[1];
  const made = NEW_TYPE.exec(clause);
  const said = offered ?? (made && `${made[1]} ${made[2]}`);
  const minutes = said ? readMinutes(said) : null;
  if (!said || minutes === null || minutes < 5 || minutes > 720) return null;
  const named = CALLED.exec(clause)?.[1]?.replaceAll(/["“”]/g, '').trim();
  const kind = KIND.exec(clause)?.[1];
  const title = named ?? (kind ? capitalise(kind) : `${minutes} minutes`);
  return { tool: 'create_event_type', input: { title, durations: [minutes] } };
}

const FOCUS = String.raw`(?:focus(?: session| timer| time| block)?|pomodoro(?: session| timer)?|timer)`;
const START_FOCUS = new RegExp(
  String.raw`^(?:start|begin|run|launch)(?: me)?(?: an?| my| the| another)?(?: new)? ?(?<first>\d{1,3}[- ]?(?:m|min(?:ute)?s?))?(?: of)? ?${FOCUS}(?: (?:for|of) (?<second>\d{1,3} ?(?:m|min(?:ute)?s?)))?(?: (?:on|for|with) (?:the |my )?(?<task>.{1,80}?))?(?: for (?<last>\d{1,3} ?(?:m|min(?:ute)?s?)))?(?: now)?$`,
  'i',
);
const STOP_FOCUS = new RegExp(
  String.raw`^(?:stop|end|pause|halt)(?: my| the| this)? (?:${FOCUS}|timer|focus(?:s)?ing)(?: now)?$`,
  'i',
);

/** 'focus on the tax return for 45 minutes', 'start focusing on it' */
const FOCUS_ON =
  /^(?:start |begin )?focus(?:ing)?(?: for (?<first>\d{1,3} ?(?:m|min(?:ute)?s?)))? on (?:the |my )?(?<task>.{2,80}?)(?: for (?<last>\d{1,3} ?(?:m|min(?:ute)?s?)))?(?: now)?$/i;

/** 'start a 50 minute focus session on the report' */
function readFocus(clause: string): ToolCall | null {
  if (STOP_FOCUS.test(clause)) return { tool: 'stop_focus', input: {} };
  const match = START_FOCUS.exec(clause) ?? FOCUS_ON.exec(clause);
  if (!match) return null;
  const { first, second, last, task } = match.groups ?? {};
  const length = first ?? second ?? last;
  const minutes = length === undefined ? null : readMinutes(length.replace('-', ' '));
  if (minutes !== null && minutes > 180) return null;
  return {
    tool: 'start_focus',
    input: { ...(task !== undefined && { task }), ...(minutes !== null && { minutes }) },
  };
}
