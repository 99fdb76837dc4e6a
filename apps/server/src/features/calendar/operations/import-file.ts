import { randomUUID } from 'node:crypto';
import type { ImportReport } from '@dayloom/contracts';
import { formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import { getTimeRules, getTimeRulesForShare } from '#features/account/operations/time-rules.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notify, notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { cutText, toStorable } from '../model/storable-text.ts';
import { nextColor } from '../rules/colors.ts';
import { findCalendar, insertCalendar, listCalendarRows } from '../store/calendars.ts';
import { deleteEventsExcept, identityKey, listSeriesOfCalendar, upsertEvents } from '../store/events.ts';
import { refreshStatistics, reindexSingles } from '../store/occurrences.ts';
import type { ReadEvent } from './calendar-worker.ts';
import { readFileInWorker } from './expansion.ts';
import { getWindow, indexObjects, refuseTooManyFrequent } from './occurrence-index.ts';

const BATCH = 500;
const MAX_PROBLEMS_REPORTED = 1_000;
const PROGRESS_EVERY_MS = 250;
/** The contract's limit for the name of a calendar. */
const MAX_NAME = 200;

export interface ImportInput {
  readonly calendarId?: string | undefined;
  readonly name?: string | undefined;
  readonly importId?: string | undefined;
}

/**
 * Reads an .ics file in a worker thread and stores its events, all or nothing: one transaction, rows in
 * batches. Importing the same file again changes nothing (events are matched by UID and RECURRENCE-ID).
 */
export async function importFile(
  platform: DbContext & Pick<Platform, 'config' | 'log'>,
  scope: Scope,
  input: ImportInput,
  file: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<ImportReport> {
  if (input.calendarId) {
    const calendar = await findCalendar(platform.db, scope, input.calendarId);
    if (!calendar) throw notFound('The calendar');
    if (calendar.kind !== 'imported' && calendar.kind !== 'dayloom') {
      throw new AppError(
        'forbidden',
        `The calendar '${calendar.name}' is a connected calendar. Import the file at its provider, or into a calendar of its own here.`,
      );
    }
  }
  return (await readFile(platform, scope, input, file, null, signal)).report;
}

export interface ReadSubscription extends Pick<ImportReport, 'events' | 'problemCount' | 'problems'> {
  /** The calendar's name in the file. */
  readonly name: string | null;
  /** Numbers of events. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Replaces the events of a subscribed calendar with those of the file; events that are not in the file are
 * deleted. `lockCalendar` runs first in the transaction, and its rejection ends it.
 */
export async function readSubscription(
  platform: DbContext & Pick<Platform, 'config' | 'log'>,
  scope: Scope,
  calendarId: string,
  file: AsyncIterable<Uint8Array>,
  lockCalendar: (tx: Tx) => Promise<void>,
): Promise<ReadSubscription> {
  const { report, name, removed } = await readFile(platform, scope, { calendarId }, file, lockCalendar);
  const { events, created: added, updated: changed, problemCount, problems } = report;
  return { events, name, added, changed, removed, problemCount, problems };
}

async function readFile(
  platform: DbContext & Pick<Platform, 'config' | 'log'>,
  scope: Scope,
  input: ImportInput,
  file: AsyncIterable<Uint8Array>,
  /** Only for subscriptions: events that are not in the file are then deleted. */
  lockCalendar: ((tx: Tx) => Promise<void>) | null,
  signal?: AbortSignal,
): Promise<{ report: ImportReport; name: string | null; removed: number }> {
  const isWhole = lockCalendar !== null;
  const { homeTimeZone } = await getTimeRules(platform, scope);
  const window = await getWindow(platform.db, scope, platform.clock());
  const now = platform.clock();
  const today = formatDayNumber(localDayNumber(getZone(homeTimeZone), now.getTime()));
  const bytes = await collect(platform, scope, input, file);
  const newId = randomUUID();
  const calendarId = input.calendarId ?? newId;
  const problems: ImportReport['problems'] = [];
  let problemCount = 0;
  const addProblem = (line: number, message: string) => {
    problemCount += 1;
    if (problems.length < MAX_PROBLEMS_REPORTED) problems.push({ line, message });
  };
  const read: ReadEvent[] = [];
  const mostEvents = platform.config.IMPORT_LIMIT_EVENTS;
  // Before the transaction, so that no database connection is held while waiting for a free thread.
  const summary = await readFileInWorker(
    scope,
    { bytes, calendarId, homeTimeZone, today, mostEvents },
    (some) => {
      for (const event of some) {
        for (const problem of event.problems) addProblem(problem.line, problem.message);
        read.push(event);
      }
    },
    { ms: platform.config.IMPORT_LIMIT_SECONDS * 1000, signal },
  );
  const { events, keys } = splitByUid(read, addProblem);
  if (summary.hasTooMany)
    throw new AppError(
      'payload_too_large',
      `The file has more than ${mostEvents} events. Split it and import the parts.`,
    );
  // A truncated file lacks events that still exist: they must not be removed.
  if (isWhole && summary.isCut) {
    throw new AppError(
      'unprocessable',
      'The file ends in the middle: its last line (END:VCALENDAR) is missing. Nothing was changed.',
    );
  }
  // A calendar may be empty for a while, for example between two seasons.
  const isEmptied = isWhole && summary.hasCalendar && summary.problems.length === 0;
  if (summary.events === 0 && summary.todos === 0 && !isEmptied) {
    throw new AppError(
      'unprocessable',
      isWhole
        ? 'There is no calendar at this address.'
        : 'There is no calendar in this file. Choose an .ics file that another calendar exported.',
    );
  }
  const ownProblems = new Set(problems.map(({ line, message }) => `${line} ${message}`));
  for (const { line, message } of summary.problems) {
    if (!ownProblems.has(`${line} ${message}`)) addProblem(line, message);
  }
  if (!isWhole) {
    const records = events.map(({ record }) => record);
    refuseTooManyFrequent(records, window, homeTimeZone, { others: 0 });
  }
  return platform.db.transaction().execute(async (tx) => {
    await lockCalendar?.(tx);
    await chooseCalendar(tx, scope, { ...input, nameInFile: summary.name }, newId, now);
    const totals = { created: 0, updated: 0, unchanged: 0 };
    for (let start = 0; start < events.length; start += BATCH) {
      signal?.throwIfAborted();
      const written = await upsertEvents(tx, scope, events.slice(start, start + BATCH), now);
      totals.created += written.created;
      totals.updated += written.updated;
      totals.unchanged += written.unchanged;
      if (input.importId)
        reportProgress(platform, scope, input.importId, { events: start, bytes: bytes.length });
    }

    // Not locked from the beginning: a large file would keep the user from changing any setting.
    if ((await getTimeRulesForShare(tx, scope)).homeTimeZone !== homeTimeZone) {
      throw new AppError(
        'version_conflict',
        'Your home zone changed while the file was read. Nothing was imported; import it again.',
      );
    }
    const removed = isWhole ? await deleteEventsExcept(tx, scope, calendarId, keys) : 0;
    if (totals.created > BATCH) await refreshStatistics(tx);
    await reindexSingles(tx, scope, calendarId);
    const series = await listSeriesOfCalendar(tx, scope, calendarId);
    const options = { signal, refusesTooMany: !isWhole };
    for (const problem of await indexObjects(tx, scope, series, window, homeTimeZone, options))
      addProblem(0, problem);
    await notifyChanged(tx, scope, 'calendars', 'events');
    problems.sort((a, b) => a.line - b.line);
    const { events: count, todos, name } = summary;
    return { report: { calendarId, events: count, ...totals, todos, problems, problemCount }, name, removed };
  });
}

/** Reads the file's bytes up to the size limit, and reports progress. */
async function collect(
  platform: DbContext & Pick<Platform, 'config' | 'log'>,
  scope: Scope,
  { importId }: ImportInput,
  file: AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const { config, clock } = platform;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let reportedAt = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > config.IMPORT_LIMIT_BYTES) {
      throw new AppError(
        'payload_too_large',
        `The file is larger than ${Math.floor(config.IMPORT_LIMIT_BYTES / 1_048_576)} MB.`,
      );
    }
    chunks.push(chunk);
    const time = clock().getTime();
    if (importId && time - reportedAt >= PROGRESS_EVERY_MS) {
      reportedAt = time;
      reportProgress(platform, scope, importId, { events: 0, bytes });
    }
  }
  return Buffer.concat(chunks);
}

/**
 * Outside any transaction: otherwise progress would appear only after the commit. Not awaited: the pool may
 * be full of imports that would all wait for each other's connections.
 */
function reportProgress(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  scope: Scope,
  importId: string,
  reached: { readonly events: number; readonly bytes: number },
): void {
  void notify(db, scope, { type: 'import.progress', importId, ...reached }).catch((error: unknown) => {
    log.warn({ err: error }, 'The progress of an import could not be sent');
  });
}

async function chooseCalendar(
  tx: Tx,
  scope: Scope,
  input: ImportInput & { readonly nameInFile: string | null },
  newId: string,
  now: Date,
): Promise<void> {
  if (input.calendarId) {
    if (!(await findCalendar(tx, scope, input.calendarId))) throw notFound('The calendar');
    return;
  }
  const used = (await listCalendarRows(tx, scope)).map((row) => row.color);
  const color = nextColor(used);
  const name = getImportName(input);
  await insertCalendar(tx, scope, { id: newId, name, color, kind: 'imported' }, now);
}

/** A name that the user chose, else the calendar's own (X-WR-CALNAME), else the name of the file. */
function getImportName({
  name,
  nameInFile,
}: {
  name?: string | undefined;
  nameInFile: string | null;
}): string {
  const fileName = name && /\.ics$/i.test(name) ? name.slice(0, -'.ics'.length).trim() : null;
  const chosen = fileName === null ? name?.trim() : null;
  const own = nameInFile && cutText(toStorable(nameInFile), MAX_NAME).trim();
  return chosen || own || fileName || 'Imported calendar';
}

/**
 * Separates events of one file that have the same identity. Of several versions of an event, the one with the
 * highest SEQUENCE is used. The others are different events, and each except the first gets a new UID.
 */
function splitByUid(
  read: readonly ReadEvent[],
  addProblem: (line: number, message: string) => void,
): { events: Pick<ReadEvent, 'record' | 'instants'>[]; keys: string[] } {
  const newest = new Map<string, number>();
  for (const { record } of read) {
    const key = identityKey(record);
    newest.set(key, Math.max(record.sequence, newest.get(key) ?? 0));
  }
  const counts = new Map<string, number>();
  const events: Pick<ReadEvent, 'record' | 'instants'>[] = [];
  for (const { record, instants, line } of read) {
    const key = identityKey(record);
    const sequence = newest.get(key) ?? 0;
    if (record.sequence < sequence) {
      addProblem(
        line,
        `The file has a newer version of this event (SEQUENCE ${sequence}); this one was skipped.`,
      );
      continue;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count === 1) {
      events.push({ record, instants });
      continue;
    }
    addProblem(line, 'Another event has the same UID; both were kept.');
    const twin = { ...record, uid: `${record.uid}#${count}` };
    counts.set(identityKey(twin), 1);
    events.push({ record: twin, instants });
  }
  return { events, keys: [...counts.keys()] };
}
