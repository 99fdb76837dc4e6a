import { parseQuickAdd } from '@dayloom/language';
import { findInstant, findZoneName } from '@dayloom/time';
import { answerLines, describe, requireText } from '../answer-lines.ts';
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

export async function run(args: string[]): Promise<void> {
  await answerLines(args, { name: 'quick-add', help: HELP, answer: toReading });
}

function toReading(row: Readonly<Record<string, unknown>>): object {
  const text = requireText(row);
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
