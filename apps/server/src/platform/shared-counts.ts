import { HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import type { Db, Tables } from './db.ts';

declare module './db.ts' {
  interface Tables {
    request_counts: { key: string; ends_at: Date; count: number };
  }
}

const SHARE_EVERY_MS = 1_000;
const FORGET_EVERY_MS = MINUTE_MS;
/** Later than a window ends: a process whose clock is ahead must not forget what others still count. */
const FORGET_AFTER_MS = HOUR_MS;
/** The oldest are forgotten first. */
const MAX_KEYS = 20_000;
/** Up to this part of a limit, a process counts by itself. */
const OWN_PART = 1 / 4;

export interface Limit {
  readonly windowMs: number;
  readonly most: number;
}

export interface Counted {
  /** In the current window, with this one. */
  readonly count: number;
  readonly endsAt: number;
}

interface Entry {
  readonly key: string;
  endsAt: number;
  /** What the database knows, of all processes. */
  shared: number;
  /** Being written. */
  inFlight: number;
  pending: number;
}

/**
 * Counts attempts over all processes of the server, in windows that begin with the first one. Far below a limit, a
 * process counts in its memory and adds to the database once a second: within that second, each further process may let
 * a quarter more through. Near the limit, each attempt is counted in the database first. Above it, none costs a
 * statement.
 */
export class SharedCounts {
  readonly #db: Db;
  readonly #name: string;
  readonly #entries = new Map<string, Entry>();
  #isSharingSoon = false;
  #forgottenAt = 0;

  /** `name`: what is counted. Counts of one name use one clock; other names may use another. */
  constructor(db: Db, name: string) {
    this.#db = db;
    this.#name = name;
  }

  async add(key: string, { windowMs, most }: Limit, now: number): Promise<Counted> {
    const entry = this.#find(`${this.#name} ${key}`, windowMs, now);
    entry.pending += 1;
    const count = entry.shared + entry.inFlight + entry.pending;
    if (count > most * OWN_PART && entry.shared <= most) {
      // Without the database, each process counts for itself.
      const [written] = await this.#share([entry], now).catch(() => []);
      return { count: written?.count ?? count, endsAt: entry.endsAt };
    }
    this.#shareLater(now);
    return { count, endsAt: entry.endsAt };
  }

  #find(key: string, windowMs: number, now: number): Entry {
    const known = this.#entries.get(key);
    if (known && now < known.endsAt) return known;
    const entry: Entry = { key, endsAt: now + windowMs, shared: 0, inFlight: 0, pending: 0 };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= MAX_KEYS) break;
      this.#entries.delete(oldest);
    }
    return entry;
  }

  #shareLater(now: number): void {
    if (this.#isSharingSoon) return;
    this.#isSharingSoon = true;
    setTimeout(() => {
      this.#isSharingSoon = false;
      const waiting = [...this.#entries.values()].filter(({ pending }) => pending > 0);
      Promise.all([this.#share(waiting, now), this.#forgetEnded(now)]).catch(() => {});
    }, SHARE_EVERY_MS).unref();
  }

  async #share(entries: readonly Entry[], now: number): Promise<Tables['request_counts'][]> {
    const sent = entries.map((entry) => {
      const count = entry.pending;
      entry.pending = 0;
      entry.inFlight += count;
      return { entry, count };
    });
    try {
      const rows = await this.#write(sent, now);
      const written = new Map(rows.map((row) => [row.key, row]));
      for (const { entry } of sent) {
        const { count, ends_at } = written.get(entry.key) ?? { count: 0, ends_at: new Date(entry.endsAt) };
        entry.shared = Math.max(entry.shared, count);
        entry.endsAt = ends_at.getTime();
      }
      return rows;
    } catch (error) {
      for (const { entry, count } of sent) entry.pending += count;
      throw error;
    } finally {
      for (const { entry, count } of sent) entry.inFlight -= count;
    }
  }

  /** In the order of the keys, so that processes do not wait for each other. */
  async #write(
    sent: readonly { readonly entry: Entry; readonly count: number }[],
    now: number,
  ): Promise<Tables['request_counts'][]> {
    const keys = sent.map(({ entry }) => entry.key);
    const ends = sent.map(({ entry }) => new Date(entry.endsAt).toISOString());
    const counts = sent.map(({ count }) => count);
    const { rows } = await sql<Tables['request_counts']>`
      insert into request_counts (key, ends_at, count)
      select key, ends_at, count
      from unnest(${keys}::text[], ${ends}::timestamptz[], ${counts}::integer[]) as given (key, ends_at, count)
      order by key
      on conflict (key) do update set
        count = excluded.count + case when request_counts.ends_at > ${new Date(now)} then request_counts.count else 0 end,
        ends_at = case when request_counts.ends_at > ${new Date(now)} then request_counts.ends_at else excluded.ends_at end
      returning key, ends_at, count
    `.execute(this.#db);
    return rows;
  }

  async #forgetEnded(now: number): Promise<void> {
    if (now - this.#forgottenAt < FORGET_EVERY_MS) return;
    this.#forgottenAt = now;
    const before = new Date(now - FORGET_AFTER_MS);
    await this.#db
      .deleteFrom('request_counts')
      .where('key', 'like', `${this.#name} %`)
      .where('ends_at', '<', before)
      .execute();
  }
}
