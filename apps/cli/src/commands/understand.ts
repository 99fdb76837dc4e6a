import { understand } from '@dayloom/language/understanding';
import { findInstant, findZoneName, getZone } from '@dayloom/time';
import { answerLines, describe, requireText } from '../answer-lines.ts';
import { describeTimes } from '../local-times.ts';
import { UsageError } from '../usage-error.ts';

const HELP = `
Usage: dayloom understand FILE.jsonl

Finds out what a request in everyday English asks for. For each line {"id", "text", "now", "timeZone"} it prints
{"id", "intent", "slots", "confidence", "resolved"} or {"id", "error"}. now is an instant in ISO 8601, timeZone an
IANA name. intent: create_event, update_event, delete_event, query_events, find_free_time, create_task, query_tasks,
complete_task, delete_task, set_reminder or other. slots: the words as they were said, in arrays by title, date, time,
end_time, duration, recurrence, attendees, location and list. confidence: 0 to 1. resolved: {"start", "end", "grain",
"rrule"} in local time, as of the command dates. FILE may be - for stdin.
`;

export async function run(args: string[]): Promise<void> {
  await answerLines(args, { name: 'understand', help: HELP, answer: toUnderstanding });
}

function toUnderstanding(row: Readonly<Record<string, unknown>>): object {
  const text = requireText(row);
  const now = typeof row['now'] === 'string' ? findInstant(row['now']) : null;
  if (now === null) throw new UsageError(`now ${describe(row['now'])} is not an instant`);
  const timeZone = typeof row['timeZone'] === 'string' ? findZoneName(row['timeZone']) : null;
  if (timeZone === null) throw new UsageError(`timeZone ${describe(row['timeZone'])} is not a time zone`);
  const local = now + getZone(timeZone).offsetMsAt(now);
  const { intent, slots, confidence, times } = understand(text, { now: local, isMonthFirst: true });
  return {
    intent,
    slots,
    confidence: Math.round(confidence * 1_000) / 1_000,
    resolved: describeTimes(times),
  };
}
