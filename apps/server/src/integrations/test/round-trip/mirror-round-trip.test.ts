import { expect, test } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply } from '#test/server.ts';
import { demoCaldav } from '../demo-caldav.ts';
import { readParts } from './calendar-diff.ts';
import { corpus } from './corpus.ts';
import { fileName } from './ics-side.ts';

const SHARE = 5;

test('the planner adds and removes its blocks without touching other events', async () => {
  const server = await openTestServer({ BILLING: 'off', RATE_LIMIT_PER_MINUTE: '100000' });
  server.setTime('2026-11-16T07:00:00Z');
  const user = await server.signUp({ timeZone: 'Europe/Berlin' });
  const { login, side, close } = demoCaldav(server);
  expect((await user.call('POST', '/api/integrations/caldav/connect', login)).status).toBe(200);
  for (const [index, { name, text }] of corpus.entries())
    if (index % SHARE === 0) await side.offer(fileName(name), text);
  await syncAllNow(server, user);
  const before = (await side.texts()).toSorted();

  for (const title of ['Write report', 'Read paper'])
    expect((await user.call('POST', '/api/tasks', { title, durationMinutes: 60 })).status).toBe(200);
  const { body } = await user.call('POST', '/api/plan/proposals', {});
  expect((await user.call('POST', `/api/plan/proposals/${body.proposal._id}/accept`)).status).toBe(200);
  const accounts = (await user.call('GET', '/api/calendar-accounts')).body.accounts as Reply['body'][];
  const [target] = accounts.flatMap(({ calendars }) => calendars as Reply['body'][]);
  const mirror = await user.call('POST', '/api/calendar-mirrors', {
    sourceCalendarId: null,
    targetCalendarId: target?.['calendarId'],
  });
  expect(mirror.status).toBe(200);
  await server.runJob('calendar-accounts.mirror', { userId: user.profile._id });
  await syncAllNow(server, user);
  const during = await side.texts();
  const uids = during
    .filter((text) => !before.includes(text))
    .flatMap((text) => readParts(text).map(({ uid }) => uid));
  expect(uids.filter((uid) => uid !== '' && !uid.startsWith('dayloom-block-'))).toEqual([]);
  expect(during.length).toBeGreaterThan(before.length);
  expect(during.filter((text) => before.includes(text)).toSorted()).toEqual(before);

  const removed = await user.call('DELETE', `/api/calendar-mirrors/${mirror.body.mirror._id}`);
  expect(removed.status).toBe(200);
  await server.runJob('calendar-accounts.mirror', { userId: user.profile._id });
  await syncAllNow(server, user);
  expect((await side.texts()).toSorted()).toEqual(before);
  await close();
});
