import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi, expectAccessible, openBrowser, origin, WIDTHS } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

/** A site of somebody else. Its pages are the paths of `pages`. */
const pages = new Map<string, string>();
const foreign = createServer((request, response) => {
  // Its own rules are strict, as they often are.
  response.setHeader(
    'content-security-policy',
    `script-src ${origin}; frame-src ${origin}; style-src 'none'`,
  );
  response.setHeader('content-type', 'text/html').end(pages.get(request.url ?? ''));
});
let site: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => foreign.close(resolve)));

const toPage = (content: string) =>
  `<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere</h1>${content}</main>
   <script src="${origin}/embed.js" async></script></html>`;

test('a page of another site shows the booking page, and is notified of the booking', async () => {
  const { page: host } = await openBrowser();
  await signUp(host);
  const { user } = await callApi<{ user: { username: string } }>(host, 'GET', '/user/profile');
  const more = `data-username="${user.username}" data-type="30-min" data-name="Ada" data-email="ada@example.org"`;
  pages.set('/inline', toPage(`<div id="here" data-dayloom="inline" ${more}></div>`));
  pages.set(
    '/popup',
    toPage(`<form action="/sent"><button data-dayloom="popup" ${more}>Talk to us</button></form>`),
  );
  pages.set('/corner', toPage(`<div data-dayloom="button" data-label="Book a call" ${more}></div>`));
  pages.set('/framed', toPage(`<iframe src="${origin}/dashboard" title="Dashboard"></iframe>`));

  const { page, complaints } = await openBrowser();
  await page.goto(`${site}/inline`);
  await page.evaluate(() => {
    document.addEventListener('dayloom:booked', (event) => {
      document.title = JSON.stringify((event as CustomEvent).detail);
    });
  });
  const frame = page.frameLocator('iframe');
  await frame
    .getByRole('button', { name: /^\d\d:\d\d$/ })
    .first()
    .click();
  await expectAccessible(page);
  // The frame is as high as the page in it, so it needs no scroll bar of its own.
  const isWhole = () =>
    page
      .frames()
      .find((one) => one.url().startsWith(origin))
      ?.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight + 1);
  await expect.poll(isWhole).toBe(true);
  for (const viewport of Object.values(WIDTHS)) {
    await page.setViewportSize(viewport);
    await expect.poll(isWhole).toBe(true);
  }
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await frame.getByRole('heading', { name: 'You are booked with Maya' }).waitFor();
  await expect.poll(() => page.title()).toContain('"status":"CONFIRMED"');
  expect(Object.keys(JSON.parse(await page.title()))).toEqual(['startsAt', 'endsAt', 'status']);

  await page.goto(`${site}/popup`);
  const opener = page.getByRole('button', { name: 'Talk to us' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Book a time' });
  await dialog.waitFor();
  await page
    .frameLocator('dialog iframe')
    .getByRole('radio', { name: /^30 minutes/ })
    .waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await opener.click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.goto(`${site}/corner`);
  await page.getByRole('button', { name: 'Book a call' }).click();
  await page.getByRole('dialog', { name: 'Book a call' }).waitFor();
  expect(complaints).toEqual([]);

  // Every other page refuses to be shown in a frame.
  await page.goto(`${site}/framed`);
  await expect.poll(() => complaints.join()).toContain('frame-ancestors');
});

test('the settings have the HTML to copy, and show the page as a site does', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=booking');
  const card = page.getByRole('region', { name: 'On your website' });
  await card.getByText('data-dayloom="inline"').waitFor();
  await card.getByRole('button', { name: 'Try it' }).click();
  await page
    .frameLocator('iframe[title="Your booking page, as your site shows it"]')
    .getByText('Maya Okafor')
    .first()
    .waitFor();
  await expectAccessible(page);
  await card.getByText('Popup').click();
  await card.getByLabel('Text of the button').fill('Talk to me');
  await card.getByText('>Talk to me</button>').waitFor();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('dialog', { name: 'Book a time' }).waitFor();
  expect(complaints).toEqual([]);
});
