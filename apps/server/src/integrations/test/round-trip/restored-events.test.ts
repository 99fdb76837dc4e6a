import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { up as listWholeEvents } from '#migrations/0021_whole-events.ts';
import { demoAccounts, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';
import { differences, type Part, propertyDifferences } from './calendar-diff.ts';
import { googleCorpus } from './google-corpus.ts';
import { outlookCorpus } from './outlook-corpus.ts';
import { openProviderAccount } from './provider-account.ts';
import { type CalendarSide, masterPart, occurrencesByUid, SPLIT_PROPERTIES } from './round-trip.ts';
import { isInShare } from './share.ts';

let server: TestServer;
let user: TestUser;
let side: CalendarSide;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '1000000', BILLING: 'off' }, { isNotified: false });
  server.setTime('2026-11-20T12:00:00Z');
});

/** Long enough for an event with guests to be sent. */
async function sync(): Promise<void> {
  server.setTime(new Date(server.now().getTime() + 40_000).toISOString());
  await syncAllNow(server, user);
}

async function notices(): Promise<string[]> {
  const { body } = await user.call('GET', '/api/calendar-accounts');
  return (body.history as Reply['body'][]).flatMap(({ failure }) => failure?.message ?? []);
}

async function offer(text: string): Promise<string> {
  const [uid = ''] = (await side.offer('event', text)) ?? [];
  await sync();
  return uid;
}

async function splitParts(uid: string): Promise<readonly Part[]> {
  return (await side.partsByUid()).get(uid) ?? [];
}

/** Deletes an event here, runs `meanwhile` at the provider, and undoes the deletion. */
async function deleteAndUndo(uid: string, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const shown = (await occurrencesByUid({ server, user })).get(uid)?.[0];
  const { body } = await user.call('DELETE', `/api/events/${shown?.eventId}`);
  await sync();
  expect((await side.partsByUid()).size).toBe(0);
  await meanwhile();
  const undone = await user.call('POST', `/api/commands/${body.commandId}/undo`);
  expect(undone.body).toMatchObject({ success: true, notice: null });
  await sync();
}

function getText(corpus: typeof googleCorpus, wanted: string): string {
  const found = corpus.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no '${wanted}'.`);
  return found.text;
}

describe('a deletion undone after Google emptied its bin', () => {
  const emptyBin = async () => {
    await fetch(`${await server.sandboxUrl()}/sandbox/empty-bin`, { method: 'POST' });
  };
  const restore = async (text: string) => {
    ({ user, side } = await openProviderAccount(server, 'google'));
    const uid = await offer(text);
    const before = await splitParts(uid);
    await deleteAndUndo(uid, emptyBin);
    return { before, after: await splitParts(uid) };
  };
  /** A copy has a new id and UID. */
  const isIdentity = (_: Part, property: string | null) => property === 'id' || property === 'uid';
  const readTitle = (text: string): string => JSON.parse(text).event.summary;
  const hasGuests = (text: string) => JSON.parse(text).event.attendees !== undefined;

  const own = googleCorpus.filter(({ text }) => !JSON.parse(text).event.organizer);
  const chosen = own.filter(
    ({ name }, index) => isInShare(index, { size: 10, position: 0 }) || name === 'weekly, with everything',
  );
  test.each(chosen.map(({ name, text }) => [name, text]))(
    'makes a complete copy: %s',
    async (_name, text) => {
      const { before, after } = await restore(text);
      expect(before).not.toEqual([]);
      expect(differences(before, after, isIdentity)).toEqual([]);
      const invited = hasGuests(text) ? ' Its guests get a new invitation.' : '';
      expect(await notices()).toEqual([
        `'${readTitle(text)}': Google no longer has the deleted event, so it is a copy.${invited}`,
      ]);
    },
  );

  test('says that an invitation has become a copy, and what it lost', async () => {
    const { before, after } = await restore(getText(googleCorpus, 'an invitation'));
    const concernsInvitation = (part: Part, property: string | null) =>
      isIdentity(part, property) || ['attendees', 'guestsCanModify', 'organizer'].includes(property ?? '');
    expect(differences(before, after, concernsInvitation)).toEqual([]);
    expect(await notices()).toEqual([
      "'an invitation': Google no longer has the deleted event, so it is a copy. Ask its organizer for a new invitation. Google did not restore: guests, settings for guests.",
    ]);
  });
});

describe('a deletion in Outlook that is undone', () => {
  const MEETING = {
    subject: 'Kick-off',
    start: { dateTime: '2026-12-01T10:00:00', timeZone: 'UTC' },
    end: { dateTime: '2026-12-01T11:00:00', timeZone: 'UTC' },
    sensitivity: 'private',
    attendees: [{ type: 'required', emailAddress: { address: 'ada@elsewhere.example', name: 'Ada' } }],
  };
  const COPY = "Outlook cannot bring back a deleted event, so 'Kick-off' is a copy:";
  const restore = async (object: object, lost: readonly string[] = []) => {
    const uid = await offer(JSON.stringify(object));
    const before = await splitParts(uid);
    await deleteAndUndo(uid);
    const allows = (_: Part, property: string | null) => lost.includes(property ?? '');
    expect(before).not.toEqual([]);
    expect(differences(before, await splitParts(uid), allows)).toEqual([]);
    return notices();
  };

  beforeEach(async () => {
    ({ user, side } = await openProviderAccount(server, 'outlook'));
  });

  test('says nothing if the copy is complete', async () => {
    expect(await restore({ event: { ...MEETING, attendees: [] } })).toEqual([]);
  });

  test('says that guests get a new invitation and the call has another link', async () => {
    const event = { ...MEETING, isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' };
    expect(await restore({ event })).toEqual([
      `${COPY} its guests get a new invitation. And its online meeting has a new link.`,
    ]);
  });

  test('names the attachments that were too large', async () => {
    const file = (name: string, bytes: number) => ({
      name,
      contentType: 'application/octet-stream',
      contentBytes: Buffer.alloc(bytes, name).toString('base64'),
    });
    const two = 2 * 1024 * 1024;
    const attachments = [file('first.bin', two), file('second.bin', two), file('small.bin', 1_000)];
    const object = { event: { ...MEETING, attendees: [] }, attachments };
    expect(await restore(object, ['attachments'])).toEqual([
      `${COPY} these attachments are gone: second.bin.`,
    ]);
    const [part] = [...(await side.partsByUid()).values()].flat();
    const there = part?.properties.get('attachments')?.join() ?? '';
    const kept = attachments.filter(({ contentBytes }) => there.includes(contentBytes));
    expect(kept.map(({ name }) => name)).toEqual(['first.bin', 'small.bin']);
  });

  test('says that an invitation has become a copy', async () => {
    await fetch(`${await server.sandboxUrl()}/sandbox/calendars`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        account: demoAccounts.outlook.email,
        title: 'Kick-off',
        startsAt: '2026-12-01T10:00',
        organizer: 'ada@elsewhere.example',
      }),
    });
    await sync();
    const [[uid = '', before = []] = []] = await side.partsByUid();
    expect(before).toHaveLength(1);
    await deleteAndUndo(uid);
    const concernsInvitation = (_: Part, property: string | null) =>
      ['attendees', 'isOrganizer', 'organizer', 'responseStatus'].includes(property ?? '');
    expect(differences(before, await splitParts(uid), concernsInvitation)).toEqual([]);
    expect(await notices()).toEqual([
      `${COPY} it is no longer an invitation. Ask its organizer for a new one.`,
    ]);
  });
});

describe.each(['google', 'outlook'] as const)(
  'an event that was synced before earlier states were stored, %s',
  (domain) => {
    const everything =
      domain === 'google'
        ? getText(googleCorpus, 'weekly, one instance other in everything')
        : getText(outlookCorpus, 'series, one instance other in everything');
    let uid = '';
    let before: readonly Part[] = [];

    beforeEach(async () => {
      ({ user, side } = await openProviderAccount(server, domain));
      uid = await offer(everything);
      before = await splitParts(uid);
      const { db } = server.app.platform;
      await sql`update event_links set raw = null where uid = ${uid}`.execute(db);
      await listWholeEvents(db as unknown as Kysely<unknown>);
      await syncAllNow(server, user);
    });

    test('is restored completely after a deletion', async () => {
      await deleteAndUndo(uid);
      expect(differences(before, await splitParts(uid))).toEqual([]);
    });

    test('passes everything on to the second part when it is split', async () => {
      const shown = (await occurrencesByUid({ server, user })).get(uid)?.[2];
      const { body } = await user.call('PATCH', `/api/events/${shown?.eventId}`, {
        title: 'Second part',
        scope: 'following',
        recurrenceId: shown?.recurrenceId,
      });
      await sync();
      const parts = await side.partsByUid();
      const [other = ''] = [...parts.keys()].filter((each) => each !== uid);
      const [original, second] = [masterPart(before), masterPart(parts.get(other))];
      if (!original || !second) throw new Error('It was not split.');
      expect(propertyDifferences(original, second, (_, name) => SPLIT_PROPERTIES.has(name))).toEqual([]);
      await user.call('POST', `/api/commands/${body.commandId}/undo`);
      await sync();
      expect(differences(before, await splitParts(uid))).toEqual([]);
    });
  },
);
