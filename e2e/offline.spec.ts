import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  openBrowser,
  origin,
} from './support/browser.ts';
import { tomorrowAt } from './support/calendar-accounts.ts';
import { ACCOUNTS, FILLED_TASK } from './support/full-account.ts';
import { fillSignIn, signUp } from './support/sign-up.ts';

interface Task {
  readonly _id: string;
  readonly title: string;
  readonly notes: string;
  readonly status: string;
}

/** Those of the story. */
const listTasks = async (page: Page) =>
  (await callApi<{ readonly tasks: readonly Task[] }>(page, 'GET', '/tasks?limit=500')).tasks.filter(
    ({ title }) => !FILLED_TASK.test(title),
  );

/** What the browser keeps, by store. */
const countKept = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('dayloom');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
    });
    const count = (store: string) =>
      new Promise<number>((resolve) => {
        const counting = db.transaction(store).objectStore(store).count();
        counting.addEventListener('success', () => resolve(counting.result));
      });
    const kept = { answers: await count('answers'), changes: await count('changes') };
    db.close();
    return kept;
  });

/** Opens the app, and waits until it can be opened without a network. */
async function openAndKeep(page: Page): Promise<void> {
  await page.goto('/tasks');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(async () => (await countKept(page)).answers, { timeout: 60_000 }).toBe(8);
}

async function add(page: Page, text: string): Promise<void> {
  await page.getByLabel('Add a task').fill(text);
  await page.keyboard.press('Enter');
}

const isBack = (page: Page) => page.getByText(/^Offline since/).waitFor({ state: 'detached' });

/** A change from another device: not by the browser, which may be offline. */
async function changeElsewhere(context: BrowserContext, token: string, id: string, change: object) {
  const url = `${origin}/api/tasks/${id}`;
  const headers = { authorization: `Bearer ${token}` };
  const reply = await context.request.patch(url, { headers, data: change });
  expect(reply.status()).toBe(200);
}

const readToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    return String(JSON.parse(localStorage.getItem(key) ?? '{}').access_token);
  });

it.each(ACCOUNTS)(
  'with $account and no network the app opens, and what is changed arrives once when it is back',
  async ({ signUp }) => {
    const { page, complaints } = await openBrowser({ serviceWorkers: 'allow' });
    const context = page.context();
    await signUp(page);
    for (const title of ['Board report', 'Call Ann', 'Old plan'])
      await callApi(page, 'POST', '/tasks', { title });
    await callApi(page, 'POST', '/events', {
      title: 'Design review',
      startsAt: tomorrowAt(11),
      endsAt: tomorrowAt(12),
      timeZone: 'Europe/Berlin',
    });
    await openAndKeep(page);

    await context.setOffline(true);
    await page.goto('/calendar-flow?view=agenda');
    await page.getByText('Design review').first().waitFor();
    await page.goto('/chat');
    await page.getByText('The chat needs a connection. This opens as soon as').waitFor();
    await expectAccessible(page);
    await page.goto('/tasks');
    await page.getByText(/^Offline since \d\d:\d\d\. You see what is saved in this browser\.$/).waitFor();

    // A text that another app shares can be longer than the addresses that servers take.
    await page.goto(`/tasks?add=Long+read&add-text=${encodeURIComponent('Lorem 🙂 '.repeat(4_000))}`);
    const shared = page.getByRole('dialog', { name: 'Quick add' });
    await shared.getByText('The shared text is longer than the notes of a task.').waitFor();
    await page.keyboard.press('Escape');

    // Captured, completed, changed; and once more after a reload.
    await add(page, 'Buy milk 20 min');
    await page.getByRole('checkbox', { name: 'Complete Call Ann' }).click();
    await page.getByText('Board report', { exact: true }).click();
    await page.getByLabel('Title').fill('Board report, final');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/, 3 changes wait\.$/).waitFor();
    await page.reload();
    await page.getByText(/, 3 changes wait\.$/).waitFor();
    await page.getByText('Board report, final').waitFor();
    await add(page, 'Water plants');
    await page.getByText(/, 4 changes wait\.$/).waitFor();
    await expectAccessibleAtEveryWidth(page);

    await context.setOffline(false);
    await isBack(page);
    await expect
      .poll(async () => (await listTasks(page)).map(({ title, status }) => `${title}: ${status}`))
      .toEqual([
        'Water plants: open',
        'Buy milk: open',
        'Old plan: open',
        'Call Ann: done',
        'Board report, final: open',
      ]);
    await expect.poll(async () => (await countKept(page)).changes).toBe(0);

    // Somebody changes the same meanwhile.
    const token = await readToken(page);
    const plan = (await listTasks(page)).find(({ title }) => title === 'Old plan')?._id ?? '';
    await context.setOffline(true);
    await page.getByText(/^Offline since/).waitFor();
    await page.getByText('Old plan', { exact: true }).click();
    await page.getByLabel('Title').fill('Plan of mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/, 1 change waits\.$/).waitFor();
    await changeElsewhere(context, token, plan, { title: 'Plan of theirs' });
    await context.setOffline(false);
    await page.getByText('1 change needs your decision.').waitFor();
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('row', { name: 'Title Plan of mine Plan of theirs' }).waitFor();
    await expectAccessibleAtEveryWidth(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect
      .poll(async () => (await listTasks(page)).map(({ title }) => title))
      .toContain('Plan of mine');

    // Signing out empties what is kept, after a warning.
    await context.setOffline(true);
    await page.getByText(/^Offline since/).waitFor();
    await add(page, 'Never sent');
    await page.getByText(/, 1 change waits\.$/).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText(/^1 change is not on the server yet\./).waitFor();
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.waitForURL('**/login');
    expect(await countKept(page)).toEqual({ answers: 0, changes: 0 });
    expect(complaints).toEqual([]);
  },
);

it('a page that is not stored in the browser says that it needs a connection, and opens when it is back', async () => {
  // A new browser has no service worker for its first seconds.
  const { page } = await openBrowser();
  await signUp(page);
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: 'Notifications', exact: true });
  await bell.waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Offline since/).waitFor();
  await bell.press('Enter');
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await bell.press('Enter');
  await page.getByText('Reminders and news about your plan appear here.').waitFor();
});

it('a shared page becomes a task, also for somebody who has to sign in first', async () => {
  const { page } = await openBrowser();
  const person = await signUp(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/tasks?add=An+article&add-text=Worth+it+https%3A%2F%2Fe.test%2Fa');
  await page.getByRole('button', { name: 'Log in' }).click();
  // The provider may still know who it is.
  const dialog = page.getByRole('dialog', { name: 'Quick add' });
  await dialog.or(page.getByLabel('Password')).first().waitFor();
  if (!(await dialog.isVisible())) await fillSignIn(page, person);
  await dialog.getByText('Worth it https://e.test/a').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Add a task').press('Enter');
  await expect
    .poll(async () => (await listTasks(page)).map(({ title, notes }) => [title, notes]))
    .toEqual([['An article', 'Worth it https://e.test/a']]);
  expect(new URL(page.url()).search).toBe('');
});

it('the app can be installed, and its pictures exist, and its shortcuts lead where they say', async () => {
  const { page } = await openBrowser();
  await page.goto('/login');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(`${origin}${address}`)).json();
  expect(manifest).toMatchObject({ name: 'Dayloom', start_url: '/dashboard', display: 'standalone' });
  const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const pictures = [...manifest.icons.map(({ src }: { src: string }) => src), apple];
  for (const picture of pictures) {
    const reply = await page.request.get(`${origin}${picture}`);
    expect([picture, reply.headers()['content-type']]).toEqual([picture, 'image/png']);
  }
  const cdp = await page.context().newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // The browsers of tests are private windows, which install nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  await signUp(page);
  const shown = [];
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(`${origin}${url}`);
    const lands: Record<string, Locator> = {
      'New task': page.getByRole('dialog', { name: 'Quick add' }).getByLabel('Add a task'),
      Calendar: page.getByRole('button', { name: 'New event' }).first(),
      Chat: page.getByRole('textbox', { name: 'Message Dayloom' }),
      Focus: page.getByRole('button', { name: 'Start', exact: true }),
    };
    await lands[name]?.waitFor();
    shown.push(`${name}: ${new URL(page.url()).pathname}`);
  }
  expect(shown).toEqual(['New task: /tasks', 'Calendar: /calendar-flow', 'Chat: /chat', 'Focus: /pomodoro']);
});
