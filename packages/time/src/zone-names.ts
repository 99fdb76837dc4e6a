import windowsZones from './windows-zones.json' with { type: 'json' };
import { getZone, isTimeZone } from './zone.ts';

/**
 * `zones`: Windows names and their IANA zones (CLDR `windowsZones.xml`, territory 001, with today's spellings,
 * https://github.com/unicode-org/cldr/blob/main/common/supplemental/windowsZones.xml). `captions`: what Outlook,
 * Exchange and CDO write instead of a name, without "(UTC-05:00)"; both older and newer wordings.
 */
const { zones, captions } = windowsZones;

/** One IANA zone for each set of rules in use. */
export const representativeZones: readonly string[] = Object.values(zones);

let names: Map<string, string> | null = null;

/**
 * The zone that a calendar program means by its own spelling, or null:
 * - IANA names in any case, also after a vendor's path: "/mozilla.org/20050126_1/Europe/Berlin",
 *   "/freeassociation.sourceforge.net/Europe/Berlin", "/Europe/Stockholm", "US-Eastern"
 * - Windows names: "W. Europe Standard Time" (also "... Daylight Time")
 * - captions: "(UTC-05:00) Eastern Time (US & Canada)", "Kuala Lumpur, Singapore"
 * - offsets: "UTC+11", "(GMT +01:00)" -> "+11:00", which `getZone` accepts
 */
export function findZoneName(text: string): string | null {
  const name = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\,', ',')
    .trim();
  if (name === '' || name.length > 200) return null;
  if (isTimeZone(name)) return getZone(name).timeZone;
  const known = findKnown(name);
  if (known) return known;
  const parts = name.split('/').filter(Boolean);
  // The zone is the end of a path; names have one to three parts.
  for (const count of [3, 2, 1]) {
    const tail = parts.slice(-count).join('/');
    if (parts.length > count - 1 && tail !== name && (count > 1 || parts.length <= 1) && isTimeZone(tail))
      return getZone(tail).timeZone;
  }
  const slashed = name.replace(/^([A-Za-z]+)-/, '$1/').replaceAll(' ', '_');
  if (slashed !== name && isTimeZone(slashed)) return getZone(slashed).timeZone;
  return findOffsetName(name);
}

function findKnown(name: string): string | null {
  names ??= readNames();
  const caption = name.replace(/^\((?:UTC|GMT)[^)]*\)\s*/i, '');
  for (const spelling of [name, caption, name.replace(/ (?:daylight|summer) time/i, ' Standard Time')]) {
    const found = names.get(toKey(spelling));
    // A runtime with older zone data may not know the newest names.
    if (found && isTimeZone(found)) return getZone(found).timeZone;
  }
  return null;
}

function readNames(): Map<string, string> {
  const map = new Map<string, string>();
  for (const [name, timeZone] of [...Object.entries(zones), ...Object.entries(captions)])
    if (!map.has(toKey(name))) map.set(toKey(name), timeZone);
  return map;
}

/** Captions differ in case, accents, spaces, and "and" for "&". */
function toKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\band\b/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function findOffsetName(name: string): string | null {
  const match =
    /^\(?\s*(?:UTC|GMT)\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?\s*\)?$/i.exec(name) ??
    /^([+-])(\d{2}):?(\d{2})$/.exec(name);
  if (!match || Number(match[2]) > 14 || Number(match[3] ?? 0) > 59) return null;
  return `${match[1]}${(match[2] as string).padStart(2, '0')}:${match[3] ?? '00'}`;
}
