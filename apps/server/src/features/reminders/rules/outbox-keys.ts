import { toHashedId } from '#features/notifications/model/hashed-id.ts';
import { isDailyMail, type StoredReminder } from '../model/reminder.ts';

/**
 * The key of a reminder in the outboxes of its channels, which take each key once. A subject that has moved is reminded of
 * again, so its beginning is part of the key.
 */
export function toOutboxKey({
  kind,
  subjectId,
  occurrence,
  startsAt,
  minutesBefore,
}: StoredReminder): string {
  const time = isDailyMail(kind) ? '' : startsAt.toISOString();
  return ['reminder', kind, subjectId, occurrence, time, minutesBefore].join(' ').trim();
}

/** The id of its text message. */
export const toTextId = (reminder: StoredReminder): string =>
  toHashedId(`${reminder.userId} ${toOutboxKey(reminder)}`);
