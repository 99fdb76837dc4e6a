import { createHash } from 'node:crypto';
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

/** The id of its text message: a UUID by its key (RFC 9562, version 8). */
export function toTextId(reminder: StoredReminder): string {
  const hex = createHash('sha256')
    .update(`${reminder.userId} ${toOutboxKey(reminder)}`)
    .digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
