import { isBookingPath } from '@dayloom/contracts/usernames';
import entries from '../../entries.json' with { type: 'json' };

export type Entry = 'app' | 'booking' | 'site';

/**
 * Which of the three entries serves a path. The table is entries.json, which the server reads too: an exact
 * path, or a prefix that ends in `/*`. A single segment of a username, or of several joined by `+`,
 * belongs to the booking pages; every other unknown path belongs to the public site, whose missing page goes home.
 */
export function entryFor(pathname: string): Entry {
  const path = pathname.length > 1 ? pathname.replace(/(?<!\/)\/+$/, '') : pathname;
  for (const entry of ['app', 'booking', 'site'] as const)
    if (entries[entry].some((pattern) => matches(pattern, path))) return entry;
  return isBookingPath(path.slice(1)) ? 'booking' : 'site';
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
