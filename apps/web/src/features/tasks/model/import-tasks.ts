import { MOST_IMPORTED_TASKS, type NewTask } from '@dayloom/contracts';
import type { parseQuickAdd, QuickAddOptions } from '@dayloom/language';
import { dsvFormat } from 'd3-dsv';
import { toNewTask } from './quick-add.ts';
import { UnreadableTasks } from './read-text-file.ts';
import type { TimeFrame } from './time-frame.ts';

/** What a file or a pasted list contains. */
export interface ReadTasks {
  /** `Todoist`, `TickTick`, `Things`, `Google Tasks`, `Microsoft To Do` or `a list`. */
  readonly source: string;
  readonly tasks: readonly NewTask[];
  /** The format is known from descriptions only: no export of today's version could be tried. */
  readonly isUnverified?: boolean;
  /** Finished tasks, which are left out. */
  readonly finished: number;
  /** Of an account: tasks that were imported before, which are left out. */
  readonly imported?: number;
  /** Of an account: how many more there are than can be imported at a time. */
  readonly more?: number;
  /** What could not be read, in words; the task is imported without it. */
  readonly problems: readonly string[];
}

export interface ReadFrame extends TimeFrame {
  readonly locale: string;
  /** The parser of lines; it is loaded by itself. */
  readonly parse: typeof parseQuickAdd;
}

const LONGEST_TITLE = 300;
const LONGEST_QUOTE = 60;
const LONGEST_NOTES = 20_000;
const MOST_SUBTASKS = 200;
const LONGEST_PROJECT = 80;
const LONGEST_RULE = 500;
/** Files of Todoist and TickTick have about twenty. More, in every row, would keep the page busy for minutes. */
const MOST_COLUMNS = 100;

/** Control characters, which a single line of text must not have. */
const CONTROL = /[\s\p{Cc}]+/gu;
/** What no text has, in notes of several lines. */
const UNSTORABLE = /[^\P{Cc}\n\t]/gu;
/** Without halves of characters, which the server refuses. */
const cut = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
const toLine = (text: string, most = LONGEST_TITLE) => cut(text.replace(CONTROL, ' ').trim(), most);

/** Words of the file in a message about it. */
function quote(text: string): string {
  const line = toLine(text);
  return line.length > LONGEST_QUOTE ? `${cut(line, LONGEST_QUOTE).trim()}…` : line;
}

interface Draft {
  title: string;
  notes: string[];
  subtasks: { title: string; done: boolean }[];
  fields: Partial<NewTask>;
}

/**
 * Reads a file of another app, or a list; the name of the file may name the project. Refuses files of a known kind that
 * are damaged or of another app: read as lists, they would become tasks that nobody wrote.
 */
export function readTasks(text: string, fileName: string | null, frame: ReadFrame): ReadTasks {
  const whole = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const content = whole.trim();
  refuseOthers(content);
  if (/^(?:\{|\[\s*[[{"])/.test(content) || /\.json$/i.test(fileName ?? ''))
    return readThings(content, frame);
  const [first = ''] = content.split('\n', 1);
  const todoist = /^"?TYPE"?([,;\t])"?CONTENT/i.exec(first)?.[1];
  if (todoist) return readTodoist(content, todoist, toProject(fileName), frame);
  if (content.includes('Folder Name') && content.includes('List Name')) return readTickTick(content, frame);
  // A backup begins with lines about it.
  if (/\.csv$/i.test(fileName ?? '') && (/[,;\t]/.test(first) || /"[,;\t]"/.test(content.slice(0, 2_000))))
    throw new UnreadableTasks(
      'The columns of this CSV are not those of Todoist or TickTick. Other tables can be imported as a list: one task a line.',
    );
  return readList(withoutBlankLines(whole), frame);
}

/** Without those at both ends: the first line that is left keeps its indentation. */
function withoutBlankLines(text: string): string {
  const start = text.length - text.trimStart().length;
  return text.slice(text.lastIndexOf('\n', start) + 1).trimEnd();
}

/** Read line by line, files of these kinds would become tasks that nobody wrote. */
function refuseOthers(content: string): void {
  if (/^BEGIN:VCALENDAR/i.test(content))
    throw new UnreadableTasks(
      "This is a calendar file. Import it under Accounts, by 'Import .ics file', for its events.",
    );
  if (/^(?:%PDF-|\{\\rtf|<\?xml|<!doctype|<html)/i.test(content))
    throw new UnreadableTasks('This is a document or a web page, not a list. Copy its text, and paste it.');
}

function refuseTooMany(tasks: readonly unknown[]): void {
  if (tasks.length > MOST_IMPORTED_TASKS)
    throw new UnreadableTasks(
      `There are more than ${MOST_IMPORTED_TASKS} tasks in it, which is the most at a time. Divide it, and import the parts.`,
    );
}

/** `Work.csv` and `Work [2203306141].csv` are exports of the project Work. */
function toProject(fileName: string | null): string | null {
  const name = fileName
    ?.replace(/\.csv$/i, '')
    .replace(/ ?\[\d+\]$/, '')
    .trim();
  return name ? toLine(name, LONGEST_PROJECT) : null;
}

/** The rows after the header, by its names. */
function readRows(csv: string, separator: string, problems: string[]): Record<string, string>[] {
  // A quotation mark in a value is doubled.
  if ((csv.split('"').length - 1) % 2 === 1)
    problems.push(
      'A quotation mark is not closed: the file is damaged, and tasks may be missing or run together.',
    );
  const [header = [], ...rows] = dsvFormat(separator).parseRows(csv);
  const names = header.slice(0, MOST_COLUMNS).map((name) => name.trim());
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}

/**
 * Todoist's template of a project. One row for each task, section and comment; a larger INDENT makes a subtask of the
 * task before. PRIORITY 1 is the highest. Dates are words ('every day', '27 Nov').
 * Source: Todoist's help, 'Import or export a project as a CSV file in Todoist'.
 */
function readTodoist(csv: string, separator: string, project: string | null, frame: ReadFrame): ReadTasks {
  const drafts: Draft[] = [];
  const problems: string[] = [];
  let section = '';
  for (const row of readRows(csv, separator, problems)) {
    const last = drafts.at(-1);
    // Todoist marks tasks that cannot be completed by a star.
    const content = row['CONTENT']?.trim().replace(/^\* +/, '') ?? '';
    if (content === '') continue;
    if (row['TYPE'] === 'note') last?.notes.push(content);
    if (row['TYPE'] === 'section') section = content;
    if (row['TYPE'] !== 'task') continue;
    if (Number(row['INDENT']) > 1 && last) {
      last.subtasks.push({ title: content, done: false });
      // Subtasks have a title only.
      const details = [row['DATE'], row['DEADLINE'], row['DESCRIPTION']].flatMap(
        (part) => part?.trim() || [],
      );
      if (details.length > 0) last.notes.push(`${content}: ${details.join(', ')}`);
      continue;
    }
    const priority = Number(row['PRIORITY']);
    const draft = startDraft(content, [row['DESCRIPTION'] ?? '', section && `Section: ${section}`]);
    draft.fields = {
      ...(project && { project }),
      ...(priority >= 1 && priority <= 4 && { priority }),
      ...readDuration(row, content, problems),
      ...readWhen(row['DATE'], content, problems, frame),
      // The deadline of a task with a date of its own: it counts, and the date is only when to begin.
      ...readDeadline(row['DEADLINE'], content, problems),
    };
    drafts.push(draft);
    refuseTooMany(drafts);
  }
  return { source: 'Todoist', tasks: toTasks(drafts, problems), finished: 0, problems };
}

function readDuration(
  { DURATION: amount = '', DURATION_UNIT: unit = '' }: Record<string, string>,
  title: string,
  problems: string[],
): Partial<NewTask> {
  const minutes = Number(amount);
  if (amount.trim() === '') return {};
  if (unit === 'minute' && Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080)
    return { durationMinutes: minutes };
  problems.push(`The length '${quote(`${amount} ${unit}`)}' of '${quote(title)}' was not understood.`);
  return {};
}

/** Dates that exist, of the years that the server accepts. `Date` would make 2 March of 30 February. */
function isDate(date: string): boolean {
  if (!/^(?:19|2[01])\d{2}-\d{2}-\d{2}$/.test(date)) return false;
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

function readDeadline(words: string | undefined, title: string, problems: string[]): Partial<NewTask> {
  const date = words?.trim() ?? '';
  if (date === '') return {};
  if (isDate(date)) return { dueOn: date, dueAt: null, dueKind: 'hard' };
  problems.push(`The deadline '${quote(date)}' of '${quote(title)}' was not understood.`);
  return {};
}

/** A date or a repetition in words. */
function readWhen(
  words: string | undefined,
  title: string,
  problems: string[],
  frame: ReadFrame,
): Partial<NewTask> {
  const when = words?.trim().replace(/^every!/i, 'every') ?? '';
  if (when === '') return {};
  const NAME = 'task';
  const line = /^(?:every|daily|weekly|monthly|yearly)\b/i.test(when)
    ? `${NAME} ${when}`
    : `${NAME} by ${when}`;
  const {
    title: rest,
    _id,
    takesPlaceAt: _takesPlaceAt,
    ...fields
  } = toNewTask(frame.parse(line, toOptions(frame)), '', frame);
  if (rest === NAME) return fields;
  problems.push(`The date '${quote(when)}' of '${quote(title)}' was not understood.`);
  return {};
}

const toOptions = (frame: ReadFrame): QuickAddOptions => ({
  now: frame.now.getTime(),
  timeZone: frame.timeZone,
  locale: frame.locale,
});

/** Completed and archived. */
const FINISHED = new Set(['1', '2', '-1']);
/** Rules that the server accepts, by their parts (RFC 5545 §3.3.10). */
const RULE =
  /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:INTERVAL=[1-9]\d{0,2}|COUNT=[1-9]\d{0,3}|UNTIL=\d{8}(?:T\d{6}Z)?|WKST=[A-Z]{2}|BYDAY=[+-]?[1-5]?(?:MO|TU|WE|TH|FR|SA|SU)(?:,[+-]?[1-5]?(?:MO|TU|WE|TH|FR|SA|SU))*|(?:BYMONTHDAY|BYMONTH|BYSETPOS)=-?[1-9]\d?(?:,-?[1-9]\d?)*))*$/;
const TICKTICK_PRIORITIES: Readonly<Record<string, number>> = { 5: 1, 3: 2, 1: 3, 0: 4 };

/**
 * TickTick's backup: a few lines about it, then a header and a row for each task. Status 0 is open. Repeat is an
 * RRULE. Check-lists have their items in Content, marked by ▫ and ▪.
 * Source: files of 'Backup & Restore' as other importers describe them; not tried with an export of today's version.
 */
function readTickTick(csv: string, frame: ReadFrame): ReadTasks {
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
    const isRule = rule.length <= LONGEST_RULE && RULE.test(rule);
    // A task of one date has it in both columns, in some versions in the first one only.
    const end = row['Due Date']?.trim() || row['Start Date']?.trim();
    const due = readInstant(end, row['Is All Day'] === 'true', row['Timezone'] || frame.homeTimeZone);
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
  try {
    return { dueOn: new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant) };
  } catch {
    return { dueOn: instant.toISOString().slice(0, 10) };
  }
}

/** The project around a to-do of Things, and the heading above it. */
interface ThingsPlace {
  readonly project: string | null;
  readonly heading: string;
  readonly isSomeday: boolean;
  readonly isOver: boolean;
}
const NOWHERE: ThingsPlace = { project: null, heading: '', isSomeday: false, isOver: false };

/**
 * Things' JSON: to-dos, and projects with their to-dos and headings. `when` is a date, `today` or `someday`.
 * Source: Things' documentation of its URL scheme, 'JSON'.
 */
function readThings(json: string, frame: ReadFrame): ReadTasks {
  const parsed = parseJson(json);
  const drafts: Draft[] = [];
  const problems: string[] = [];
  let finished = 0;
  const isFinished = ({ completed, canceled }: Record<string, unknown>) =>
    completed === true || canceled === true;
  const visit = (item: unknown, place: ThingsPlace) => {
    if (!isRecord(item) || !isRecord(item['attributes'])) return;
    const { attributes } = item;
    const title = toText(attributes['title']).trim();
    if (item['type'] === 'project') {
      const lost = ['notes', 'tags', 'deadline'].filter((name) => attributes[name] !== undefined);
      if (lost.length > 0)
        problems.push(`Projects have only a name: ${lost.join(' and ')} of '${quote(title)}' are left out.`);
      const inside: ThingsPlace = {
        project: toLine(title, LONGEST_PROJECT) || null,
        heading: '',
        isSomeday: attributes['when'] === 'someday',
        isOver: isFinished(attributes),
      };
      let heading = '';
      for (const one of toList(attributes['items'])) {
        // A heading is a row among the to-dos that it stands above.
        if (!isRecord(one)) continue;
        if (one['type'] === 'heading' && isRecord(one['attributes']))
          heading = toText(one['attributes']['title']).trim();
        // Things has no projects in projects: a file that nests thousands would exhaust the stack.
        if (one['type'] === 'to-do') visit(one, { ...inside, heading });
      }
      return;
    }
    if (item['type'] !== 'to-do' || title === '') return;
    if (place.isOver || isFinished(attributes)) {
      finished += 1;
      return;
    }
    const heading = toText(attributes['heading']).trim() || place.heading;
    const tags = toList(attributes['tags']).map(toText).filter(Boolean);
    const draft = startDraft(title, [
      toText(attributes['notes']),
      heading && `Heading: ${heading}`,
      tags.length > 0 ? `Tags: ${tags.join(', ')}` : '',
    ]);
    for (const entry of toList(attributes['checklist-items'])) {
      const one = isRecord(entry) && isRecord(entry['attributes']) ? entry['attributes'] : {};
      draft.subtasks.push({ title: toText(one['title']), done: isFinished(one) });
    }
    const project = place.project ?? toLine(toText(attributes['list']), LONGEST_PROJECT);
    draft.fields = {
      ...(project && { project }),
      ...readThingsWhen(toText(attributes['when']), place, title, problems, frame),
      ...readThingsDeadline(toText(attributes['deadline']), title, problems, frame),
    };
    drafts.push(draft);
    refuseTooMany(drafts);
  };
  for (const item of Array.isArray(parsed) ? parsed : [parsed]) visit(item, NOWHERE);
  return { source: 'Things', isUnverified: true, tasks: toTasks(drafts, problems), finished, problems };
}

function readThingsWhen(
  words: string,
  { isSomeday }: ThingsPlace,
  title: string,
  problems: string[],
  frame: ReadFrame,
): Partial<NewTask> {
  // 'anytime' is a list without dates.
  const when = words.replace(/^anytime$/, '').replace(/^evening(?=@|$)/, 'today');
  if (when === 'someday' || (when === '' && isSomeday)) return { isSomeday: true };
  return readWhen(when.replace('@', ' at '), title, problems, frame);
}

/** A date, also with a time that does not count, or words such as 'next friday'. */
function readThingsDeadline(
  words: string,
  title: string,
  problems: string[],
  frame: ReadFrame,
): Partial<NewTask> {
  const date = words.trim().replace(/T[\d:.]+(?:Z|[+-][\d:]+)?$/, '');
  if (date === '' || isDate(date) || /^\d{4}-/.test(date)) return readDeadline(date, title, problems);
  const unread: string[] = [];
  const { dueOn } = readWhen(date, title, unread, frame);
  return readDeadline(unread.length === 0 && dueOn ? dueOn : date, title, problems);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableTasks('This JSON is damaged or cut off. Export the tasks again.');
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The marks of a list: `- [ ]`, `-`, `*`, `+`, `1.`, `2)`, ☐, •. A crossed-out `[-]` is a cancelled task. */
// Not the stars of **bold** words, nor the 2 of 2.5 kg.
const MARK = /^(?:[-•·☐☑✓✔✅]\uFE0F?|[*+](?=[ \t])|\d{1,4}[.)](?!\d))?[ \t]*(?:\[([ xX-])\][ \t]*)?/;

/** Lines between parts of a text, and below the row of names of a table. */
const RULER = /^(?:[-=*_]{3,}|\|[-:| ]+\|)$/;
/** Below a heading in Markdown. Hyphens are not read so: between the lines of a list they only divide. */
const UNDERLINE = /^={3,}[ \t]*$/;

/** A line of it, or the next one of its value. */
const FRONT = /^(?:[\w-]+:|[ \t]|$)/;

/** Notes in Markdown may begin with lines for programs, `name: value` between two `---`. */
function withoutFrontMatter(text: string): string {
  const [first, ...rest] = text.split('\n');
  const end = rest.indexOf('---');
  const isFrontMatter = first === '---' && end > 0 && rest.slice(0, end).every((line) => FRONT.test(line));
  return isFrontMatter ? rest.slice(end + 1).join('\n') : text;
}

/** Indentation that makes a line part of the task above. */
const STEP = 2;
const TAB = '    ';

/** In columns. */
function measureIndent(line: string): number {
  const [space = ''] = /^[ \t]*/.exec(line) ?? [];
  return space.replaceAll('\t', TAB).length;
}

/**
 * A check-list in Markdown, or one task in each line. Lines that are indented further than a task are its subtasks,
 * headings are projects, and each task is read like a line of quick add.
 */
function readList(text: string, frame: ReadFrame): ReadTasks {
  const tasks: NewTask[] = [];
  const problems: string[] = [];
  const options = toOptions(frame);
  let project: string | null = null;
  let finished = 0;
  /** Lines below a task that is left out belong to it. */
  let isLeftOut = false;
  /** The indentation of the task above, left out or not; null below a heading. */
  let above: number | null = null;
  const lines = withoutFrontMatter(text).split('\n');
  for (const [index, line] of lines.entries()) {
    const body = line.trim();
    if (body === '' || RULER.test(body) || /^(?:```.*|#{1,6}|[-*+])$/.test(body)) continue;
    const isUnderlined = UNDERLINE.test(lines[index + 1] ?? '') && MARK.exec(line)?.[0] === '';
    const heading = isUnderlined ? body : /^#{1,6} (.*)$/.exec(body)?.[1]?.trim();
    if (heading !== undefined) {
      project = toLine(heading.replace(/^#/, ''), LONGEST_PROJECT) || null;
      above = null;
      continue;
    }
    const isDone = /^[☑✓✔✅]/.test(body) || /^[xX-]$/.test(MARK.exec(body)?.[1] ?? '');
    const words = body.replace(MARK, '').trim();
    if (words === '') continue;
    const last = tasks.at(-1);
    const indent = measureIndent(line);
    if (above !== null && indent >= above + STEP) {
      if (isLeftOut || !last) continue;
      const subtasks = last.subtasks ?? [];
      if (subtasks.length < MOST_SUBTASKS)
        last.subtasks = [...subtasks, { id: crypto.randomUUID(), title: toLine(words), done: isDone }];
      else problems.push(tooManySubtasks(last.title, words));
      continue;
    }
    isLeftOut = isDone;
    above = indent;
    if (isDone) {
      finished += 1;
      continue;
    }
    const { takesPlaceAt: _takesPlaceAt, ...task } = toNewTask(
      frame.parse(words, options),
      crypto.randomUUID(),
      frame,
    );
    const notes = cutNotes(keepLongTitle(words), words, problems);
    tasks.push({
      ...(project && { project }),
      ...task,
      title: toLine(task.title || words),
      ...(notes && { notes }),
    });
    refuseTooMany(tasks);
  }
  return { source: 'a list', tasks, finished, problems };
}

const startDraft = (title: string, notes: readonly string[]): Draft => ({
  title,
  notes: [...notes],
  subtasks: [],
  fields: {},
});

/** A title that is too long is in the notes, whole. */
const keepLongTitle = (title: string) =>
  title.length > LONGEST_TITLE ? title.replace(CONTROL, ' ').trim() : '';

function cutNotes(notes: string, title: string, problems: string[]): string {
  if (notes.length > LONGEST_NOTES)
    problems.push(`The notes of '${quote(title)}' are cut after ${LONGEST_NOTES} characters.`);
  return cut(notes, LONGEST_NOTES);
}

const tooManySubtasks = (title: string, subtask: string) =>
  `'${quote(title)}' has more than ${MOST_SUBTASKS} subtasks: '${quote(subtask)}' is left out.`;

const toTasks = (drafts: readonly Draft[], problems: string[]): NewTask[] =>
  drafts.map((draft) => toTask(draft, problems));

function toTask({ title, notes, subtasks, fields }: Draft, problems: string[]): NewTask {
  const text = [keepLongTitle(title), ...notes]
    .map((part) => part.replace(UNSTORABLE, '').trim())
    .filter((part) => part !== '')
    .join('\n\n');
  const named = subtasks.filter((one) => toLine(one.title) !== '');
  const kept = cutNotes(text, title, problems);
  for (const one of named.slice(MOST_SUBTASKS)) problems.push(tooManySubtasks(title, one.title));
  const parts = named
    .slice(0, MOST_SUBTASKS)
    .map((one) => ({ id: crypto.randomUUID(), title: toLine(one.title), done: one.done }));
  return {
    _id: crypto.randomUUID(),
    title: toLine(title),
    ...(kept !== '' && { notes: kept }),
    ...(parts.length > 0 && { subtasks: parts }),
    ...fields,
  };
}
