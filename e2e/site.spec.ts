import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, origin, WIDTHS } from './support/browser.ts';

/** One of each kind of page. */
const PAGES = [
  '/',
  '/features',
  '/features/booking-pages',
  '/blog',
  '/blog/how-the-planner-proves-its-plans',
  '/policies/privacy-policy',
  '/docs',
  '/docs/planning',
  '/docs/operations/environment',
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

it('passes axe on each kind of page, on phones and desks', async () => {
  const { page, complaints } = await openBrowser();
  for (const path of PAGES) {
    await page.goto(path);
    for (const size of [WIDTHS.phone, WIDTHS.desktop]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  }
  expect(complaints).toEqual([]);
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
