import { type Topic, topics } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';

/** A page reads its first responses before its stream is open, on a slow line for this long. */
const REMEMBERED_MS = MINUTE_MS;

interface Changes {
  readonly since: number;
  readonly byUser: Map<string, Map<Topic, number>>;
}

export interface RecentChanges {
  add(userId: string, changed: readonly Topic[], now: number): void;
  /** For how long nothing of each topic has changed, as far as it is known. */
  listUnchanged(userId: string, now: number): Record<Topic, number>;
}

/** Remembers for at least a minute what changed. All instants are milliseconds of one monotonic clock. */
export function createRecentChanges(now: number): RecentChanges {
  const open = (since: number): Changes => ({ since, byUser: new Map() });
  let [older, newer] = [open(now), open(now)];

  return {
    add(userId, changed, now) {
      if (now - newer.since >= REMEMBERED_MS) [older, newer] = [newer, open(now)];
      const userChanges = newer.byUser.get(userId) ?? new Map<Topic, number>();
      newer.byUser.set(userId, userChanges);
      for (const topic of changed) userChanges.set(topic, now);
    },
    listUnchanged(userId, now) {
      const [last, before] = [newer.byUser.get(userId), older.byUser.get(userId)];
      const changedAt = (topic: Topic) => last?.get(topic) ?? before?.get(topic) ?? older.since;
      return Object.fromEntries(topics.map((topic) => [topic, Math.floor(now - changedAt(topic))])) as Record<
        Topic,
        number
      >;
    },
  };
}
