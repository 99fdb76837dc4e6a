import { expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

const parsePath = (url: string) => new URL(url).pathname + new URL(url).search;

test('the page that was asked for last is opened, and Back leads to where both were', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/calendar-flow-[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.getByLabel('Add a task', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
  expect(parsePath(page.url()), 'the address is that of the page that is shown').toBe('/dashboard');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Accounts' }).waitFor();
  const loaded = page.waitForResponse(/\/assets\/calendar-flow-[^/]*\.js$/);
  held.resolve();
  await (await loaded).finished();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
  expect(parsePath(page.url())).toBe('/settings');
  await page.goBack();
  await page.getByLabel('Add a task', { exact: true }).waitFor();
  expect(parsePath(page.url())).toBe('/dashboard');
});

test('Back asks before unsaved changes are lost', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByLabel('Bio').fill('Weaver');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(parsePath(page.url())).toBe('/settings?tab=profile');
  expect(await page.getByLabel('Bio').inputValue()).toBe('Weaver');
  await page.evaluate(() => window.history.go(-2));
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Add a task', { exact: true }).waitFor();
  expect(parsePath(page.url())).toBe('/dashboard');
  await page.goForward();
  await page.getByRole('tab', { name: 'Accounts', selected: true }).waitFor();
});

test('a page whose script cannot be loaded says so within the app, and can be tried again', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  await page.goto('/dashboard');
  await page.getByLabel('Add a task', { exact: true }).waitFor();
  const script = /\/assets\/settings-[^/]*\.js$/;
  await page.route(script, (route) => route.abort());
  // The first failure may be an update of the app: the page is loaded again, once.
  const countEntries = () => page.evaluate(() => window.history.length);
  const entries = await countEntries();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await reloaded;
  await page.getByLabel('Add a task', { exact: true }).waitFor();
  expect(await countEntries(), 'Back has no second entry of the page').toBe(entries);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByText("We couldn't load the features. This might be a temporary issue.").waitFor();
  expect(parsePath(page.url())).toBe('/settings');
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('tab', { name: 'Accounts' }).waitFor();
  await page.goBack();
  await page.getByLabel('Add a task', { exact: true }).waitFor();
});
