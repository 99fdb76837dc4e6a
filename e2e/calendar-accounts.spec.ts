import { expect, test } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  openBrowser,
  origin,
} from './support/browser.ts';
import {
  accounts,
  allow,
  connect,
  findEvents,
  GOOGLE,
  GOOGLE_TOO,
  OUTLOOK,
  syncNow,
  tomorrowAt,
} from './support/calendar-accounts.ts';
import { choose } from './support/choose.ts';
import { signUp } from './support/sign-up.ts';

test('connect Google, change events on both sides, lose access and reconnect', async () => {
  const { page, complaints } = await openBrowser();
  const exchanges: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/user/addCalendar')) exchanges.push(request.method());
  });
  await signUp(page);
  await page.goto('/settings');
  await page.getByText('No calendar is connected').waitFor();
  await expectAccessible(page);

  // After a denial the page says so and stays where the user was.
  await page.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('Failed to connect Google Calendar').waitFor();
  await page.getByText(/Google was not connected, because access was not allowed/).waitFor();
  expect(page.url()).toBe(`${origin}/settings?tab=accounts`);
  expect(exchanges).toEqual([]);
  await expectAccessible(page);

  // The page names the missing permission and asks for it again.
  await page.getByRole('button', { name: 'Connect again' }).click();
  await page.waitForURL('**/sandbox/**');
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText(/did not give all the permissions that are needed/).waitFor();
  expect(exchanges.splice(0)).toEqual(['POST']);

  await connect(page, 'Google', GOOGLE);
  await page.getByText('Google Calendar connected successfully!').waitFor();
  expect(page.url()).toBe(`${origin}/settings?tab=accounts`);
  await page.getByRole('heading', { name: GOOGLE }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: GOOGLE }).waitFor();
  expect(exchanges).toEqual(['POST']);
  await page
    .getByText(/In sync/)
    .first()
    .waitFor();

  await page.getByRole('button', { name: `Calendars of ${GOOGLE} (Google)` }).click();
  await page
    .getByText(/Google sends changes at once/)
    .first()
    .waitFor();
  await expectAccessibleAtEveryWidth(page);

  // An event created here arrives there: another user who connects the same account sees it.
  const here = await accounts(page);
  const target = here.accounts[0]?.calendars.find(({ isDefault }) => isDefault);
  expect(target?.isWritable).toBe(true);
  const title = `Board prep ${Date.now()}`;
  await page.goto('/calendar-flow');
  await page.getByText(GOOGLE).first().waitFor();
  await page.getByRole('button', { name: 'New event' }).click();
  const sheet = page.getByRole('dialog', { name: 'New event' });
  await sheet.getByLabel('Title').fill(title);
  expect(await sheet.getByLabel('Calendar').getAttribute('value')).toBe(target?.calendarId);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${title} is on the calendar`).waitFor();
  await expect
    .poll(
      async () => (await accounts(page)).accounts[0]?.calendars.some((one) => one.sync.pendingWrites > 0),
      { timeout: 30_000 },
    )
    .toBe(false);

  const other = await openBrowser();
  await signUp(other.page);
  await other.page.goto('/settings?tab=accounts');
  await connect(other.page, 'Google', GOOGLE);
  await other.page.getByText('Google Calendar connected successfully!').waitFor();
  await expect.poll(async () => (await findEvents(other.page, title)).length, { timeout: 30_000 }).toBe(1);

  // An event changed there arrives on the open page here.
  const [there] = await findEvents(other.page, title);
  await callApi(other.page, 'PATCH', `/events/${there?.eventId}`, {
    title: `${title} moved`,
    startsAt: tomorrowAt(9),
    endsAt: tomorrowAt(10),
    timeZone: 'Europe/Berlin',
  });
  await expect
    .poll(async () => (await findEvents(page, `${title} moved`)).map(({ startsAt }) => startsAt), {
      timeout: 30_000,
    })
    .toEqual([tomorrowAt(9)]);
  expect(await findEvents(page, title)).toEqual([]);

  // Access is revoked at the provider. Changes made meanwhile wait and are not lost.
  await page.request.post('/sandbox/revoke-access');
  await syncNow(page);
  const strip = page.getByText(/asks you to sign in again/).first();
  await strip.waitFor({ timeout: 30_000 });
  await expectAccessible(page);
  const late = `Written while away ${Date.now()}`;
  await callApi(page, 'POST', '/events', {
    title: late,
    startsAt: tomorrowAt(11),
    endsAt: tomorrowAt(12),
    timeZone: 'Europe/Berlin',
  });
  await page.getByRole('link', { name: 'Reconnect', exact: true }).click();
  await page
    .getByText(/1 change is waiting to be sent/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Reconnect ${GOOGLE} (Google)` }).click();
  await allow(page, GOOGLE);
  await page.getByText('Google Calendar connected successfully!').waitFor();
  await expect
    .poll(
      async () => {
        const [account] = (await accounts(page)).accounts;
        return [account?.state, account?.calendars.reduce((sum, one) => sum + one.sync.pendingWrites, 0)];
      },
      { timeout: 30_000 },
    )
    .toEqual(['connected', 0]);
  expect(await findEvents(page, late)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('connect two Google accounts and one of Outlook, label one, and remove it', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=accounts');
  await connect(page, 'Google', GOOGLE);
  await page.getByText('Google Calendar connected successfully!').waitFor();
  await connect(page, 'Google', GOOGLE_TOO);
  await page.getByRole('heading', { name: GOOGLE_TOO }).waitFor();
  await connect(page, 'Outlook', OUTLOOK);
  await page.getByText('Outlook Calendar connected successfully!').waitFor();
  expect(page.url()).toBe(`${origin}/settings?tab=accounts`);

  const label = page.getByLabel(`Label of ${OUTLOOK} (Outlook)`);
  await label.fill('  Board  ');
  await label.blur();
  await choose(page.getByLabel(`Type of ${OUTLOOK} (Outlook)`), 'Other');
  await expect
    .poll(async () => {
      const { settings } = await callApi<{ settings: { calendars: object[] } }>(
        page,
        'GET',
        '/user/settings',
      );
      return settings.calendars;
    })
    .toMatchObject([
      { email: GOOGLE, isPrimary: true, type: 'work', tags: [] },
      { email: GOOGLE_TOO, isPrimary: false, type: 'personal', tags: [] },
      { email: OUTLOOK, isPrimary: false, type: 'other', tags: ['Board'] },
    ]);
  await page.reload();
  expect(await label.inputValue()).toBe('Board');

  // On the free plan the second account is shown but blocks no time, and the page says why.
  await page.getByRole('button', { name: `Calendars of ${OUTLOOK} (Outlook)` }).click();
  await page
    .getByText(/On the free plan, only one account blocks time/)
    .first()
    .waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: `Remove ${OUTLOOK} (Outlook)` }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Calendar' });
  await dialog.getByText('Are you sure you want to remove this calendar?').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Remove ${OUTLOOK} (Outlook)` }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Calendar disconnected successfully').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: OUTLOOK }).count()).toBe(0);
  expect((await accounts(page)).accounts.map(({ email }) => email)).toEqual([GOOGLE, GOOGLE_TOO]);

  expect(complaints).toEqual([]);
});

test('connect the iCloud demo account with its app-specific password', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=accounts');
  await page.getByRole('button', { name: 'Connect Apple' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Apple Calendar' });
  const password = dialog.getByLabel('App-specific password');
  const right = await password.inputValue();
  await expectAccessible(page);
  await password.fill('wrong');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Failed to connect Apple Calendar').waitFor();
  await password.fill(right);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Apple Calendar connected successfully!').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByText(/In sync/)
    .first()
    .waitFor({ timeout: 30_000 });
  await expectAccessible(page);
  expect((await accounts(page)).accounts[0]?.calendars.length).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});
