import type { Reminder, ReminderSettings } from '@dayloom/contracts';
import {
  DAY_MS,
  findDayNumber,
  findMinuteOfDay,
  formatDayNumber,
  getZone,
  HOUR_MS,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
} from '@dayloom/time';
import { type DailyMail, dailyMails, type NewReminder, type Subject } from '../model/reminder.ts';

/** The reminders that were set for calendars, events and tasks, by their ids. */
export interface OwnReminders {
  readonly calendars: ReadonlyMap<string, readonly Reminder[]>;
  readonly events: ReadonlyMap<string, readonly Reminder[]>;
  readonly tasks: ReadonlyMap<string, readonly Reminder[]>;
}

/** The hour of an all-day event that its reminders count from. */
const ALL_DAY_HOUR = 9;
/** How long the daily mails are worth sending. */
const DAILY_MAIL_USEFUL_MS = 6 * HOUR_MS;
const MIN_USEFUL_MS = 5 * MINUTE_MS;
const MAX_USEFUL_MS = HOUR_MS;

/** A reminder is useful until its event ends, but at most for an hour after the start. */
export function getUsefulUntil(startsAt: Date, endsAt: Date): Date {
  const start = startsAt.getTime();
  return new Date(Math.min(Math.max(endsAt.getTime(), start + MIN_USEFUL_MS), start + MAX_USEFUL_MS));
}

/** 9:00 of the first day of an all-day event, which begins at a local midnight. */
export function toAllDayTime(midnight: Date, timeZone: string): Date {
  const zone = getZone(timeZone);
  return atMinute(localDayNumber(zone, midnight.getTime()), ALL_DAY_HOUR * 60, timeZone);
}

/** An instant of a local day. A time that the clock skips is right after the gap. */
function atMinute(day: number, minute: number, timeZone: string): Date {
  return new Date(getZone(timeZone).localMsToInstant(day * DAY_MS + minute * MINUTE_MS));
}

/** The longest time before its subject at which somebody is reminded. */
export function getMaxMinutesBefore(settings: ReminderSettings, own: OwnReminders): number {
  const lists = [
    ...Object.values(settings.defaults),
    ...own.calendars.values(),
    ...own.events.values(),
    ...own.tasks.values(),
  ];
  return Math.max(0, ...lists.flat().map(({ minutesBefore }) => minutesBefore));
}

/** The reminders of a subject: its own, or those of its calendar, or the default. */
export function listReminders(
  subject: Pick<Subject, 'kind' | 'ownId' | 'calendarId'>,
  { defaults }: Pick<ReminderSettings, 'defaults'>,
  own: OwnReminders,
  quietCalendars: ReadonlySet<string>,
): readonly Reminder[] {
  const ownSets = subject.kind === 'task' ? own.tasks : own.events;
  const set =
    (subject.ownId === null ? undefined : ownSets.get(subject.ownId)) ??
    (subject.calendarId === null ? undefined : own.calendars.get(subject.calendarId));
  if (set) return set;
  return subject.calendarId !== null && quietCalendars.has(subject.calendarId) ? [] : defaults[subject.kind];
}

export interface WantedQuery {
  readonly settings: ReminderSettings;
  readonly own: OwnReminders;
  readonly quietCalendars: ReadonlySet<string>;
  readonly homeTimeZone: string;
  readonly now: Date;
  /** Reminders due later have no rows yet. */
  readonly until: Date;
}

/** All reminders that should exist and are due before `until`, past ones too. */
export function listWanted(subjects: readonly Subject[], query: WantedQuery): NewReminder[] {
  const { settings, own, quietCalendars, until } = query;
  const subjectReminders = subjects.flatMap((subject) =>
    listReminders(subject, settings, own, quietCalendars).flatMap(({ minutesBefore, channels }) => {
      const dueAt = new Date(subject.startsAt.getTime() - minutesBefore * MINUTE_MS);
      if (dueAt > until) return [];
      return channels.map(
        (channel): NewReminder => ({
          kind: subject.kind,
          subjectId: subject.id,
          occurrence: subject.occurrence,
          minutesBefore,
          channel,
          startsAt: subject.startsAt,
          dueAt,
          usefulUntil: subject.usefulUntil,
          content: subject.content,
        }),
      );
    }),
  );
  return [...subjectReminders, ...dailyMails.flatMap((kind) => listDailyMails(kind, query))];
}

/** One mail per local date, at its hour by the clock of the home zone. */
function listDailyMails(kind: DailyMail, { settings, homeTimeZone, now, until }: WantedQuery): NewReminder[] {
  const { isOn, at } = settings[kind];
  const minute = findMinuteOfDay(at);
  if (!isOn || minute === null) return [];
  const zone = getZone(homeTimeZone);
  const mails: NewReminder[] = [];
  for (
    // Since yesterday: a mail of its evening may still be sent after midnight.
    let day = localDayNumber(zone, now.getTime()) - 1;
    startOfDayNumber(zone, day) <= until.getTime();
    day += 1
  ) {
    const dueAt = atMinute(day, minute, homeTimeZone);
    if (dueAt > until) break;
    mails.push({
      kind,
      subjectId: kind,
      occurrence: formatDayNumber(day),
      minutesBefore: 0,
      channel: 'email',
      startsAt: dueAt,
      dueAt,
      usefulUntil: new Date(dueAt.getTime() + DAILY_MAIL_USEFUL_MS),
      content: { title: '', detail: '', endsAt: null },
    });
  }
  return mails;
}

/** The instants of a local date, or of one some days after it. */
export function toDayRange(date: string, timeZone: string, daysAfter = 0): { from: Date; to: Date } {
  const zone = getZone(timeZone);
  const day = (findDayNumber(date) ?? 0) + daysAfter;
  return { from: new Date(startOfDayNumber(zone, day)), to: new Date(startOfDayNumber(zone, day + 1)) };
}
