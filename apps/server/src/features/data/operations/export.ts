import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { calendarFiles } from '#features/calendar/operations/export-files.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Visitor } from '#platform/visitor.ts';
import { exportedTables } from '../model/exported-tables.ts';
import { getGroup, taskMarkdown } from '../model/task-markdown.ts';
import { createFileNames } from '../rules/file-names.ts';
import { toZip, type ZipEntry } from '../rules/zip.ts';
import { inSnapshot, streamJsonRows, streamTasks } from '../store/export.ts';

/** Users with a running export in this process; only one per user is allowed. */
const running = new Set<string>();

export interface ExportFile {
  readonly name: string;
  readonly bytes: number;
  /** The file is deleted when the stream is read or closed. */
  readonly stream: Readable;
}

/**
 * All data of the user as a zip. It is written to a temporary file first, so that the database snapshot is
 * released after seconds even if the client is slow, and a failure gives an error instead of a partial zip.
 */
export async function exportAccount(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  from: Visitor,
): Promise<ExportFile> {
  if (running.has(scope.userId)) {
    throw new AppError(
      'rate_limited',
      'Your export is already being created. Try again when it is finished.',
    );
  }
  running.add(scope.userId);
  const folder = await mkdtemp(path.join(tmpdir(), 'dayloom-export-'));
  const forget = () => void rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, 'export.zip');
    await pipeline(Readable.from(exportChunks(platform, scope)), createWriteStream(file, { mode: 0o600 }));
    const { size } = await stat(file);
    await recordSecurityEvent(platform, scope, { kind: 'export_made', from });
    const stream = createReadStream(file);
    stream.once('close', forget);
    const date = platform.clock().toISOString().slice(0, 10);
    return { name: `${platform.config.PRODUCT_NAME.toLowerCase()}-${date}.zip`, bytes: size, stream };
  } catch (error) {
    forget();
    throw error;
  } finally {
    running.delete(scope.userId);
  }
}

/** The bytes of the zip, streamed as rows are read. */
export async function* exportChunks(
  { db, clock, config }: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
): AsyncGenerator<Uint8Array> {
  const now = clock();
  yield* toGenerator<Uint8Array>((put) =>
    inSnapshot(db, async (tx) => {
      for await (const chunk of toZip(listEntries(tx, scope, now, config.PRODUCT_NAME), now))
        await put(chunk);
    }),
  );
}

async function* listEntries(tx: Tx, scope: Scope, now: Date, product: string): AsyncGenerator<ZipEntry> {
  yield { name: 'README.md', text: oneText(readMe(product, now)) };
  yield { name: 'tasks.md', text: tasksText(tx, scope) };
  const getName = createFileNames();
  for await (const { name, text } of calendarFiles(tx, scope, now))
    yield { name: `calendars/${getName(name, '.ics')}`, text };
  for (const table of exportedTables)
    yield { name: `json/${table.name}.json`, text: arrayText(streamJsonRows(tx, scope, table)) };
}

async function* arrayText(rows: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${row}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* tasksText(tx: Tx, scope: Scope): AsyncGenerator<string> {
  yield '# Tasks\n';
  let group = '';
  for await (const task of streamTasks(tx, scope)) {
    const own = getGroup(task);
    if (own !== group) yield `\n## ${own}\n\n`;
    group = own;
    yield taskMarkdown(task);
  }
}

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}

function readMe(product: string, now: Date): string {
  return `# Your data in ${product}\n\nMade ${now.toISOString()}.\n\n- \`tasks.md\`: your tasks with their notes, to read anywhere\n- \`calendars/\`: each calendar as an .ics file, for any calendar app\n- \`json/\`: every row that is kept about you, by table, the journal of changes (\`commands\`) among them. Left out is only what would let somebody act as you: the hashes of tokens and links.\n`;
}

/** Turns values passed to a callback into a generator with backpressure. */
async function* toGenerator<Item>(
  work: (put: (item: Item) => Promise<void>) => Promise<void>,
): AsyncGenerator<Item> {
  let offered = Promise.withResolvers<Item | null>();
  let taken = Promise.withResolvers<void>();
  const done = work(async (item) => {
    offered.resolve(item);
    await taken.promise;
  }).then(
    () => offered.resolve(null),
    (error: unknown) => offered.reject(error as Error),
  );
  try {
    for (;;) {
      const item = await offered.promise;
      if (item === null) return;
      offered = Promise.withResolvers();
      yield item;
      const next = taken;
      taken = Promise.withResolvers();
      next.resolve();
    }
  } finally {
    // The reader has stopped, so the work must not wait for it, and its transaction ends.
    taken.promise.catch(() => {});
    offered.promise.catch(() => {});
    taken.reject(new Error('The client stopped reading the export.'));
    await done;
  }
}
