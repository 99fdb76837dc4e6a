import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  openBrowser,
  origin,
  WIDTHS,
} from './support/browser.ts';
import { fillSignIn, signUp } from './support/sign-up.ts';

test('changed hours are saved, shown in the calendar, and used by the plan', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await callApi(page, 'POST', '/tasks', { title: 'Late work', durationMinutes: 60 });
  await page.goto('/settings?tab=hours');
  const sunday = page.getByRole('group', { name: 'Sunday, work' });
  await sunday.getByRole('button', { name: 'Add hours on Sunday, work' }).click();
  await sunday.getByLabel('Sunday, work: from').fill('22:00');
  await sunday.getByLabel('Sunday, work: to').fill('00:00');
  await sunday.getByRole('button', { name: 'Copy Sunday, work' }).click();
  const toEveryDay = page.getByRole('menuitem', { name: 'To every day' });
  await toEveryDay.waitFor();
  await expectAccessible(page);
  await toEveryDay.click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save hours' }).click();
  await page.getByText('Working hours saved').waitFor();
  const { proposal } = await callApi<{ proposal: { changes: { to: { startsAt: string } }[] } }>(
    page,
    'POST',
    '/plan/proposals',
  );
  const startsAt = proposal.changes[0]?.to.startsAt ?? '';
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' }).format(
      new Date(startsAt),
    ),
  );
  expect(hour).toBeGreaterThanOrEqual(22);
  await page.reload();
  // The page signs in again first, which may take longer than a poll.
  await sunday.getByLabel('Sunday, work: to').waitFor();
  await expect.poll(() => sunday.getByLabel('Sunday, work: to').inputValue()).toBe('24:00');
  expect(complaints).toEqual([]);
});

test('a token is created, used by another program, and rejected once it is revoked', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('Script');
  await dialog.getByRole('group', { name: 'Tasks' }).getByText('Read & write').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^dlm_[0-9A-Za-z]{36}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const use = (method: string, path: string, body?: string) =>
    fetch(`${origin}/api${path}`, { method, headers, ...(body && { body }) });
  expect((await use('POST', '/tasks', '{"title":"By a script"}')).status).toBe(200);
  expect((await use('GET', '/plan')).status).toBe(403);
  expect((await use('GET', '/user/export')).status).toBe(403);

  await page.reload();
  await page.getByText(/Last used/).waitFor();
  await page.getByRole('button', { name: 'Revoke Script' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No tokens yet').waitFor();
  await expect.poll(async () => (await use('GET', '/tasks')).status).toBe(401);
  expect(complaints).toEqual([]);
});

test('the export is downloaded and can be opened', async () => {
  const { page, complaints } = await openBrowser();
  const person = await signUp(page);
  await callApi(page, 'GET', '/calendars');
  await callApi(page, 'POST', '/tasks', { title: 'Take me along', notes: 'With **notes**' });
  await page.goto('/settings?tab=data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^dayloom-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(readFileSync(await download.path()));
  expect(strFromU8(files['tasks.md'] ?? new Uint8Array())).toContain('With **notes**');
  expect(strFromU8(files['json/users.json'] ?? new Uint8Array())).toContain(person.email);
  expect(strFromU8(files['calendars/Dayloom.ics'] ?? new Uint8Array())).toContain('BEGIN:VCALENDAR');
  expect(complaints).toEqual([]);
});

test('an account is closed, reopened by the mailed link, closed again, and reopened at sign-in', async () => {
  const { page, complaints } = await openBrowser();
  const person = await signUp(page);
  const close = async () => {
    await page.goto('/settings?tab=data');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await dialog.getByLabel('Your email address').fill(person.email);
    await dialog.getByLabel('Your password').fill(person.password);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('heading', { name: /^This account will be deleted on / }).waitFor();
  };
  await close();
  await expectAccessible(page);

  await expect.poll(() => keepLink(person.email), { timeout: 15_000 }).not.toBe('');
  const link = await keepLink(person.email);
  const visitor = (await openBrowser()).page;
  await visitor.goto(link);
  await visitor.getByRole('button', { name: 'Keep my account' }).waitFor();
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Keep my account' }).click();
  await visitor.getByRole('heading', { name: 'Your account is kept' }).waitFor();
  expect(visitor.url()).not.toContain('#');
  await page.goto('/dashboard');
  await page.getByText('Maya Okafor').first().waitFor();

  await close();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(`${origin}/`);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await fillSignIn(page, person);
  await page.getByRole('heading', { name: /^This account will be deleted on / }).waitFor();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByText('Maya Okafor').first().waitFor();
  expect(complaints).toEqual([]);
});

test('a passkey closes an account without its password', async () => {
  const { page, complaints } = await openBrowser();
  const person = await signUp(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password').fill(person.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Passkey added', { exact: true }).first().waitFor();

  await page.goto('/settings?tab=data');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await page.keyboard.type(person.email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: /^This account will be deleted on / }).waitFor();
  expect(complaints).toEqual([]);
});

async function keepLink(email: string): Promise<string> {
  const reply = await fetch(`${origin}/sandbox/messages?to=${encodeURIComponent(email)}`);
  const { messages } = (await reply.json()) as { messages: { text: string }[] };
  return /\S+\/keep-account#[\w-]+/.exec(messages[0]?.text ?? '')?.[0] ?? '';
}

test('tabs of the settings fit every width, work by keys, and have no findings', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  for (const tab of ['hours', 'scheduling', 'tokens', 'data']) {
    await page.goto(`/settings?tab=${tab}`);
    await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
    await expectAccessibleAtEveryWidth(page);
    await page.locator(`#tab-${tab}`).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings?tab=profile');
  }
  expect(complaints).toEqual([]);
});

test('the chosen tab is wholly in sight on a phone, also when counts or arrows take its place', async () => {
  const { page } = await openBrowser({ viewport: WIDTHS.phone });
  await signUp(page);
  await callApi(page, 'POST', '/tasks', { title: 'To be counted', durationMinutes: 30 });
  const expectInSight = async () => {
    const [tab, list] = await Promise.all(
      [page.getByRole('tab', { selected: true }), page.getByRole('tablist')].map((one) => one.boundingBox()),
    );
    if (!tab || !list) throw new Error('There are no tabs');
    expect(tab.x).toBeGreaterThanOrEqual(list.x - 1);
    expect(tab.x + tab.width).toBeLessThanOrEqual(list.x + list.width + 1);
  };
  await page.goto('/settings?tab=scheduling');
  await page.getByRole('heading', { name: 'New tasks' }).waitFor();
  await expectInSight();
  await page.goto('/tasks?view=done');
  await page.getByRole('tab', { name: /^Inbox ?1$/ }).waitFor();
  await expectInSight();
});

test('a crash is reported to the server with the id on the screen', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  const reports: { errorId: string; kind: string }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports.push(request.postDataJSON());
  });
  await page.addInitScript(() => Object.assign(window, { __DAYLOOM_TEST_CRASH__: 'app' }));
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/client-errors'));
  await page.goto('/dashboard');
  expect((await answered).status()).toBe(200);
  const shown = /[0-9A-F]{8}/.exec((await page.getByText(/^Error ID: /).textContent()) ?? '')?.[0];
  expect(reports).toMatchObject([{ errorId: shown, kind: 'app' }]);
});
