import { expect } from 'vitest';
import { KeptCopy } from './copy.ts';
import { at, event } from './fixtures.ts';
import type { Cases } from './harness.ts';
import { written } from './objects.ts';

/** Failures of the access, and notifications. */
export const accessCases = {
  'renews a token that is over, and goes on': async (harness, session) => {
    const before = await harness.grant.current();
    await harness.there.fail('expired-token');
    expect((await session.listCalendars()).length).toBeGreaterThan(0);
    expect(await harness.grant.current()).not.toBe(before);
  },

  'asks to connect again when access was revoked': async (harness, session) => {
    await harness.there.revoke();
    await expect(session.listCalendars()).rejects.toMatchObject({ kind: 'reconnect_needed' });
    await expect(new KeptCopy(session, harness).pull()).rejects.toMatchObject({ kind: 'reconnect_needed' });
  },

  'says how long to wait when it asks too often': async (harness, session) => {
    await harness.there.fail('rate-limit');
    await expect(session.listCalendars()).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 1,
    });
    await harness.there.fail('rate-limit');
    await expect(written(session, harness, [event('contract-limited')])).rejects.toMatchObject({
      kind: 'rate_limited',
    });
    await written(session, harness, [event('contract-limited')]);
  },

  'reports a failure on the other side as such, without a word of the token': async (harness, session) => {
    await harness.there.fail('error');
    const failure = await session.listCalendars().then(
      () => null,
      (error: Error) => error,
    );
    expect(failure).toMatchObject({ kind: 'unavailable' });
    // In a grant of any form, the secrets are its long words.
    const secrets = (await harness.grant.current()).match(/[\w.~+/-]{16,}/g) ?? [];
    const received = `${failure?.message} ${failure?.stack} ${JSON.stringify(failure)} ${String(failure?.cause)}`;
    for (const secret of secrets.filter((word) => !word.startsWith('http')))
      expect(received).not.toContain(secret);
  },

  'refuses to write where it may only read': async ({ readOnlyCalendarId }, session) => {
    if (readOnlyCalendarId === null) return;
    await expect(
      session.write(readOnlyCalendarId, {
        uid: 'contract-refused',
        records: [event('contract-refused')],
        known: [],
        earlier: [],
        notifiesGuests: true,
      }),
    ).rejects.toMatchObject({ kind: 'rejected' });
  },

  'reports changes at once, until it is asked to stop': async (harness, session) => {
    const { provider, there, calendarId } = harness;
    if (provider.watchHours === null) return;
    const id = 'b6a1c0de-0000-4000-8000-000000000001';
    const input = {
      id,
      token: 'a secret word',
      address: 'http://localhost:3999/api/webhooks/calendars',
      expiresAt: new Date('2026-11-21T12:00:00Z'),
    };
    const watch = await session.watch(calendarId, input);
    expect(watch.expiresAt).toEqual(input.expiresAt);
    const before = await there.notified();
    const times = { start: at('20261124T100000'), end: at('20261124T110000') };
    await there.add({ title: 'News', ...times });
    expect(await there.notified()).toBe(before + 1);
    for (const _ of [1, 2]) await session.unwatch({ id, resourceId: watch.resourceId });
    await there.add({ title: 'No news', ...times });
    expect(await there.notified()).toBe(before + 1);
  },
} satisfies Cases;
