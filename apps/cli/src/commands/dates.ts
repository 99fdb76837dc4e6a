import { readTimes } from '@dayloom/language/times';
import { findZoneName } from '@dayloom/time';
import { answerLines, describe, requireText } from '../answer-lines.ts';
import { describeTimes } from '../local-times.ts';
import { UsageError } from '../usage-error.ts';

const HELP = `
Usage: dayloom dates FILE.jsonl

Finds the date, time or repetition that a line of everyday English says. For each line
{"id", "text", "reference", "timeZone"} it prints {"id", "start", "end", "grain", "rrule"} or {"id", "error"}.
reference is the local time from which 'tomorrow' counts, as 2026-11-23T09:00:00; start and end are local times too.
end is null for a single day or time; a range ends before it. grain says how precise the start is: second, minute,
hour, day, week, month, quarter or year. rrule has the parts of an RFC 5545 rule. All are null if the text has no date; of
several the longest counts. FILE may be - for stdin.
`;

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)?$/;

export async function run(args: string[]): Promise<void> {
  await answerLines(args, { name: 'dates', help: HELP, answer: toDates });
}

function toDates(row: Readonly<Record<string, unknown>>): object {
  const text = requireText(row);
  const { reference, timeZone } = row;
  const now =
    typeof reference === 'string' && LOCAL_TIME.test(reference) ? toWallClock(reference) : Number.NaN;
  if (Number.isNaN(now)) throw new UsageError(`reference ${describe(reference)} is not a local time`);
  if (timeZone !== undefined && (typeof timeZone !== 'string' || findZoneName(timeZone) === null))
    throw new UsageError(`timeZone ${describe(timeZone)} is not a time zone`);
  return describeTimes(readTimes(text, { now, isMonthFirst: true }));
}

const toWallClock = (local: string): number =>
  Date.parse(`${local.length === 10 ? `${local}T00:00` : local}Z`);
