import { formatLocal } from '../calendar-time.ts';
import { daysInMonth, fromLocalMs, getWeekday, toDayNumber } from '../civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.ts';
import { getZone } from '../zone.ts';
import { listZoneChanges, type ZoneChange } from '../zone-changes.ts';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Years after the last event in which changes are checked for a rule. */
const YEARS_AHEAD = 6;
const SHORTEST_RUN = 3;

/**
 * The lines of a VTIMEZONE (RFC 5545 §3.6.5) for events between two instants and, if the zone follows a
 * yearly rule, for all later ones. The RFC requires it, although most programs know the TZID.
 */
export function zoneLines(timeZone: string, firstAt: number, lastAt: number): string[] {
  const zone = getZone(timeZone);
  const firstYear = fromLocalMs(firstAt).year - 1;
  const lastYear = fromLocalMs(lastAt).year + YEARS_AHEAD;
  const from = toDayNumber(firstYear, 1, 1) * DAY_MS;
  const changes = listZoneChanges(zone, from, toDayNumber(lastYear + 1, 1, 1) * DAY_MS);
  const offset = zone.offsetMsAt(from);
  const lines = [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance('STANDARD', from + offset, offset, offset, null),
  ];
  const ruled = yearlyRules(changes, lastYear);
  for (const change of changes) {
    const rule = ruled.get(change);
    if (rule === 'covered') continue;
    const name = change.afterMs > change.beforeMs ? 'DAYLIGHT' : 'STANDARD';
    lines.push(
      ...observance(name, change.at + change.beforeMs, change.beforeMs, change.afterMs, rule ?? null),
    );
  }
  return [...lines, 'END:VTIMEZONE'];
}

function observance(
  name: string,
  localMs: number,
  beforeMs: number,
  afterMs: number,
  rule: string | null,
): string[] {
  const start = `DTSTART:${formatLocal(fromLocalMs(localMs), false)}`;
  const offsets = [`TZOFFSETFROM:${offsetText(beforeMs)}`, `TZOFFSETTO:${offsetText(afterMs)}`];
  return [`BEGIN:${name}`, start, ...offsets, ...(rule ? [`RRULE:${rule}`] : []), `END:${name}`];
}

/**
 * The first change of each run that reaches the last year gets the rule, which covers the others of the run.
 */
function yearlyRules(changes: readonly ZoneChange[], lastYear: number): Map<ZoneChange, string> {
  const byKey = new Map<string, ZoneChange[]>();
  for (const change of changes) {
    for (const key of listKeys(change)) byKey.set(key, [...(byKey.get(key) ?? []), change]);
  }
  const ruled = new Map<ZoneChange, string>();
  const runs = [...byKey].map(([key, group]) => ({ key, run: lastRun(group, lastYear) }));
  // "The last Sunday" and "the fourth" may both match for some years; the longer run decides.
  for (const { key, run } of runs.sort((a, b) => b.run.length - a.run.length)) {
    if (run.length < SHORTEST_RUN || run.some((change) => ruled.has(change))) continue;
    for (const [index, change] of run.entries())
      ruled.set(change, index === 0 ? (key.split(' ')[0] as string) : 'covered');
  }
  return ruled;
}

function listKeys(change: ZoneChange): string[] {
  const local = fromLocalMs(change.at + change.beforeMs);
  const weekday = WEEKDAYS[getWeekday(toDayNumber(local.year, local.month, local.day))];
  const rest = ` ${local.hour}:${local.minute} ${change.beforeMs} ${change.afterMs}`;
  const rule = (nth: number) => `FREQ=YEARLY;BYMONTH=${local.month};BYDAY=${nth}${weekday}${rest}`;
  const keys = [rule(Math.ceil(local.day / 7))];
  if (local.day > daysInMonth(local.year, local.month) - 7) keys.push(rule(-1));
  return keys;
}

/** The changes of consecutive years that end with the last year. */
function lastRun(group: readonly ZoneChange[], lastYear: number): ZoneChange[] {
  const run: ZoneChange[] = [];
  for (let i = group.length - 1; i >= 0; i -= 1) {
    const change = group[i] as ZoneChange;
    if (fromLocalMs(change.at + change.beforeMs).year !== lastYear - run.length) break;
    run.unshift(change);
  }
  return run;
}

function offsetText(ms: number): string {
  const size = Math.abs(ms);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = (size / 1000) % 60;
  return `${ms < 0 ? '-' : '+'}${two(size / HOUR_MS)}${two((size / MINUTE_MS) % 60)}${seconds >= 1 ? two(seconds) : ''}`;
}
