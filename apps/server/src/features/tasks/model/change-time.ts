import { MAX_CHANGE_AGE_DAYS } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';

/** When a change was made, which may have waited for a network. Now, if the client's clock cannot be right. */
export function getChangeTime(madeAt: string | undefined, now: Date): Date {
  const made = madeAt === undefined ? now : new Date(madeAt);
  const oldest = now.getTime() - MAX_CHANGE_AGE_DAYS * DAY_MS;
  return made > now || made.getTime() < oldest ? now : made;
}
