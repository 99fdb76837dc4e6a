import { getGreeting } from '@dayloom/contracts/names';
import { findDayNumber, formatDayNumber } from '@dayloom/time';
import type { Subject } from '../model/reminder.ts';
import { formatTime, type ReaderLocale } from './wording.ts';

interface DailyMailContext {
  /** The local date that it is about. */
  readonly date: string;
  readonly reader: ReaderLocale;
  readonly firstName: string;
  readonly url: string;
}

interface Mail {
  readonly subject: string;
  readonly text: string;
}

const MAX_LINES = 30;

function formatDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(new Date(`${date}T12:00:00Z`));
}

function toLine({ kind, startsAt, content }: Subject, reader: ReaderLocale): string {
  const toTime = (instant: Date) => formatTime(instant, reader);
  const detail = content.detail ? ` (${content.detail})` : '';
  if (kind === 'allDayEvent') return `All day  ${content.title}${detail}`;
  if (kind === 'task') return `Due ${toTime(startsAt)}  ${content.title}`;
  const until = content.endsAt === null ? '' : `–${toTime(new Date(content.endsAt))}`;
  return `${toTime(startsAt)}${until}  ${content.title}${detail}`;
}

function inOrder(subjects: readonly Subject[]): Subject[] {
  const isTimed = ({ kind }: Subject) => Number(kind !== 'allDayEvent');
  return subjects.toSorted((a, b) => isTimed(a) - isTimed(b) || a.startsAt.getTime() - b.startsAt.getTime());
}

function toList(lines: readonly string[]): string {
  const rest = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [`and ${rest} more`] : [])]
    .map((line) => `- ${line}`)
    .join('\n');
}

const paragraphs = (parts: readonly (string | null)[]) =>
  `${parts.filter((part) => part !== null).join('\n\n')}\n`;
const section = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? `${title}\n${toList(lines)}` : null;

/** What the day brings, in its order. The day is in the subject: a mail of a late hour may come on the next one. */
export function briefingMail({
  date,
  reader,
  firstName,
  url,
  subjects,
  atRisk,
}: DailyMailContext & { readonly subjects: readonly Subject[]; readonly atRisk: readonly string[] }): Mail {
  const day = inOrder(subjects);
  const due = day.filter(({ kind }) => kind === 'task');
  const timed = day.filter(({ kind }) => kind !== 'task');
  return {
    subject: `Your day: ${formatDate(date)}`,
    text: paragraphs([
      getGreeting(firstName),
      day.length === 0 ? 'Nothing is planned.' : null,
      section(
        'Planned',
        timed.map((one) => toLine(one, reader)),
      ),
      section(
        'Due',
        due.map((one) => toLine(one, reader)),
      ),
      section('At risk', [...new Set(atRisk)]),
      url,
    ]),
  };
}

/** What was done, what is left, and how the next day begins. It may come after midnight, so it says no `today`. */
export function summaryMail({
  date,
  reader,
  firstName,
  url,
  done,
  left,
  next,
}: DailyMailContext & {
  readonly done: readonly string[];
  readonly left: readonly string[];
  readonly next: readonly Subject[];
}): Mail {
  const nextDate = formatDayNumber((findDayNumber(date) ?? 0) + 1);
  return {
    subject: `Your evening summary: ${formatDate(date)}`,
    text: paragraphs([
      getGreeting(firstName),
      done.length === 0 && left.length === 0 ? 'Nothing was planned.' : null,
      section('Done', done),
      section('Not done yet', left),
      section(
        formatDate(nextDate),
        inOrder(next).map((one) => toLine(one, reader)),
      ),
      url,
    ]),
  };
}
