import { parseQuickAdd } from '@dayloom/language';
import { findInstant, findZoneName } from '@dayloom/time';
import { isHelp, jsonLines } from '../input.ts';
import { UsageError } from '../usage-error.ts';

const HELP = `
Usage: dayloom quick-add FILE.jsonl

Reads tasks from lines of everyday English. For each line {"id", "text", "now", "timeZone", "locale"?} it prints
  {"id", "title", "durationMinutes", "dueOn", "dueAt", "dueKind", "startAfter", "takesPlaceAt", "priority",
   "project", "recurrenceRule", "hours", "timeOfDay", "doubt"}
or {"id", "error"}. now is an instant in ISO 8601, timeZone an IANA name, locale a tag such as en-GB (en-US unless
given): it decides what 3/12 and 7:30 mean. Fields that the text does not name are null. dueOn is a date, the other
times are instants in UTC. takesPlaceAt: when it happens, of a repetition the first time; a time with "by" is dueAt.
hours: work or personal. timeOfDay: morning, afternoon, evening or night. doubt: a question, where the words have two
plausible readings; the fields hold the likelier one. FILE may be - for stdin.
`;

/** Longer lines are no tasks. */
const LONGEST_TEXT = 20_000;

export async function run(args: string[]): Promise<void> {
  if (isHelp(args, HELP)) return;
  const unknown = args.find((arg) => arg.startsWith('--'));
  if (unknown) throw new UsageError(`quick-add: unknown option ${unknown}`);
  const [file] = args;
  if (file === undefined || args.length > 1)
    throw new UsageError('quick-add: give one file (see quick-add --help)');
  for (const { value, place } of jsonLines(file)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new UsageError(`${place} is not an object`);
    }
    process.stdout.write(`${JSON.stringify(toAnswer(value as Record<string, unknown>))}\n`);
  }
}

/** An invalid row is answered with its error; the other rows are read all the same. */
function toAnswer(row: Record<string, unknown>): object {
  const id = row.id ?? null;
  try {
    return { id, ...toReading(row) };
  } catch (error) {
    if (error instanceof UsageError) return { id, error: error.message };
    throw error;
  }
}

function toReading(row: Record<string, unknown>): object {
  const { text } = row;
  if (typeof text !== 'string') throw new UsageError(`text ${describe(text)} is not a text`);
  if (text.length > LONGEST_TEXT) throw new UsageError(`text has more than ${LONGEST_TEXT} characters`);
  const now = typeof row.now === 'string' ? findInstant(row.now) : null;
  if (now === null) throw new UsageError(`now ${describe(row.now)} is not an instant`);
  // Windows and vendor names are understood too.
  const timeZone = typeof row.timeZone === 'string' ? findZoneName(row.timeZone) : null;
  if (timeZone === null) throw new UsageError(`timeZone ${describe(row.timeZone)} is not a time zone`);
  const locale = row.locale ?? 'en-US';
  if (typeof locale !== 'string') throw new UsageError(`locale ${describe(locale)} is not a text`);
  const read = parseQuickAdd(text, { now, timeZone, locale });
  return {
    title: read.title,
    durationMinutes: read.durationMinutes,
    dueOn: read.dueOn,
    dueAt: read.dueAt,
    dueKind: read.dueKind,
    startAfter: read.startAfter,
    takesPlaceAt: read.takesPlaceAt,
    priority: read.priority,
    project: read.project,
    recurrenceRule: read.recurrenceRule,
    hours: read.hours,
    timeOfDay: read.timeOfDay,
    doubt: read.doubt,
  };
}

function describe(value: unknown): string {
  return JSON.stringify(value) ?? 'is missing and';
}
