import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import type { Reply, TestServer, TestUser } from '#test/server.ts';
import type { Action } from './actions.ts';
import { differences, type Part, propertyDifferences } from './calendar-diff.ts';
import type { CorpusObject } from './corpus.ts';
import type { ShownOccurrence } from './shown.ts';

/** Another program at the same calendar. */
export interface CalendarSide {
  /** Writes an object. Returns the UIDs of its events, or null when the server refuses it. */
  offer(name: string, text: string): Promise<readonly string[] | null>;
  /** All objects in comparable parts. Properties have their iCalendar names, if any. */
  partsByUid(): Promise<ReadonlyMap<string, readonly Part[]>>;
}

export interface RoundTrip {
  readonly server: TestServer;
  readonly user: TestUser;
  readonly side: CalendarSide;
  /** Connects the same account as a new user, who sees only the server's data. */
  connectAgain(): Promise<TestUser>;
}

export interface RoundTripFinding {
  readonly object: string;
  readonly action: string;
  readonly step: 'did' | 'undid' | 'redid' | 'undid again';
  readonly differences: readonly string[];
}

export interface RoundTripResult {
  /** Number of tried pairs of object and action. */
  readonly tried: number;
  /** Number of objects that the server refused. */
  readonly refused: number;
  readonly findings: readonly RoundTripFinding[];
}

const RANGE = 'from=2026-11-20T00:00:00Z&to=2027-12-20T00:00:00Z';

/** Messages of failed calendar syncs. */
async function syncFailures({ user }: RoundTrip): Promise<string[]> {
  const { body } = await user.call('GET', '/api/calendar-accounts');
  return body.accounts.flatMap(({ calendars }: Reply['body']) =>
    calendars.flatMap(({ sync }: Reply['body']) => (sync?.failure ? [sync.failure.message] : [])),
  );
}

/** Advances the clock until a change of an event with guests is sent, and syncs. */
async function sync({ server, user }: RoundTrip): Promise<void> {
  server.setTime(new Date(server.now().getTime() + 40_000).toISOString());
  await syncAllNow(server, user);
}

/** The shown occurrences by UID, in order of time. */
export async function occurrencesByUid({
  server,
  user,
}: Pick<RoundTrip, 'server' | 'user'>): Promise<Map<string, ShownOccurrence[]>> {
  const { body } = await user.call('GET', `/api/events?${RANGE}`);
  const rows = await server.app.platform.db.selectFrom('events').select(['id', 'uid']).execute();
  const uids = new Map(rows.map(({ id, uid }) => [id, uid]));
  const shown = (body.occurrences as (ShownOccurrence & Reply['body'])[]).toSorted((a, b) =>
    a.startsAt.localeCompare(b.startsAt),
  );
  return Map.groupBy(shown, ({ eventId }) => uids.get(eventId) ?? '');
}

/**
 * Runs `action` on each object, undoes and redoes it. After each step compares the whole calendar: the
 * expected changes must be there, and no others.
 */
export async function roundTrip(
  trip: RoundTrip,
  objects: readonly CorpusObject[],
  action: Action,
): Promise<RoundTripResult> {
  const { user, side } = trip;
  const nameByUid = new Map<string, string>();
  let refused = 0;
  for (const { name, text } of objects) {
    const uids = await side.offer(name, text);
    if (uids === null) refused += 1;
    else for (const uid of uids) nameByUid.set(uid, name);
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
    // An action that does not apply to the event is refused with a message and changes nothing.
    if (status === 422) continue;
    if (status === 200) commands.set(uid, body.commandId as string);
    else
      findings.push({
        object: nameByUid.get(uid) ?? uid,
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
        findings.push({ object: nameByUid.get(uid) ?? uid, action: action.name, step, differences: found });
    }
  };
  const undoAll = async () => {
    const undone = new Map<string, string>();
    for (const [uid, commandId] of [...commands].reverse()) {
      const { status, body } = await user.call('POST', `/api/commands/${commandId}/undo`);
      if (status !== 200 || body.notice !== null)
        findings.push({
          object: nameByUid.get(uid) ?? uid,
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
        object: nameByUid.get(uid) ?? uid,
        action: action.name,
        step: 'did',
        differences: ['nothing changed'],
      });
  const splits = await splitSeries(trip);
  const shownAfter = await occurrencesByUid(trip);
  const shownAnew = await occurrencesByUid({ server: trip.server, user: await trip.connectAgain() });
  const note = (uid: string, found: readonly string[]) => {
    if (found.length > 0)
      findings.push({
        object: nameByUid.get(uid) ?? uid,
        action: action.name,
        step: 'did',
        differences: found,
      });
  };
  for (const uid of commands.keys()) {
    const second = splits.find(({ from }) => from === uid)?.uid;
    const of = <Item>(map: ReadonlyMap<string, readonly Item[]>) => [
      ...(map.get(uid) ?? []),
      ...((second !== undefined && map.get(second)) || []),
    ];
    const was = shown.get(uid) ?? [];
    const expected = action.shows(was);
    if (expected) note(uid, listShownDifferences('asked', expected, of(shownAfter)));
    note(uid, listShownDifferences('shown by a new connection', of(shownAfter), of(shownAnew)));
    const isWhole = was.every(({ isRecurring, recurrenceId }) => isRecurring || recurrenceId === null);
    const outcome = { shown: was, before: before.get(uid) ?? [], after: of(after), isWhole };
    note(uid, action.otherThanAsked?.(outcome) ?? []);
    note(uid, renamedDifferences(outcome.before, outcome.after, action.allows));
  }
  for (const { uid, from } of splits) {
    const [part, original] = [masterPart(after.get(uid)), masterPart(before.get(from))];
    if (!part || !original) continue;
    const found = propertyDifferences(original, part, (_, name) => SPLIT_PROPERTIES.has(name));
    if (found.length > 0)
      findings.push({
        object: nameByUid.get(from) ?? from,
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

/** Properties that differ in the second part of a split series. */
export const SPLIT_PROPERTIES = new Set([
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

/** Properties that differ in a renamed instance. */
const RENAME_PROPERTIES = new Set([...SPLIT_PROPERTIES, 'recurrence-id', 'originalStartTime']);

export function masterPart(parts: readonly Part[] | undefined): Part | undefined {
  return parts?.find(({ key, recurrenceId }) => key.startsWith('vevent') && recurrenceId === '');
}

/** Number of compared instances. The range cuts off endless series. */
const COMPARED = 40;

function listShownDifferences(
  name: string,
  expected: readonly ShownOccurrence[],
  found: readonly ShownOccurrence[],
): string[] {
  const toLines = (all: readonly ShownOccurrence[]) =>
    all
      .map(({ isAllDay, startsOn, endsOn, startsAt, endsAt, title, location, description, isBusy }) => {
        const place = isAllDay
          ? [startsOn, endsOn]
          : [startsAt, endsAt].map((at) => new Date(at).toISOString());
        // Whether whole days are busy is stored here only.
        return JSON.stringify([...place, isBusy && !isAllDay, title, location, description.slice(0, 100)]);
      })
      .sort()
      .slice(0, COMPARED);
  const [left, right] = [toLines(expected), toLines(found)];
  const missing = left.filter((line) => !right.includes(line));
  const more = right.filter((line) => !left.includes(line));
  const isSame = missing.length === 0 && more.length === 0 && left.length === right.length;
  return isSame ? [] : [`${name}: missing ${missing.slice(0, 3).join()}, instead ${more.slice(0, 3).join()}`];
}

/**
 * A change of the series gives its instances new keys, and some a new UID. Their own changes stay. When as
 * many parts are new as are gone, they are compared pairwise.
 */
function renamedDifferences(
  before: readonly Part[],
  after: readonly Part[],
  allows: Action['allows'],
): string[] {
  const without = (parts: readonly Part[], others: readonly Part[]) => {
    const keys = new Set(others.map(({ key }) => key));
    return parts
      .filter(({ key, recurrenceId }) => key.startsWith('vevent') && recurrenceId !== '' && !keys.has(key))
      .toSorted((a, b) => a.recurrenceId.localeCompare(b.recurrenceId));
  };
  const [left, fresh] = [without(before, after), without(after, before)];
  if (left.length !== fresh.length) return [];
  return left.flatMap((part, position) =>
    propertyDifferences(
      part,
      fresh[position] ?? part,
      (each, name) => RENAME_PROPERTIES.has(name) || allows(each, name),
    ),
  );
}

/** The series that commands have split: each new UID with its original. */
async function splitSeries({ server }: RoundTrip): Promise<{ uid: string; from: string }[]> {
  const rows = await server.app.platform.db.selectFrom('commands').select('payload').execute();
  return rows.flatMap(({ payload }) => {
    const { splitFrom = {} } = payload as { splitFrom?: Record<string, string> };
    return Object.entries(splitFrom).map(([uid, from]) => ({ uid, from }));
  });
}

/** Writes one line for `npm run bench round-trip`, which builds a table. */
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
