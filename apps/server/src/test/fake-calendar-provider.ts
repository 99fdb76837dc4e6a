import { randomUUID } from 'node:crypto';
import type { RemoteEvent } from '../features/calendar/model/event.ts';
import type {
  CalendarProvider,
  CalendarProviders,
  GrantKeeper,
} from '../features/calendar-accounts/ports.ts';
import {
  type CalendarSession,
  type ChangePage,
  type EventWriteRequest,
  type RemoteCalendar,
  SyncCursorExpired,
  type WatchRequest,
} from '../features/calendar-sync/model/calendar-session.ts';
import type { KnownResource, RemoteResource } from '../features/calendar-sync/model/resource.ts';
import { ProviderFailure } from '../platform/provider-failure.ts';

interface Stored {
  readonly id: string;
  version: number;
  uid: string;
  /** Empty for a deleted event. */
  records: readonly RemoteEvent[];
}

/** Throws when a call must fail: before its effect, or after it so that only the reply is lost. */
export type ProviderFault = (call: string, when: 'before' | 'after') => void;

/**
 * A calendar provider in memory, as strict as the strictest real one: it checks versions, recognises repeated
 * inserts by UID, and its cursors are positions in one log of changes. It serves the tests of the sync
 * engine; the adapters of real providers have separate tests.
 */
export class FakeCalendars {
  readonly calendars: RemoteCalendar[] = [
    { id: 'main', name: 'Main', color: '#5AD6A0', isPrimary: true, isWritable: true },
    { id: 'holidays', name: 'Holidays', color: null, isPrimary: false, isWritable: false },
  ];
  trouble: ProviderFault = () => {};
  /**
   * How the provider rewrites what it receives. Real ones have their own spelling of zones, rules and texts.
   */
  spelling: (records: readonly RemoteEvent[]) => readonly RemoteEvent[] = (records) => records;
  /** A promise for which a reply waits. For `exchange`, `of` is the code. */
  gate: (call: 'listChanges' | 'exchange', of: string) => Promise<void> = async () => {};
  /** Which calendars a looked-up account has. Hidden ones can still be synced. */
  shows: (calendarId: string) => boolean = () => true;
  /** The grant keepers of the opened sessions, the latest last. */
  readonly keepers: GrantKeeper[] = [];
  pageSize = 3;
  /** The number of calls that changed something. */
  writes = 0;
  readonly #stored = new Map<string, Map<string, Stored>>();
  #clock = 0;
  #oldest = 0;

  #getObjects(calendarId: string): Map<string, Stored> {
    const known = this.#stored.get(calendarId);
    if (known) return known;
    const fresh = new Map<string, Stored>();
    this.#stored.set(calendarId, fresh);
    return fresh;
  }

  // Changes made directly at the provider.

  put(calendarId: string, records: readonly RemoteEvent[]): void {
    const [first] = records;
    if (!first) throw new Error('An event has at least one record.');
    const [there] = this.#listResources(calendarId, first.uid, []);
    this.#write(calendarId, there?.id ?? randomUUID(), first.uid, records);
  }

  remove(calendarId: string, uid: string): void {
    for (const stored of this.#getObjects(calendarId).values())
      if (stored.uid === uid && stored.records.length > 0) this.#write(calendarId, stored.id, uid, []);
  }

  /** The existing events, by UID. */
  calendarObjects(calendarId: string): Map<string, readonly RemoteEvent[]> {
    const there = [...this.#getObjects(calendarId).values()].filter(({ records }) => records.length > 0);
    return new Map(there.map(({ uid, records }) => [uid, records]));
  }

  forgetCursors(): void {
    this.#oldest = ++this.#clock;
  }

  #write(calendarId: string, id: string, uid: string, records: readonly RemoteEvent[]): Stored {
    const stored = { id, uid, records, version: ++this.#clock };
    this.#getObjects(calendarId).set(id, stored);
    return stored;
  }

  // The provider's API.

  #call<Result>(name: string, work: () => Result): Result {
    this.trouble(name, 'before');
    const result = work();
    this.trouble(name, 'after');
    return result;
  }

  readonly #session: CalendarSession = {
    listCalendars: async () =>
      this.#call('listCalendars', () => this.calendars.filter(({ id }) => this.shows(id))),
    listChanges: (calendarId, cursor) => this.#pages(calendarId, cursor),
    read: async (calendarId, uid, known) =>
      this.#call('read', () => this.#listResources(calendarId, uid, known)),
    write: async (calendarId, input) => this.#call('write', () => this.#writeObject(calendarId, input)),
    remove: async (calendarId, { known }) =>
      this.#call('remove', () => {
        for (const { id, version } of known) {
          const stored = this.#getObjects(calendarId).get(id);
          if (!stored || stored.records.length === 0) continue;
          if (String(stored.version) !== version) return { outcome: 'changed_meanwhile' as const };
          this.writes += 1;
          this.#write(calendarId, id, stored.uid, []);
        }
        return { outcome: 'written' as const, resources: [] };
      }),
    watch: async (_calendarId: string, { expiresAt }: WatchRequest) =>
      this.#call('watch', () => ({ resourceId: randomUUID(), expiresAt, others: [] })),
    unwatch: async () => this.#call('unwatch', () => {}),
  };

  readonly provider: CalendarProvider = {
    domain: 'google',
    isBounded: false,
    hasUnnamedParts: false,
    canWithholdNotices: true,
    watchHours: null,
    open: (keeper) => {
      this.keepers.push(keeper);
      return this.#session;
    },
  };

  /** In the form of the composition root. The code becomes the account's name. */
  readonly providers: CalendarProviders = {
    google: {
      calendars: this.provider,
      consent: {
        authorizationUrl: async ({ state }) =>
          `https://provider.example/consent?state=${encodeURIComponent(state)}`,
        exchange: async (code) => {
          await this.gate('exchange', code);
          return this.#call('exchange', () => {
            // No random id begins like this.
            if (code.startsWith('spent'))
              throw new ProviderFailure('rejected', 'The code is spent.', { providerCode: 'invalid_grant' });
            return { subject: code, email: `${code}@provider.example`, grant: `grant of ${code}` };
          });
        },
        mayReadTasks: () => false,
        revoke: async () => this.#call('revoke', () => {}),
      },
      tasks: { name: 'Fake Tasks', list: async () => [] },
    },
    outlook: null,
    apple: null,
  };

  async *#pages(calendarId: string, cursor: string | null): AsyncGenerator<ChangePage> {
    if (!this.calendars.some(({ id }) => id === calendarId))
      throw new ProviderFailure('rejected', 'There is no such calendar.');
    if (cursor !== null && Number(cursor) < this.#oldest) throw new SyncCursorExpired();
    const since = cursor === null ? -1 : Number(cursor);
    const until = this.#clock;
    const changed = [...this.#getObjects(calendarId).values()]
      .filter(({ version }) => version > since && version <= until)
      .filter(({ records }) => cursor !== null || records.length > 0)
      .sort((a, b) => a.version - b.version);
    for (let start = 0; ; start += this.pageSize) {
      const page = changed.slice(start, start + this.pageSize);
      const isLast = start + this.pageSize >= changed.length;
      const received = this.#call('listChanges', () => ({
        changes: page.map((stored) =>
          stored.records.length === 0
            ? ({ kind: 'gone', id: stored.id } as const)
            : ({ kind: 'put', resource: this.#toResource(stored) } as const),
        ),
        cursor: isLast ? String(until) : null,
      }));
      await this.gate('listChanges', calendarId);
      yield received;
      if (isLast) return;
    }
  }

  #toResource({ id, version, records }: Stored): RemoteResource {
    return { id, version: String(version), holds: 'object', masterId: null, records, partIds: [], raw: null };
  }

  #listResources(calendarId: string, uid: string, known: readonly KnownResource[]): RemoteResource[] {
    const ids = new Set(known.map(({ id }) => id));
    return [...this.#getObjects(calendarId).values()]
      .filter((stored) => (ids.has(stored.id) || stored.uid === uid) && stored.records.length > 0)
      .map((stored) => this.#toResource(stored));
  }

  #writeObject(calendarId: string, { uid, records, known }: EventWriteRequest) {
    const [there] = this.#listResources(calendarId, uid, known);
    const isCurrent = there
      ? known.some(({ id, version }) => id === there.id && version === there.version)
      : known.length === 0;
    if (!isCurrent) return { outcome: 'changed_meanwhile' as const };
    this.writes += 1;
    const stored = this.#write(calendarId, there?.id ?? randomUUID(), uid, this.spelling(records));
    return { outcome: 'written' as const, resources: [this.#toResource(stored)] };
  }
}
