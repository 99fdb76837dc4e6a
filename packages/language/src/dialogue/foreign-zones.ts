import { getZone, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { DAY } from './patterns.ts';
import { readWhen } from './when.ts';

/** Times of other places: they are written in the user's own zone, in which everything else is read. */

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  BST: 'Europe/London',
  CET: 'Europe/Paris',
  CEST: 'Europe/Paris',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  MST: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
};
const PLACES: Readonly<Record<string, string>> = {
  london: 'Europe/London',
  uk: 'Europe/London',
  paris: 'Europe/Paris',
  berlin: 'Europe/Berlin',
  tokyo: 'Asia/Tokyo',
  sydney: 'Australia/Sydney',
  singapore: 'Asia/Singapore',
  dubai: 'Asia/Dubai',
  india: 'Asia/Kolkata',
  indian: 'Asia/Kolkata',
  'new york': 'America/New_York',
  nyc: 'America/New_York',
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
};

const IN_PLACE = new RegExp(
  String.raw`^(.{2,120}?) (?:in|by) (${Object.keys(PLACES).join('|')})(?: time)?$`,
  'i',
);

/** 'the call' and the zone of Tokyo, of 'the call in Tokyo'; null where no known place is named. */
export function splitPlace(text: string): { readonly rest: string; readonly zone: string } | null {
  const [, rest, place] = IN_PLACE.exec(text) ?? [];
  const zone = place === undefined ? undefined : PLACES[place.toLowerCase()];
  return rest && zone ? { rest, zone } : null;
}

const HOUR = String.raw`\d(?: ?[ap]\.?m\.?| o'clock)?`;
const ABBREVIATED = new RegExp(
  String.raw`(?<=${HOUR} ?\(?)\b(${Object.keys(ABBREVIATIONS).join('|')})\b\)?`,
  'i',
);
const NAMED = new RegExp(
  String.raw`(?<=${HOUR}),? (?:in )?(?:(${Object.keys(PLACES).join('|')}|us|his|her|their|your) time|(eastern|pacific)(?= |$))\b`,
  'i',
);
/** The time of day before the name of a zone, and no range. */
const BEFORE = /(?<![-–\d:]|[-–] |to |until )\b(\d{1,2})(?::(\d\d))? ?(?:([ap])\.?m\.?)? ?\(?$/i;

/** 'move the call to 9am ': behind this 'to', a time is no end. */
const MOVED_TO =
  /^(?:please )?(?:move|push|shift|re-?schedule|change|bump|bring)\b\D{2,80} to \d[^-–]{0,8}$/i;
const MOVED = /\b(\d{1,2})(?::(\d\d))? ?(?:([ap])\.?m\.?)? ?\(?$/i;

/** A text with its time in the user's zone, or the name of another zone that stays in it. */
export function readZone(
  text: string,
  data: DialogueData,
): { readonly text: string; readonly foreign: string | null } {
  const place = NAMED.exec(text);
  const match = place ?? ABBREVIATED.exec(text);
  const name = match?.[1] ?? match?.[2];
  if (!match || !name) return { text, foreign: null };
  const zone = PLACES[name.toLowerCase()] ?? ABBREVIATIONS[name.toUpperCase()];
  const before = text.slice(0, match.index);
  const behind = text.slice(match.index + match[0].length);
  if (zone === undefined) return { text, foreign: name };
  const { now, timeZone } = data;
  if (createWallClock({ now, timeZone }).now === createWallClock({ now, timeZone: zone }).now)
    return { text: `${before.replace(/ ?\(?$/, '')}${behind}`, foreign: null };
  const own = toOwnTime(before, behind, { zone, data, isPlace: place !== null });
  return own === null ? { text, foreign: name } : { text: own, foreign: null };
}

const DAY_NAME = new RegExp(String.raw`\b(?:${DAY})(?= |,|$)`, 'i');

/** A time that is on the day before or after in the user's zone: the day is written as its date. */
function onOwnDay([lead, behind]: readonly [string, string], wall: number): string | null {
  const iso = new Date(wall).toISOString();
  const date = `on ${iso.slice(0, 10)}`;
  const text = `${lead}${iso.slice(11, 16)}${behind}`;
  return DAY_NAME.test(text) ? text.replace(DAY_NAME, date) : null;
}

/** Null where the half of the day was not said, or where it is another day of a date that is not a day's name. */
function toOwnTime(
  before: string,
  behind: string,
  { zone, data, isPlace }: { readonly zone: string; readonly data: DialogueData; readonly isPlace: boolean },
): string | null {
  const [time, hour = '', minute, half] =
    (isPlace && MOVED_TO.test(before) ? MOVED : BEFORE).exec(before) ?? [];
  if (time === undefined || (half === undefined && minute === undefined)) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const lead = before.slice(0, before.length - time.length);
  const clock = createWallClock(data);
  const said = readWhen(`${lead} ${behind}`, data)?.from ?? clock.now;
  const day = floorTo('day', said);
  const instant = getZone(zone).localMsToInstant(day + (hours * 60 + Number(minute ?? 0)) * MINUTE_MS);
  const wall = clock.toWall(instant);
  if (floorTo('day', wall) !== day) return onOwnDay([lead, behind], wall);
  return `${lead}${new Date(wall).toISOString().slice(11, 16)}${behind}`;
}
