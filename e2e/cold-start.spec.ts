import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';

/** Holds responses back until the returned function is called. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

it('shows that it is loading before any file arrives, and does not jump when the app starts', async () => {
  const { page, complaints } = await openBrowser();
  const letPageCome = await holdBack(page, /\/assets\/login-[^/]*\.js$/);
  const letFilesCome = await holdBack(page, /\/assets\/(?!login-)|\/fonts\//);
  await page.goto('/login', { waitUntil: 'commit' });
  const text = page.getByText('Loading Dayloom...', { exact: true });
  await text.waitFor();
  // It is really painted: a pending style sheet does not delay it.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(15, 14, 21)');
  const readPlace = async () => {
    const box = await text.boundingBox();
    return { middle: Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2), top: Math.round(box?.y ?? 0) };
  };
  const before = await readPlace();

  letFilesCome();
  await page.locator('.start').waitFor({ state: 'detached' });
  expect(await readPlace()).toEqual(before);
  letPageCome();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  // The font comes last, and the text changes to it.
  await page.locator('html:not([data-face])').waitFor({ state: 'attached' });
  const readFace = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).fontFamily.split(',')[0],
      document.fonts.check('1em "Inter Variable"'),
    ]);
  expect(await readFace()).toEqual(['"Inter Variable"', true]);
  expect(complaints).toEqual([]);
});
