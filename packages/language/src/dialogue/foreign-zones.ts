import { createWallClock, type DialogueData } from './data.ts';

/** Times of other places: the dialogue knows those of the user's own zone only. */

const ZONES: Readonly<Record<string, string>> = {
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
const ABBREVIATED = new RegExp(
  String.raw`(\d(?: ?[ap]m| o'clock)?) ?\(?(${Object.keys(ZONES).join('|')})\b\)?`,
  'i',
);
const NAMED =
  /\d(?: ?[ap]m| o'clock)?,? (?:in )?((?:london|new york|nyc|paris|berlin|tokyo|sydney|singapore|dubai|uk|us|indian?|eastern|central|mountain|pacific|his|her|their|your) time)\b/i;

/** A text without the name of the user's own zone, and the name of another zone in it. */
export function readZone(
  text: string,
  { now, timeZone }: Pick<DialogueData, 'now' | 'timeZone'>,
): { readonly text: string; readonly foreign: string | null } {
  const named = NAMED.exec(text)?.[1];
  if (named) return { text, foreign: named };
  const [, before, name] = ABBREVIATED.exec(text) ?? [];
  const zone = ZONES[name?.toUpperCase() ?? ''];
  if (!before || !name || !zone) return { text, foreign: null };
  const isOwn = createWallClock({ now, timeZone }).now === createWallClock({ now, timeZone: zone }).now;
  return isOwn ? { text: text.replace(ABBREVIATED, '$1'), foreign: null } : { text, foreign: name };
}
