import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@dayloom/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { mintScope } from '#platform/scope.ts';
import { syncNow } from '#test/calendar-connections.ts';
import { connectFakeAccount, getCalendarPage, openFakeProviderServer } from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { type TestServer, type TestUser } from '#test/server.ts';
import type { RemoteEvent } from '../calendar/model/event.ts';
import { isSameObject } from '../calendar/model/merge.ts';
import { lockRemoteObjects, toCanonicalEvents } from '../calendar/operations/remote-events.ts';

/** Set `CONVERGENCE_SEEDS=1000` for a long run. */
const SEEDS = Number(process.env.CONVERGENCE_SEEDS ?? 40);
const STEPS = 30;
const HOME = 'Europe/Berlin';

/** mulberry32: a small seeded generator, deterministic on all platforms. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Crash extends Error {}

const fake = new FakeCalendars();
for (let seed = 1; seed <= SEEDS; seed += 1)
  fake.calendars.push({
    id: `seed-${seed}`,
    name: `Seed ${seed}`,
    color: null,
    isPrimary: false,
    isWritable: true,
  });

let server: TestServer;
let user: TestUser;
const calendarIds = new Map<string, string>();

beforeAll(async () => {
  server = await openFakeProviderServer(fake, { RATE_LIMIT_PER_MINUTE: '1000000' });
  user = await server.signUp({ timeZone: HOME });
  await connectFakeAccount(user);
  const { accounts } = await getCalendarPage(user);
  for (const { calendarId, name } of accounts[0].calendars)
    calendarIds.set(String(name).toLowerCase().replace(' ', '-'), calendarId);
});

const event = (uid: string, title: string, day: number, hour: number): RemoteEvent => ({
  uid,
  recurrenceId: null,
  title,
  description: '',
  location: '',
  status: 'confirmed',
  isBusy: true,
  isAllDay: false,
  start: { at: `202611${day}T${String(hour).padStart(2, '0')}0000`, timeZone: HOME },
  end: { at: `202611${day}T${String(hour + 1).padStart(2, '0')}0000`, timeZone: HOME },
  recurrence: null,
  details: {},
  zoneDefinition: null,
  madeBy: null,
});

describe('two sides with random edits, failures and crashes', () => {
  test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'converge to the same events, with each change applied once (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
      const remoteId = `seed-${seed}`;
      const calendarId = calendarIds.get(remoteId) ?? '';
      const scope = mintScope(user.profile._id, 'system');
      const local = async () => {
        const { db } = server.app.platform;
        const rows = await db
          .selectFrom('events')
          .select('uid')
          .where('calendar_id', '=', calendarId)
          .execute();
        const uids = [...new Set(rows.map(({ uid }) => uid))];
        return db.transaction().execute((tx) => lockRemoteObjects(tx, scope, calendarId, uids, HOME));
      };
      /** The last title that either side gave an event, by UID. */
      const lastTitle = new Map<string, string>();
      const deleted = new Set<string>();
      let names = 0;
      const name = (side: string) => `${side} ${seed}.${++names}`;

      const sync = () => syncNow(server, { userId: user.profile._id, calendarId });
      const troubledSync = async () => {
        fake.trouble = (_call, when) => {
          const chance = random();
          if (chance < 0.1) throw new ProviderFailure('unavailable', 'no answer');
          if (chance < 0.15) throw new Crash(`crashed ${when}`);
          if (chance < 0.18) throw new ProviderFailure('rate_limited', 'slow down', { retryAfterSeconds: 1 });
        };
        try {
          await sync();
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
        } finally {
          fake.trouble = () => {};
        }
      };
      const localEvents = async () => {
        const from = '2026-11-01T00:00:00Z';
        const { body } = await user.call('GET', `/api/events?from=${from}&to=2026-12-20T00:00:00Z`);
        return body.occurrences.filter((it: { calendarId: string }) => it.calendarId === calendarId);
      };
      const getUid = async (eventId: string) => {
        const row = await server.app.platform.db
          .selectFrom('events')
          .select('uid')
          .where('id', '=', eventId)
          .executeTakeFirstOrThrow();
        return row.uid;
      };

      const steps: (() => Promise<void>)[] = [
        async function createHere() {
          const title = name('here');
          const day = 20 + Math.floor(random() * 8);
          const { body } = await user.call('POST', '/api/events', {
            calendarId,
            title,
            startsAt: `2026-11-${day}T09:00:00Z`,
            endsAt: `2026-11-${day}T10:00:00Z`,
            timeZone: HOME,
            ...(random() < 0.4 && { recurrenceRule: 'FREQ=DAILY;COUNT=5' }),
          });
          lastTitle.set(await getUid(body.eventId), title);
        },
        async function renameHere() {
          const occurrence = pick(await localEvents()) as { eventId: string } | undefined;
          if (!occurrence) return;
          const title = name('here');
          const { body } = await user.call('PATCH', `/api/events/${occurrence.eventId}`, {
            title,
            scope: 'all',
          });
          lastTitle.set(await getUid(body.eventId), title);
        },
        async function moveInstanceHere() {
          const occurrence = pick(await localEvents()) as Record<string, string> | undefined;
          if (!occurrence?.startsAt || !occurrence.endsAt) return;
          const later = (instant: string) => new Date(Date.parse(instant) + 30 * MINUTE_MS).toISOString();
          const reply = await user.call('PATCH', `/api/events/${occurrence.eventId}`, {
            startsAt: later(occurrence.startsAt),
            endsAt: later(occurrence.endsAt),
            timeZone: HOME,
            ...(occurrence.recurrenceId && {
              recurrenceId: occurrence.recurrenceId,
              scope: pick(['this', 'all']),
            }),
          });
          expect(reply.status).toBe(200);
        },
        async function deleteHere() {
          const occurrence = pick(await localEvents()) as Record<string, string> | undefined;
          if (!occurrence?.eventId) return;
          const isInstance = occurrence.recurrenceId && random() < 0.6;
          const uid = await getUid(occurrence.eventId);
          const aim = isInstance ? `recurrenceId=${occurrence.recurrenceId}&scope=this` : 'scope=all';
          await user.call('DELETE', `/api/events/${occurrence.eventId}?${aim}`);
          if (!isInstance) deleted.add(uid);
        },
        async function createThere() {
          const title = name('there');
          const uid = `${title.replace(' ', '-')}@provider.example`;
          const made = event(uid, title, 20 + Math.floor(random() * 8), 8 + Math.floor(random() * 8));
          const recurrence = { rules: ['FREQ=DAILY;COUNT=4'], exceptionRules: [], rdates: [], exdates: [] };
          fake.put(remoteId, [random() < 0.4 ? { ...made, recurrence } : made]);
          lastTitle.set(uid, title);
        },
        async function renameThere() {
          const entry = pick([...fake.calendarObjects(remoteId)]);
          if (!entry) return;
          const [uid, records] = entry;
          const title = name('there');
          fake.put(
            remoteId,
            records.map((record) => ({ ...record, title })),
          );
          lastTitle.set(uid, title);
        },
        async function cancelInstanceThere() {
          const series = [...fake.calendarObjects(remoteId).values()].find(([record]) => record?.recurrence);
          const [master, ...others] = series ?? [];
          if (!master?.recurrence) return;
          const at = { ...master.start };
          if (master.recurrence.exdates.some((date) => date.at === at.at)) return;
          fake.put(remoteId, [
            { ...master, recurrence: { ...master.recurrence, exdates: [...master.recurrence.exdates, at] } },
            ...others,
          ]);
        },
        async function deleteThere() {
          const entry = pick([...fake.calendarObjects(remoteId)]);
          if (!entry) return;
          fake.remove(remoteId, entry[0]);
          // An unacknowledged insert is not known here to have arrived, so it is sent again.
          const unheard = await server.app.platform.db
            .selectFrom('event_outbox')
            .select('attempt')
            .where('uid', '=', entry[0])
            .executeTakeFirst();
          if (unheard?.attempt) lastTitle.delete(entry[0]);
          else deleted.add(entry[0]);
        },
        async function loseCursors() {
          if (random() < 0.3) fake.forgetCursors();
        },
        troubledSync,
        troubledSync,
        sync,
      ];
      for (let step = 0; step < STEPS; step += 1) await pick(steps)();

      const waiting = () =>
        server.app.platform.db
          .selectFrom('event_outbox')
          .select('uid')
          .where('calendar_id', '=', calendarId)
          .execute();
      for (let round = 0; round < 6; round += 1) {
        // Retries entries that wait after a failure.
        await user.call('POST', `/api/synced-calendars/${calendarId}/sync`);
        await sync();
        if ((await waiting()).length === 0 && round > 1) break;
        await sleep(0);
      }
      expect(await waiting()).toEqual([]);

      const [here, there] = [await local(), fake.calendarObjects(remoteId)];
      expect([...here.keys()].sort()).toEqual([...there.keys()].sort());
      const apart = [...there].flatMap(([uid, records]) => {
        const [ours, received] = [here.get(uid) ?? [], toCanonicalEvents(records, HOME)];
        return isSameObject(ours, received) ? [] : [{ ours, received }];
      });
      expect(apart).toEqual([]);
      const conflicts = await server.app.platform.db
        .selectFrom('sync_conflicts')
        .select('uid')
        .where('calendar_id', '=', calendarId)
        .execute();
      const disputed = new Set(conflicts.map(({ uid }) => uid));
      const undisputed = [...lastTitle].filter(([uid]) => !disputed.has(uid));
      const masterTitle = (uid: string) =>
        there.get(uid)?.find(({ recurrenceId }) => recurrenceId === null)?.title;
      expect(undisputed.map(([uid]) => masterTitle(uid))).toEqual(
        undisputed.map(([uid, title]) => (deleted.has(uid) ? undefined : title)),
      );
      // In a stable state, another sync run changes nothing.
      const writes = fake.writes;
      await sync();
      expect(fake.writes).toBe(writes);
    },
    20_000,
  );
});
