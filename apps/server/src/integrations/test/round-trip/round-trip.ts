import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import type { Reply, TestServer, TestUser } from '#test/server.ts';
import type { Action, Shown } from './actions.ts';
import { differences, type Part, propertyDifferences } from './calendar-diff.ts';
import type { CorpusObject } from './corpus.ts';

/** Somebody else's program at the same calendar. */
export interface CalendarSide {
  /** Puts an object there; returns the UIDs of its events, or null when the server refuses it. */
  offer(name: string, text: string): Promise<readonly string[] | null>;
  /** All that is there, in comparable parts. Properties have the names that iCalendar gives them, where it has one. */
  partsByUid(): Promise<ReadonlyMap<string, readonly Part[]>>;
}

export interface RoundTrip {
  readonly server: TestServer;
  readonly user: TestUser;
  readonly side: CalendarSide;
}

export interface RoundTripFinding {
  readonly object: string;
  readonly action: string;
  readonly step: 'did' | 'undid' | 'redid' | 'undid again';
  readonly differences: readonly string[];
}

export interface RoundTripResult {
  /** How many pairs of object and action were tried. */
  readonly tried: number;
  /** How many objects the server did not take. */
  readonly refused: number;
  readonly findings: readonly RoundTripFinding[];
}

const RANGE = 'from=2026-11-20T00:00:00Z&to=2027-12-20T00:00:00Z';
let seconds = 0;

/** Why calendars could not be synced, if any. */
async function syncFailures({ user }: RoundTrip): Promise<string[]> {
  const { body } = await user.call('GET', '/api/calendar-accounts');
  return body.accounts.flatMap(({ calendars }: Reply['body']) =>
    calendars.flatMap(({ sync }: Reply['body']) => (sync?.failure ? [sync.failure.message] : [])),
  );
}

/** Time for a change of an event with guests to go out, and for what comes back. */
async function sync({ server, user }: RoundTrip): Promise<void> {
  seconds += 40;
  server.setTime(new Date(Date.parse('2026-11-20T12:00:00Z') + seconds * 1_000).toISOString());
  await syncAllNow(server, user);
}

/** Where the events of each UID are shown, in order of time. */
export async function occurrencesByUid({
  server,
  user,
}: Omit<RoundTrip, 'side'>): Promise<Map<string, Shown[]>> {
  const { body } = await user.call('GET', `/api/events?${RANGE}`);
  const rows = await server.app.platform.db.selectFrom('events').select(['id', 'uid']).execute();
  const uids = new Map(rows.map(({ id, uid }) => [id, uid]));
  const shown = (body.occurrences as (Shown & Reply['body'])[]).toSorted((a, b) =>
    a.startsAt.localeCompare(b.startsAt),
  );
  return Map.groupBy(shown, ({ eventId }) => uids.get(eventId) ?? '');
}

/**
 * Does `action` to each object, undoes and redoes it, and compares all of the calendar after each step: with what should
 * have changed, and nothing else.
 */
export async function roundTrip(
  trip: RoundTrip,
  objects: readonly CorpusObject[],
  action: Action,
): Promise<RoundTripResult> {
  const { user, side } = trip;
  const getName = new Map<string, string>();
  let refused = 0;
  for (const { name, text } of objects) {
    const uids = await side.offer(name, text);
    if (uids === null) refused += 1;
    else for (const uid of uids) getName.set(uid, name);
  }
  await sync(trip);
  const before = await side.partsByUid();
  const shown = await occurrencesByUid(trip);
  const commands = new Map<string, string>();
  const findings: RoundTripFinding[] = [];
  for (const uid of before.keys()) {
    const request = action.request(shown.get(uid) ?? []);
    if (!request) continue;
    const { status, body } = await user.call(request.method, request.path, request.body);
    // What cannot be done to such an event is refused with words, and changes nothing.
    if (status === 422) continue;
    if (status === 200) commands.set(uid, body.commandId as string);
    else
      findings.push({
        object: getName.get(uid) ?? uid,
        action: action.name,
        step: 'did',
        differences: [`${status} ${JSON.stringify(body)}`],
      });
  }
  const compare = (
    step: RoundTripFinding['step'],
    left: ReadonlyMap<string, readonly Part[]>,
    right: ReadonlyMap<string, readonly Part[]>,
    allows: Action['allows'] = () => false,
  ) => {
    for (const [uid, parts] of left) {
      const isTouched = commands.has(uid);
      const found = differences(parts, right.get(uid) ?? [], isTouched ? allows : undefined);
      if (found.length > 0)
        findings.push({ object: getName.get(uid) ?? uid, action: action.name, step, differences: found });
    }
  };
  const undoAll = async () => {
    const undone = new Map<string, string>();
    for (const [uid, commandId] of [...commands].reverse()) {
      const { status, body } = await user.call('POST', `/api/commands/${commandId}/undo`);
      if (status !== 200 || body.notice !== null)
        findings.push({
          object: getName.get(uid) ?? uid,
          action: action.name,
          step: 'undid',
          differences: [`${status} ${body.notice ?? JSON.stringify(body)}`],
        });
      undone.set(uid, body.commandId as string);
    }
    for (const [uid, commandId] of undone) commands.set(uid, commandId);
    await sync(trip);
  };
  await sync(trip);
  const after = await side.partsByUid();
  compare('did', before, after, action.allows);
  for (const uid of commands.keys())
    if (
      JSON.stringify([...(before.get(uid) ?? [])].map(comparable)) ===
      JSON.stringify([...(after.get(uid) ?? [])].map(comparable))
    )
      findings.push({
        object: getName.get(uid) ?? uid,
        action: action.name,
        step: 'did',
        differences: ['nothing changed'],
      });
  for (const { uid, from } of await splitSeries(trip)) {
    const [part, original] = [masterPart(after.get(uid)), masterPart(before.get(from))];
    if (!part || !original) continue;
    const found = propertyDifferences(original, part, (_, name) => OF_SPLIT.has(name));
    if (found.length > 0)
      findings.push({
        object: getName.get(from) ?? from,
        action: action.name,
        step: 'did',
        differences: found,
      });
  }
  await undoAll();
  compare('undid', before, await side.partsByUid());
  await undoAll();
  compare('redid', after, await side.partsByUid());
  await undoAll();
  compare('undid again', before, await side.partsByUid());
  const failures = await syncFailures(trip);
  if (failures.length > 0)
    findings.push({ object: 'all', action: action.name, step: 'undid again', differences: failures });
  const result = { tried: commands.size, refused, findings };
  report(action, result);
  return result;
}

/** What the second part of a split series has of its own. */
export const OF_SPLIT = new Set([
  'id',
  'uid',
  'summary',
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'exrule',
  'rdate',
  'exdate',
]);

export function masterPart(parts: readonly Part[] | undefined): Part | undefined {
  return parts?.find(({ key, recurrenceId }) => key.startsWith('vevent') && recurrenceId === '');
}

/** The series that commands have split: each new UID with the one that it came from. */
async function splitSeries({ server }: RoundTrip): Promise<{ uid: string; from: string }[]> {
  const rows = await server.app.platform.db.selectFrom('commands').select('payload').execute();
  return rows.flatMap(({ payload }) => {
    const { splitFrom = {} } = payload as { splitFrom?: Record<string, string> };
    return Object.entries(splitFrom).map(([uid, from]) => ({ uid, from }));
  });
}

/** One line for `npm run bench round-trip`, which makes a table of them. */
function report(action: Action, { tried, refused, findings }: RoundTripResult): void {
  const file = process.env.ROUND_TRIP_REPORT;
  if (!file) return;
  const [place = ''] = (expect.getState().currentTestName ?? '').split(' > ');
  const failed = new Set(findings.map(({ object }) => object)).size;
  appendFileSync(file, `${JSON.stringify({ place, action: action.name, tried, refused, failed })}\n`);
}

function comparable({ key, properties }: Part) {
  return [key, [...properties]];
}
