import { MAX_ATTENDEES, MAX_TIMES, type NewMeetingRequest } from '@dayloom/contracts';
import { findDayNumber } from '@dayloom/time';
import { addPeople, type Person, parsePeople } from './people.ts';

/** One proposed time, as it is typed. */
export interface TimeRow {
  readonly id: string;
  /** `2026-11-24` */
  readonly date: string;
  /** `09:30` */
  readonly time: string;
}

export interface RequestForm {
  readonly title: string;
  readonly people: readonly Person[];
  /** What is typed in the field for people but is not a chip yet. */
  readonly typed: string;
  readonly durationMinutes: number;
  readonly times: readonly TimeRow[];
  readonly location: string;
  readonly message: string;
  readonly showsAnswers: boolean;
  /** `2026-11-27`, or empty. */
  readonly answerBy: string;
}

export interface FormProblems {
  readonly title?: string;
  readonly people?: string;
  readonly times?: string;
  /** By the id of the row. */
  readonly rows?: Readonly<Record<string, string>>;
  readonly answerBy?: string;
}

export const emptyForm: RequestForm = {
  title: '',
  people: [],
  typed: '',
  durationMinutes: 30,
  times: [],
  location: '',
  message: '',
  showsAnswers: false,
  answerBy: '',
};

const two = (number: number) => String(number).padStart(2, '0');

export const toDate = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** In the zone of this browser, like all times on screen. */
export function toRow(startsAt: Date, id: string): TimeRow {
  return { id, date: toDate(startsAt), time: `${two(startsAt.getHours())}:${two(startsAt.getMinutes())}` };
}

/** The instant of a row; null while it is not complete. */
export function findStart({ date, time }: TimeRow): Date | null {
  const start = new Date(`${date}T${time}`);
  return date && time && !Number.isNaN(start.getTime()) ? start : null;
}

/** The next row: a day after the last one; at first tomorrow at ten. */
export function nextRow(rows: readonly TimeRow[], now: Date, id: string): TimeRow {
  const last = rows.flatMap((row) => findStart(row) ?? []).at(-1);
  const start = new Date(last ?? now);
  start.setDate(start.getDate() + 1);
  if (!last) start.setHours(10, 0, 0, 0);
  return toRow(start, id);
}

/** With what is typed in the field for people as chips, as far as it can be read. */
export function withTypedPeople(form: RequestForm): RequestForm {
  const { people, unreadable } = parsePeople(form.typed);
  return { ...form, people: addPeople(form.people, people), typed: unreadable.join(', ') };
}

/** Users cannot ask themselves. This is shown at once. */
export function findOwnAddress({ people }: RequestForm, ownEmail: string): FormProblems {
  const isAsked = people.some(({ email }) => email.toLowerCase() === ownEmail.toLowerCase());
  return isAsked ? { people: 'You need not ask yourself.' } : {};
}

/** What is missing or wrong. Expects what is typed as people to be chips already. */
export function findProblems(form: RequestForm, now: Date): FormProblems {
  const { title, people, typed, times, answerBy } = form;
  const rows = findRowProblems(times, now);
  const whenProblem = findTimesProblem(times);
  const lastStart = Math.max(...times.map((row) => findStart(row)?.getTime() ?? 0));
  const answerProblem = findAnswerByProblem(answerBy, lastStart, now);
  return {
    ...(!title.trim() && { title: 'Say what the meeting is about.' }),
    ...(typed.trim()
      ? { people: `“${typed.trim()}” is not an email address.` }
      : people.length === 0 && { people: 'Add at least one person.' }),
    ...(people.length > MAX_ATTENDEES && { people: `Ask at most ${MAX_ATTENDEES} people.` }),
    ...(whenProblem && { times: whenProblem }),
    ...(Object.keys(rows).length > 0 && { rows }),
    ...(answerProblem && { answerBy: answerProblem }),
  };
}

function findTimesProblem({ length }: readonly TimeRow[]): string | null {
  if (length === 0) return 'Propose at least one time.';
  return length > MAX_TIMES ? `Propose at most ${MAX_TIMES} times.` : null;
}

function findRowProblems(rows: readonly TimeRow[], now: Date): Record<string, string> {
  const seen = new Set<number>();
  const problems: Record<string, string> = {};
  for (const row of rows) {
    const start = findStart(row)?.getTime();
    if (start === undefined) problems[row.id] = 'Choose a day and a time.';
    else if (start <= now.getTime()) problems[row.id] = 'This time is over.';
    else if (seen.has(start)) problems[row.id] = 'This time is listed twice.';
    if (start !== undefined) seen.add(start);
  }
  return problems;
}

function findAnswerByProblem(answerBy: string, lastStart: number, now: Date): string | null {
  if (!answerBy) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(answerBy)) return 'Choose a day.';
  if (findDayNumber(answerBy) === null) return 'Choose a day, such as 24 Nov.';
  if (answerBy < toDate(now)) return 'This day is over.';
  const isLate = lastStart > 0 && answerBy > toDate(new Date(lastStart));
  return isLate ? 'Choose a day before the last time.' : null;
}

/** The server's problems, by field of the form. Paths without a field in the form are left out. */
export function toFormProblems(
  fields: Readonly<Record<string, string>>,
  { people, times }: RequestForm,
): FormProblems {
  const problems: { -readonly [Field in keyof FormProblems]: FormProblems[Field] } = {};
  const rows: Record<string, string> = {};
  for (const [path, problem] of Object.entries(fields)) {
    const [field, at] = path.split('.');
    const row = times[Number(at)];
    const person = people[Number(at)];
    if (field === 'title') problems.title = `The title ${problem}.`;
    if (field === 'attendees') problems.people = `${person?.email ?? 'The list'} ${problem}.`;
    if (field === 'answerBy') problems.answerBy = `The day ${problem}.`;
    if (field === 'times' && at !== undefined && row) rows[row.id] = `This time ${problem}.`;
    else if (field === 'times') problems.times = `The list ${problem}.`;
  }
  return Object.keys(rows).length > 0 ? { ...problems, rows } : problems;
}

export function toRequest(form: RequestForm, timeZone: string): NewMeetingRequest {
  return {
    title: form.title.trim(),
    durationMinutes: form.durationMinutes,
    times: form.times.flatMap((row) => findStart(row)?.toISOString() ?? []),
    attendees: form.people.map(({ email, name }) => ({ email, name })),
    message: form.message.trim(),
    location: form.location.trim(),
    timeZone,
    showsAnswers: form.showsAnswers,
    answerBy: form.answerBy || null,
  };
}
