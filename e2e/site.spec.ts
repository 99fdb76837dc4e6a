import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, origin, WIDTHS } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

/** One of each kind of page. */
const PAGES = [
  '/',
  '/features',
  '/features/booking-pages',
  '/blog',
  '/blog/how-the-planner-proves-its-plans',
  '/blog/tags/planning',
  '/policies',
  '/policies/privacy-policy',
  '/docs',
  '/docs/planning',
  '/docs/operations/environment',
  '/docs/decisions',
];

it('shows pages that are complete without scripts, accessible, and fit every width', async () => {
  const { page, complaints } = await openBrowser({ javaScriptEnabled: false });
  for (const path of PAGES) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    expect(await page.locator('h1').count(), path).toBe(1);
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(origin + path);
  }
  expect(complaints).toEqual([]);
});

it('passes axe on each kind of page, in the dark on phones and in the light on desks', async () => {
  const { page, complaints } = await openBrowser();
  for (const [theme, viewport] of [
    ['dark', WIDTHS.phone],
    ['light', WIDTHS.desktop],
  ] as const) {
    await page.addInitScript((name) => localStorage.setItem('dayloom.theme', name), theme);
    await page.setViewportSize(viewport);
    for (const path of PAGES) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  }
  expect(complaints).toEqual([]);
});

it('loads the picture of a feature in the theme that a visitor has chosen only', async () => {
  const { page, complaints } = await openBrowser();
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname);
  });
  await page.goto('/policies');
  await page.getByRole('button', { name: 'Light theme' }).click();
  await page.getByRole('button', { name: 'Dark theme' }).waitFor();
  await page.goto('/features/booking-pages', { waitUntil: 'networkidle' });
  expect(pictures.filter((path) => path.endsWith('.webp'))).toEqual([
    expect.stringMatching(/^\/assets\/booking-pages-light-/),
  ]);
  expect(complaints).toEqual([]);
});

it('plans what a visitor types into the sample week, with the keyboard alone', async () => {
  const { page, complaints } = await openBrowser();
  await page.goto('/');
  const requests: string[] = [];
  const line = page.getByLabel('What do you have to do?');
  const week = page.getByRole('group', { name: 'The sample week' });
  await line.fill('Finish the deck, 2 h, by Thursday');
  await page.getByText('Finish the deck · 2 h · by Thu').waitFor();
  // Pictures further down are loaded when they come near.
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requests.push(request.url());
  });
  await line.press('Enter');
  const block = week.getByRole('button', { name: /^Finish the deck/ });
  await block.first().waitFor();
  expect(await line.inputValue()).toBe('');
  const panel = page.getByRole('region', { name: 'Why here?' });
  await panel.getByText(/before the deadline|just in time/).waitFor();

  const onWednesday = page.getByRole('region', { name: 'Wednesday' }).getByRole('button');
  expect(await onWednesday.filter({ hasText: 'Finish the deck' }).count()).toBe(0);
  await panel.getByRole('group', { name: 'Deadline' }).getByText('Wed', { exact: true }).click();
  await onWednesday.filter({ hasText: 'Finish the deck' }).waitFor();
  await panel.getByText('Moved: Finish the report.').waitFor();
  await panel.getByLabel('No later').check();
  await panel.getByText(/before the hard deadline/).waitFor();

  await line.fill('Thesis 30 h by Friday !hard');
  await line.press('Enter');
  await panel.getByText(/Thesis need.* exists?\.$/).waitFor();
  await expectAccessible(page);
  await panel.getByText('What would help, the cheapest first:').waitFor();
  await panel.getByRole('button', { name: /would/ }).first().press('Enter');
  await panel.getByRole('button', { name: 'Start over' }).press('Enter');
  await expect.poll(() => week.getByRole('button', { name: /^Thesis/ }).count()).toBe(0);

  await line.fill('3 h by friday');
  await line.press('Enter');
  await page.getByText('What is it?', { exact: false }).first().waitFor();
  expect(await line.inputValue()).toBe('3 h by friday');
  expect(requests).toEqual([]);
  expect(complaints).toEqual([]);
});

it('keeps what a visitor types while the script has not come', async () => {
  const { page, complaints } = await openBrowser();
  await page.route('**/assets/site-*.js', (route) => route.abort());
  await page.goto('/');
  const line = page.getByLabel('What do you have to do?');
  const note = page.getByText('Your line stays here meanwhile.');
  expect(await note.isVisible()).toBe(false);
  await line.fill('Finish the deck, 2 h');
  await note.waitFor();
  expect(await line.evaluate((input) => getComputedStyle(input).webkitTextFillColor)).not.toContain(', 0)');
  await line.press('Enter');
  await page.getByRole('button', { name: 'Weave it in' }).click();
  expect([new URL(page.url()).href, await line.inputValue()]).toEqual([`${origin}/`, 'Finish the deck, 2 h']);
  await expectAccessible(page);
  const way = page.locator('.demo-reading').getByRole('link', { name: 'Get started' });
  expect(await way.getAttribute('href')).toBe('/signup');
  expect(complaints).toEqual([]);
});

it('offers to try again when the demo cannot be loaded or breaks', async () => {
  const { page } = await openBrowser();
  const failure = page.getByText("We couldn't load the features. This might be a temporary issue.");
  await page.route('**/demo-worker-*', (route) => route.abort());
  await page.goto('/');
  await failure.waitFor();
  await expectAccessible(page);
  await page.unroute('**/demo-worker-*');
  const broken = "addEventListener('message', () => { throw new Error('It broke'); });";
  await page.route('**/demo-worker-*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: broken }),
  );
  const tried = page.waitForRequest('**/demo-worker-*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await tried;
  await failure.waitFor();
  await page.unroute('**/demo-worker-*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByLabel('What do you have to do?').fill('Call Ada 1 h');
  await page.getByText('Call Ada · 1 h').waitFor();
  expect(await page.getByText('Oops! Something went wrong').isVisible()).toBe(false);
});

it('finds a section of the docs by its words, with the keyboard alone', async () => {
  const { page } = await openBrowser();
  await page.goto('/docs');
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('revoked acces');
  await page.getByText(/^\d+ results?$/).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  const address = await page.evaluate(() => (document.activeElement as HTMLAnchorElement).pathname);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${address}**`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(address).toMatch(/^\/docs\//);
});

it('answers unknown addresses with 404 and goes to the first page', async () => {
  const { page } = await openBrowser();
  for (const path of ['/no/such/page', '/nobody-has-this-name', '/blog/none', '/features/none']) {
    const response = await page.goto(`${path}?ref=friend`);
    expect(response?.status(), path).toBe(404);
    await page.waitForURL(`${origin}/`);
  }
  expect(await page.evaluate(() => localStorage.getItem('dayloom.ref'))).toBe('friend');
});

it('invites visitors to sign up, and takes people with an account to the app', async () => {
  const { page, complaints } = await openBrowser();
  for (const path of ['/', '/features', '/features/booking-pages']) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: 'Get started' }).first().waitFor();
  }
  await signUp(page);
  await page.goto('/');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Open Dayloom' }).waitFor();
  for (const path of ['/', '/features', '/features/booking-pages']) {
    await page.goto(path);
    await page.getByRole('banner').getByRole('link', { name: 'Open Dayloom' }).waitFor();
    expect(await page.getByRole('link', { name: /^(Get started|Log in)$/ }).count(), path).toBe(0);
  }
  await page.goto('/');
  await main.getByRole('link', { name: 'Open Dayloom' }).click();
  await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
  expect(complaints).toEqual([]);
});
