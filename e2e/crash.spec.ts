import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, openBrowser } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

it('shows the crash screen with an error id, and copies the details', async () => {
  const { page } = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signUp(page);
  await page.addInitScript(() => Object.assign(window, { __DAYLOOM_TEST_CRASH__: 'app' }));
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor();
  await page.getByText('We encountered an unexpected error.').waitFor();
  for (const name of ['Try Again', 'Reload Page', 'Go Home'])
    expect(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()).toBe(1);
  const id = /[0-9a-f-]{8,}/i.exec(
    (await page
      .getByText(/error id/i)
      .first()
      .textContent()) ?? '',
  )?.[0];
  expect(id).toBeTruthy();
  await page.getByRole('button', { name: /report|copy/i }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(id);
  await expectAccessible(page);
});

it('contains a broken feature within its part of the page', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  await page.addInitScript(() => Object.assign(window, { __DAYLOOM_TEST_CRASH__: 'feature' }));
  let failures = 0;
  page.on('console', (message) => {
    if (message.text().startsWith('A feature failed')) failures += 1;
  });
  await page.goto('/dashboard');
  const failure = page.getByText("We couldn't load the features. This might be a temporary issue.");
  await failure.waitFor();
  await expectAccessible(page);
  // The shell around it still works.
  await page.getByRole('link', { name: 'Settings' }).first().waitFor();
  expect(await page.getByText('Oops! Something went wrong').count()).toBe(1);
  const again = page.getByRole('button', { name: 'Try Again' });
  const before = failures;
  await again.click();
  // It tries in a moment. Until then the first failure is there.
  await expect.poll(() => failures).toBeGreaterThan(before);
  await failure.waitFor();
  await page.evaluate(() => Object.assign(window, { __DAYLOOM_TEST_CRASH__: undefined }));
  await again.press('Enter');
  await page.getByLabel('Add a task', { exact: true }).waitFor();
  expect(await failure.count()).toBe(0);
});

/** Collects the error reports that a page sends to the server. */
function collectReports(page: Page): { errorId: string; kind: string; message: string; path: string }[] {
  const reports: ReturnType<typeof collectReports> = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports.push(request.postDataJSON());
  });
  return reports;
}

it.each(['/', '/features', '/pomodoro', '/p/AbCdEf123'])(
  'reports a failure on %s, which needs no sign-in',
  async (path) => {
    const { page } = await openBrowser();
    const reports = collectReports(page);
    // The request gets no response: nobody has this link, so the page would redirect at once.
    await page.route('**/api/public-profile/**', () => {});
    await page.goto(path);
    // The script of that page begins after the first frame. React marks the element that it renders into.
    if (path.startsWith('/p/'))
      await page.waitForFunction(() =>
        Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
      );
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('The public page broke');
      });
    });
    await expect.poll(() => reports.length).toBe(1);
    expect(reports[0]).toMatchObject({
      kind: 'error',
      message: 'Error: The public page broke',
      path: path.startsWith('/p/') ? '/p/:id' : path,
    });
  },
);

it('shows the id of a failed start, and reports it', async () => {
  const { page } = await openBrowser();
  const reports = collectReports(page);
  await page.route('**/config.json', (route) => route.fulfill({ status: 500 }));
  await page.goto('/login');
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  await expect.poll(() => reports.length).toBe(1);
  await page.getByText(`Error ID: ${reports[0]?.errorId}`).waitFor();
  await expectAccessible(page);
});
