import type { NewTask } from '@dayloom/contracts';
import { readRows } from './import-csv.ts';
import { type Draft, startDraft, toTasks } from './import-draft.ts';
import { isDate } from './import-words.ts';
import { type ReadContext, type ReadTasks, refuseTooMany } from './imported-tasks.ts';
import { LONGEST_PROJECT, quote, toLine } from './imported-text.ts';

const LONGEST_RULE = 500;

/** Completed and archived. */
const FINISHED = new Set(['1', '2', '-1']);

/** Rules that the server accepts, by their parts (RFC 5545 §3.3.10). */
const RULE =
  /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:INTERVAL=[1-9]\d{0,2}|COUNT=[1-9]\d{0,3}|UNTIL=\d{8}(?:T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ)?|WKST=(?:MO|TU|WE|TH|FR|SA|SU)|BYDAY=[+-]?[1-5]?(?:MO|TU|WE|TH|FR|SA|SU)(?:,[+-]?[1-5]?(?:MO|TU|WE|TH|FR|SA|SU))*|BYMONTHDAY=-?(?:[1-9]|[12]\d|3[01])(?:,-?(?:[1-9]|[12]\d|3[01]))*|BYMONTH=(?:[1-9]|1[0-2])(?:,(?:[1-9]|1[0-2]))*|BYSETPOS=-?[1-9]\d?(?:,-?[1-9]\d?)*))*$/;

function isRepetition(rule: string): boolean {
  const [, year, month, day] = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(rule) ?? [];
  const isUntilDate = year === undefined || isDate(`${year}-${month}-${day}`);
  return rule.length <= LONGEST_RULE && RULE.test(rule) && isUntilDate;
}

const TICKTICK_PRIORITIES: Readonly<Record<string, number>> = { 5: 1, 3: 2, 1: 3, 0: 4 };

/**
 * TickTick's backup: a few lines about it, then a header and a row for each task. Status 0 is open. Repeat is an
 * RRULE. Check-lists have their items in Content, marked by ▫ and ▪.
 * Source: files of 'Backup & Restore' as other importers describe them; not tried with an export of today's version.
 */
export function readTickTick(csv: string, context: ReadContext): ReadTasks {
  const header = csv
    .split('\n')
    .findIndex((line) => line.includes('Folder Name') && line.includes('List Name'));
  const lines = csv.split('\n').slice(header);
  const separator = /Folder Name"?([,;\t])/.exec(lines[0] ?? '')?.[1] ?? ',';
  const problems: string[] = [];
  const rows = readRows(lines.join('\n'), separator, problems);
  const drafts: Draft[] = [];
  let finished = 0;
  for (const row of rows) {
    const title = row['Title']?.trim() ?? '';
    if (title === '') continue;
    if (row['Kind'] === 'NOTE') {
      problems.push(`'${quote(title)}' is a note, not a task, and is left out.`);
      continue;
    }
    if (FINISHED.has(row['Status'] ?? '')) {
      finished += 1;
      continue;
    }
    const content = (row['Content'] ?? '').split('\n');
    const isItem = (line: string) => /^[▫▪]/.test(line);
    const tags = row['Tags']?.trim();
    const draft = startDraft(title, [
      content.filter((line) => !isItem(line)).join('\n'),
      tags ? `Tags: ${tags}` : '',
    ]);
    draft.subtasks = content
      .filter(isItem)
      .map((line) => ({ title: line.slice(1).trim(), done: line.startsWith('▪') }));
    const rule = row['Repeat']?.trim().replace(/^RRULE:/, '') ?? '';
    const isRule = isRepetition(rule);
    // A task of one date has it in both columns, in some versions in the first one only.
    const end = row['Due Date']?.trim() || row['Start Date']?.trim();
    const due = readInstant(end, row['Is All Day'] === 'true', row['Timezone'] || context.homeTimeZone);
    if (end && !due) problems.push(`The date of '${quote(title)}' was not understood.`);
    if (rule !== '' && !(isRule && due))
      problems.push(`The repetition of '${quote(title)}' was not understood.`);
    const project = toLine(row['List Name'] ?? '', LONGEST_PROJECT);
    draft.fields = {
      ...(project && project !== 'Inbox' && { project }),
      priority: TICKTICK_PRIORITIES[row['Priority'] ?? ''] ?? 4,
      ...due,
      ...(due && readStart(row['Start Date'], end)),
      ...(isRule && due && { recurrenceRule: rule }),
    };
    drafts.push(draft);
    refuseTooMany(drafts);
  }
  return { source: 'TickTick', isUnverified: true, tasks: toTasks(drafts, problems), finished, problems };
}

/** The beginning of a task that lasts from one date to another. */
function readStart(start: string | undefined, end: string | undefined): Partial<NewTask> {
  const [from, until] = [toInstant(start), toInstant(end)];
  return isStorable(from) && from < until ? { startAfter: from.toISOString() } : {};
}

/** `2026-11-30T23:00:00+0000`; an invalid date if it is none. */
const toInstant = (text = '') => new Date(text.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));

const isStorable = (instant: Date) =>
  !Number.isNaN(instant.getTime()) && isDate(instant.toISOString().slice(0, 10));

function readInstant(text: string | undefined, isAllDay: boolean, timeZone: string): Partial<NewTask> | null {
  const instant = toInstant(text);
  if (!isStorable(instant)) return null;
  if (!isAllDay) return { dueAt: instant.toISOString() };
  const dueOn = toLocalDate(instant, timeZone);
  return isDate(dueOn) ? { dueOn } : null;
}

/** By the calendar of Greenwich if the zone is unknown. */
function toLocalDate(instant: Date, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant);
  } catch {
    return instant.toISOString().slice(0, 10);
  }
}
