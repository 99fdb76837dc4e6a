import type { ReminderChannel, ReminderKind } from '@dayloom/contracts';

/** The daily mails are kept in the same queue: each has one row per date. */
export const dailyMails = ['briefing', 'summary'] as const;
export type DailyMail = (typeof dailyMails)[number];
export type StoredReminderKind = ReminderKind | DailyMail;

export const isDailyMail = (kind: StoredReminderKind): kind is DailyMail =>
  (dailyMails as readonly string[]).includes(kind);

/** What a reminder says of its subject. */
export interface ReminderContent {
  readonly title: string;
  /** Where it takes place, or who it is with. */
  readonly detail: string;
  readonly endsAt: string | null;
}

/** One thing that a user can be reminded of. */
export interface Subject {
  readonly kind: ReminderKind;
  readonly id: string;
  /** The recurrence id; '' without one. */
  readonly occurrence: string;
  readonly startsAt: Date;
  /** After it nobody needs the reminder. */
  readonly usefulUntil: Date;
  readonly content: ReminderContent;
  /** What reminders of its own are stored for, before those of its calendar. */
  readonly ownId: string | null;
  readonly calendarId: string | null;
}

/** A row of the queue. Its key is the subject, the minutes before it, and the channel. */
export interface NewReminder {
  readonly kind: StoredReminderKind;
  readonly subjectId: string;
  readonly occurrence: string;
  readonly minutesBefore: number;
  readonly channel: ReminderChannel;
  readonly startsAt: Date;
  readonly dueAt: Date;
  readonly usefulUntil: Date;
  readonly content: ReminderContent;
}

export interface StoredReminder extends NewReminder {
  readonly userId: string;
  readonly id: string;
}

export type ReminderKey = Pick<
  NewReminder,
  'kind' | 'subjectId' | 'occurrence' | 'minutesBefore' | 'channel'
>;

export function toKey({ kind, subjectId, occurrence, minutesBefore, channel }: ReminderKey): string {
  return [kind, subjectId, occurrence, minutesBefore, channel].join(' ');
}

/** Why a reminder was not sent. */
export type DropReason = 'too_late' | 'closed' | 'mail_off' | 'push_off' | 'no_browser' | `sms_${string}`;
