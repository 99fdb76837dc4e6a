import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@dayloom/time';
import { expect, test } from 'vitest';
import { callApi, expectAccessible, expectAccessibleAtEveryWidth, openBrowser } from './support/browser.ts';
import {
  accounts,
  connect,
  connectApple,
  findEvents,
  GOOGLE_TOO,
  OUTLOOK,
  syncNow,
  tomorrowAt,
} from './support/calendar-accounts.ts';
import { choose } from './support/choose.ts';
import { signUp } from './support/sign-up.ts';

const SLOW = { timeout: 30_000 };

test('an event changed on both sides shows both versions, and ours can be restored', async () => {
  const newYork = { timezoneId: 'America/New_York', locale: 'en-US' };
  const [mine, theirs] = [await openBrowser(newYork), await openBrowser(newYork)];
  for (const { page } of [mine, theirs]) {
    await signUp(page);
    await page.goto('/settings?tab=accounts');
    await connect(page, 'Google', GOOGLE_TOO);
    await page.getByText('Google Calendar connected successfully!').waitFor();
  }
  const { page } = mine;
  const title = `Budget ${Date.now()}`;
  await callApi(page, 'POST', '/events', {
    title,
    startsAt: tomorrowAt(9),
    endsAt: tomorrowAt(10),
    timeZone: 'America/New_York',
  });
  await expect.poll(async () => (await findEvents(theirs.page, title)).length, SLOW).toBe(1);

  // Google is unavailable for a while: changes made here wait.
  const failGoogle = (times: number) =>
    page.request.post('/sandbox/faults', { data: { provider: 'google', kind: 'error', times } });
  await failGoogle(100_000);
  const [here] = await findEvents(page, title);
  await callApi(page, 'PATCH', `/events/${here?.eventId}`, {
    startsAt: tomorrowAt(14),
    endsAt: tomorrowAt(15),
    timeZone: 'America/New_York',
  });
  await expect
    .poll(
      async () =>
        (await accounts(page)).accounts[0]?.calendars.map(({ sync }) => [sync.state, sync.pendingWrites]),
      SLOW,
    )
    .toContainEqual(['failing', 1]);
  await page
    .getByText(/Google Calendar does not respond\. We will try again automatically\./)
    .first()
    .waitFor();
  const [there] = await findEvents(theirs.page, title);
  await callApi(theirs.page, 'PATCH', `/events/${there?.eventId}`, {
    startsAt: tomorrowAt(17),
    endsAt: tomorrowAt(18),
    timeZone: 'America/New_York',
  });
  // The first write wins; the other user is asked.
  await failGoogle(0);
  for (const each of [mine, theirs]) await syncNow(each.page);
  const asked = (each: typeof mine) => each.page.getByRole('article', { name: title });
  await expect
    .poll(async () => (await asked(mine).count()) + (await asked(theirs).count()), SLOW)
    .toBeGreaterThan(0);
  const isMine = (await asked(mine).count()) > 0;
  const [loser, winner] = isMine ? [mine, theirs] : [theirs, mine];
  const [lost, won] = isMine ? [14, 17] : [17, 14];

  // Both versions are shown in the reader's zone; Google's version is used.
  const conflict = asked(loser);
  const clock = (instant: string) =>
    new Intl.DateTimeFormat('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/New_York',
    }).format(new Date(instant));
  const row = conflict.getByRole('row', { name: /the time/ });
  const [ours, others] = await row.getByRole('cell').allTextContents();
  // Browsers write narrow spaces before AM and PM.
  expect(ours?.replace(/\s/gu, ' ')).toContain(clock(tomorrowAt(lost)).replace(/\s.*/u, ''));
  expect(others?.replace(/\s/gu, ' ')).toContain(clock(tomorrowAt(won)).replace(/\s.*/u, ''));
  for (const { page } of [loser, winner]) {
    expect((await findEvents(page, title)).map(({ startsAt }) => startsAt)).toEqual([tomorrowAt(won)]);
  }
  await expectAccessibleAtEveryWidth(loser.page);
  await conflict.getByRole('button', { name: `Use mine: ${title}` }).click();
  await conflict.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await findEvents(winner.page, title)).map(({ startsAt }) => startsAt), SLOW)
    .toEqual([tomorrowAt(lost)]);
  for (const { complaints } of [mine, theirs]) expect(complaints).toEqual([]);
});

test.each(['Outlook', 'Apple'] as const)('an event of %s is edited on both sides', async (name) => {
  const [mine, theirs] = [await openBrowser(), await openBrowser()];
  for (const { page } of [mine, theirs]) {
    await signUp(page);
    await page.goto('/settings?tab=accounts');
    if (name === 'Outlook') await connect(page, name, OUTLOOK);
    else await connectApple(page);
    await page.getByText(`${name} Calendar connected successfully!`).waitFor();
    await expect
      .poll(async () => (await accounts(page)).accounts[0]?.calendars.map(({ sync }) => sync.state), SLOW)
      .not.toContainEqual(expect.stringMatching(/waiting|first_sync/));
  }
  const title = `Dinner ${Date.now()}`;
  const target = (await accounts(mine.page)).accounts[0]?.calendars.find(({ isWritable }) => isWritable);
  await callApi(mine.page, 'POST', '/events', {
    calendarId: target?.calendarId,
    title,
    startsAt: tomorrowAt(9),
    endsAt: tomorrowAt(10),
    timeZone: 'Europe/Berlin',
  });
  // iCloud sends no notifications, so the test syncs by hand.
  const listStarts = async ({ page }: typeof mine) => {
    if (name === 'Apple') for (const one of [mine, theirs]) await syncNow(one.page);
    return (await findEvents(page, title)).map(({ startsAt }) => startsAt);
  };
  await expect.poll(() => listStarts(theirs), SLOW).toEqual([tomorrowAt(9)]);
  const [there] = await findEvents(theirs.page, title);
  await callApi(theirs.page, 'PATCH', `/events/${there?.eventId}`, {
    startsAt: tomorrowAt(14),
    endsAt: tomorrowAt(15),
    timeZone: 'Europe/Berlin',
  });
  await expect.poll(() => listStarts(mine), SLOW).toEqual([tomorrowAt(14)]);
  const [here] = await findEvents(mine.page, title);
  await callApi(mine.page, 'DELETE', `/events/${here?.eventId}?scope=all`);
  await expect.poll(() => listStarts(theirs), SLOW).toEqual([]);
  for (const { complaints } of [mine, theirs]) expect(complaints).toEqual([]);
});

test('changes not sent before a disconnect are moved into another calendar, by keyboard', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=accounts');
  await connect(page, 'Google', GOOGLE_TOO);
  await page.getByText('Google Calendar connected successfully!').waitFor();
  await page.request.post('/sandbox/revoke-access');
  await syncNow(page);
  await page.getByRole('button', { name: `Reconnect ${GOOGLE_TOO} (Google)` }).waitFor(SLOW);
  const titles = ['First', 'Second'].map((name) => `${name} ${Date.now()}`);
  for (const title of titles)
    await callApi(page, 'POST', '/events', {
      title,
      startsAt: tomorrowAt(9),
      endsAt: tomorrowAt(10),
      timeZone: 'Europe/Berlin',
    });
  await page
    .getByText(/2 changes are waiting to be sent/)
    .first()
    .waitFor();
  const press = async (name: string, key = 'Enter') => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press(key);
  };
  await press(`Remove ${GOOGLE_TOO} (Google)`);
  const dialog = page.getByRole('dialog', { name: 'Remove Calendar' });
  await dialog.getByText(/^2 changes have not been sent yet/).waitFor();
  await press('Remove', 'Space');
  await page.getByRole('heading', { name: 'Not sent' }).waitFor();

  // The calendar page shows it even without an account.
  await page.goto('/calendar-flow');
  await page.getByText('2 changes were not sent before their calendar was removed. They are kept.').waitFor();
  await page.getByRole('link', { name: 'Look at them' }).click();
  await page.getByRole('heading', { name: 'Not sent' }).waitFor();
  await expectAccessibleAtEveryWidth(page);
  await press(`Add it there: ${titles[0]}`);
  await page.getByText('The change was added to that calendar').waitFor();
  await expect.poll(async () => (await findEvents(page, titles[0] ?? '')).length, SLOW).toBe(1);
  // The focus moves to the next one.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(titles[1]);
  await press(`Discard: ${titles[1]}`);
  await page.getByText('The change was dismissed').waitFor();
  await page.getByRole('heading', { name: 'Not sent' }).waitFor({ state: 'detached' });
  expect(await findEvents(page, titles[1] ?? '')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('busy time is mirrored into another calendar without details, and all mirrored events are removed', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=accounts');
  await connect(page, 'Google', GOOGLE_TOO);
  await page.getByText('Google Calendar connected successfully!').waitFor();
  await connect(page, 'Outlook', OUTLOOK);
  await page.getByText('Outlook Calendar connected successfully!').waitFor();
  const all = (await accounts(page)).accounts;
  const target = all.find(({ email }) => email === OUTLOOK)?.calendars.find((one) => one.isWritable);
  const source = all.find(({ email }) => email === GOOGLE_TOO)?.calendars.find((one) => one.isWritable);
  const title = `Doctor ${Date.now()}`;
  await callApi(page, 'POST', '/events', {
    title,
    location: 'Clinic',
    calendarId: source?.calendarId,
    startsAt: tomorrowAt(12),
    endsAt: tomorrowAt(13),
    timeZone: 'Europe/Vienna',
  });

  await page.getByRole('button', { name: 'Add a mirror' }).click();
  const { calendars } = await callApi<{ calendars: { _id: string; name: string }[] }>(
    page,
    'GET',
    '/calendars',
  );
  const getName = (id = '') => calendars.find(({ _id }) => _id === id)?.name ?? 'none';
  await choose(page.getByLabel('Mirror', { exact: true }), new RegExp(getName(source?.calendarId)));
  await choose(page.getByLabel('Into', { exact: true }), new RegExp(getName(target?.calendarId)));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start mirroring' }).click();
  await page.getByRole('button', { name: /^Remove the mirror of/ }).waitFor();

  // Outlook gets the time and nothing else. The mirrored event is not shown here next to its original.
  interface Held {
    events: { provider: string; title: string; location: string; startsAt: string }[];
  }
  const heldThere = async () => {
    const { events } = (await (await page.request.get('/sandbox/calendars')).json()) as Held;
    return events.filter(({ provider, startsAt }) => provider === 'microsoft' && startsAt === tomorrowAt(12));
  };
  await expect.poll(heldThere, SLOW).toMatchObject([{ title: 'Busy', location: '' }]);
  expect(await findEvents(page, title)).toHaveLength(1);
  expect(await findEvents(page, 'Busy')).toEqual([]);

  await page.getByRole('button', { name: /^Remove everything .* created$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Remove everything/ });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Remove the mirror of/ }).count(), SLOW).toBe(0);
  await expect.poll(heldThere, SLOW).toEqual([]);
  expect(await findEvents(page, title)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('a subscribed address is shown, blocks time only if enabled, and is removed', async () => {
  const stamp = (instant: string) => instant.replace(/[-:]|\.\d+/g, '');
  const title = `Cup final ${Date.now()}`;
  const site = createServer((_request, reply) =>
    reply
      .setHeader('content-type', 'text/calendar')
      .end(
        [
          'BEGIN:VCALENDAR',
          'VERSION:2.0',
          'PRODID:-//League//EN',
          'BEGIN:VEVENT',
          'UID:final@league.example',
          'DTSTAMP:20261101T000000Z',
          `DTSTART:${stamp(tomorrowAt(18))}`,
          `DTEND:${stamp(tomorrowAt(20))}`,
          `SUMMARY:${title}`,
          'END:VEVENT',
          'END:VCALENDAR',
          '',
        ].join('\r\n'),
      ),
  ).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { page, complaints } = await openBrowser();
  try {
    await signUp(page);
    await page.goto('/settings?tab=accounts');
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    const address = page.getByLabel('Address', { exact: true });
    const send = page.getByRole('button', { name: 'Subscribe', exact: true });
    await address.fill('no address');
    await send.click();
    await page.getByText(/One begins with https:\/\/ or webcal:\/\//).waitFor();
    await expectAccessible(page);
    await address.fill(`http://127.0.0.1:${(site.address() as AddressInfo).port}/cup.ics`);
    await page.getByLabel('Name (optional)').fill('League');
    await send.click();
    const blocks = page.getByRole('switch', { name: /League/ });
    await blocks.waitFor();
    await expect.poll(async () => (await findEvents(page, title)).length, SLOW).toBe(1);
    expect(await blocks.isChecked()).toBe(false);
    const isBlocked = async () => {
      const from = new Date(Date.now() - DAY_MS).toISOString();
      const to = new Date(Date.now() + 3 * DAY_MS).toISOString();
      const { calendars } = await callApi<{ calendars: { name: string; blocksTime: boolean }[] }>(
        page,
        'GET',
        `/calendars?from=${from}&to=${to}`,
      );
      return calendars.find(({ name }) => name === 'League')?.blocksTime;
    };
    expect(await isBlocked()).toBe(false);
    await expectAccessibleAtEveryWidth(page);
    // Not `check`: the switch changes after the server's response.
    await blocks.click();
    await expect.poll(isBlocked, SLOW).toBe(true);

    await page.getByRole('button', { name: 'Remove League' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Calendar removed').waitFor();
    expect(await findEvents(page, title)).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    site.close();
  }
});
