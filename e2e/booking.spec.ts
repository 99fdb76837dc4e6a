import {
  formatDayNumber,
  getWeekday,
  getZone,
  HOUR_MS,
  localDayNumber,
  startOfDayNumber,
} from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  openBrowser,
  WIDTHS,
} from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

const berlin = getZone('Europe/Berlin');
const MONDAY = 1;

/** The first Monday after the next change of the clocks in Berlin. */
function getMondayAfterChange(): number {
  const today = localDayNumber(berlin, Date.now());
  let day = today + 1;
  const offset = berlin.offsetMsAt(Date.now());
  while (berlin.offsetMsAt(startOfDayNumber(berlin, day)) === offset) day += 1;
  while (getWeekday(day) !== MONDAY) day += 1;
  return day;
}

/** 9:00 in Berlin, when the host's hours begin. */
const getOpening = (day: number) => startOfDayNumber(berlin, day) + 9 * HOUR_MS;
const inNewYork = (instant: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options })
    .format(instant)
    .replace(/\s/g, ' ');
const timeInNewYork = (instant: number) => inNewYork(instant, { hour: 'numeric', minute: '2-digit' });
const dayInNewYork = (instant: number) =>
  inNewYork(instant, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

interface Events {
  readonly occurrences: { readonly startsAt: string; readonly title: string }[];
}
async function listBooked(host: Page, day: number): Promise<(string | number)[][]> {
  const [from, to] = [startOfDayNumber(berlin, day - 1), startOfDayNumber(berlin, day + 3)];
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const { occurrences } = await callApi<Events>(host, 'GET', `/events?${range}`);
  return occurrences.map(({ title, startsAt }) => [title, Date.parse(startsAt)]);
}

async function openHost(): Promise<{ host: Page; username: string }> {
  const { page: host } = await openBrowser();
  await signUp(host);
  const { user } = await callApi<{ user: { username: string } }>(host, 'GET', '/user/profile');
  return { host, username: user.username };
}

/** Keeps the page as the server has written it. Calling the result lets its script run. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/booking-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a visitor in another zone books beyond a clock change, moves the booking and cancels it', async () => {
  const { host, username } = await openHost();
  const eventType = { slug: 'spring', title: 'Spring talk', durations: [30], horizonDays: 365 };
  await callApi(host, 'POST', '/event-types', eventType);
  const monday = getMondayAfterChange();

  const { page, complaints } = await openBrowser({ timezoneId: 'America/New_York', locale: 'en-US' });
  // What is chosen before the script has run stays chosen.
  const letScriptRun = await holdScript(page);
  await page.goto(`/${username}`, { waitUntil: 'commit' });
  const early = page.getByRole('radio', { name: /^60 minutes/ });
  await early.check();
  const written = await early.elementHandle();
  letScriptRun();
  await expect.poll(() => written?.evaluate((element) => element.isConnected)).toBe(false);
  expect(await early.isChecked()).toBe(true);
  expect(await early.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.goto(`/${username}?type=spring&date=${formatDayNumber(monday)}`);
  const opening = page.getByRole('button', { name: timeInNewYork(getOpening(monday)), exact: true });
  await opening.waitFor();
  await page.getByRole('button', { name: dayInNewYork(getOpening(monday)) }).waitFor();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);
  await opening.click();
  await expectAccessibleAtEveryWidth(page);
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'You are booked with Maya' }).waitFor();
  await page.getByText('Berlin', { exact: true }).waitFor();
  await expectAccessibleAtEveryWidth(page);
  const title = 'Spring talk: Maya Okafor and Ada Byron';
  expect(await listBooked(host, monday)).toEqual([[title, getOpening(monday)]]);
  await host.goto(`/calendar-flow?date=${formatDayNumber(monday)}`);
  await host.getByText(title).first().waitFor();

  // The address is now that of the booking, so a reload shows it.
  await page.reload();
  await page.getByRole('heading', { name: 'Your booking with Maya' }).waitFor();
  await page.getByRole('button', { name: 'Move' }).click();
  const tuesday = getOpening(monday + 1);
  await page.getByRole('button', { name: dayInNewYork(tuesday) }).click();
  await page.getByRole('button', { name: timeInNewYork(tuesday), exact: true }).click();
  await expectAccessibleAtEveryWidth(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The booking was moved').waitFor();
  expect(await listBooked(host, monday)).toEqual([[title, tuesday]]);

  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await page.getByLabel('Message to Maya').fill('I am ill');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByRole('heading', { name: 'This booking was cancelled' }).waitFor();
  await expectAccessible(page);
  expect(await listBooked(host, monday)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('two hosts are booked together on a phone, with name and address filled in by the link', async () => {
  const { host, username } = await openHost();
  const other = await openHost();
  const { page } = await openBrowser({ locale: 'en-US', viewport: WIDTHS.phone, hasTouch: true });
  await page.goto(`/${username}+${other.username}?type=30-min&name=Ada&email=ada@example.org`);
  await page.getByRole('heading', { name: 'Maya Okafor and Maya Okafor' }).waitFor();
  await page
    .getByRole('button', { name: /^\d+:\d\d [AP]M$/ })
    .first()
    .click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'You are booked with Maya and Maya' }).waitFor();
  const title = '30 minutes: Maya Okafor, Maya Okafor and Ada';
  for (const calendar of [host, other.host]) {
    const today = localDayNumber(berlin, Date.now());
    const days = await Promise.all([today, today + 3].map((day) => listBooked(calendar, day)));
    expect(days.flat().map(([name]) => name)).toContain(title);
  }
});

test('a link that does not work is explained, also where no worker starts', async () => {
  const { page } = await openBrowser();
  await page.route('**/first-intl.js', (route) => route.abort());
  await page.goto(`/p/${'a'.repeat(32)}`);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await expectAccessibleAtEveryWidth(page);
});

test('free times are there before the script has run, in the time of the visitor, and can be chosen', async () => {
  const { host, username } = await openHost();
  const windows = [['00:00', '24:00']];
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  await callApi(host, 'POST', '/event-types', {
    slug: 'always',
    title: 'Always',
    durations: [60],
    stepMinutes: 60,
    minimumNoticeMinutes: 0,
    hours: Object.fromEntries(days.map((day) => [day, windows])),
  });
  // When the month ends in the one zone, it has begun in the other.
  const isMonthEnding = new Date(Date.now() + 6 * HOUR_MS).getUTCMonth() !== new Date().getUTCMonth();
  const timeZone = isMonthEnding ? 'Asia/Tokyo' : 'America/New_York';
  const { page, complaints } = await openBrowser({ timezoneId: timeZone, locale: 'en-US' });
  const letScriptRun = await holdScript(page);
  await page.goto(`/${username}?type=always`, { waitUntil: 'commit' });
  const time = page.locator('.slot-list-time').nth(1);
  const [{ slots }] = await Promise.all([
    callApi<{ slots: { startsAt: string }[] }>(
      page,
      'GET',
      `/booking/optimal-slots?username=${username}&eventType=always`,
    ),
    time.waitFor(),
  ]);
  const startsAt = Date.parse(slots[1]?.startsAt ?? '');
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  const shown = clock.format(startsAt).replace(/\s/g, ' ');
  expect(await time.textContent()).toBe(shown);
  await expectAccessibleAtEveryWidth(page);
  await time.click();
  expect(await page.getByLabel('Name').count()).toBe(0);
  letScriptRun();
  await page.getByLabel('Name').waitFor();
  // A range has `AM` once: `5:00 – 6:00 AM`.
  await page.getByText(`, ${shown.split(' ')[0]} `).waitFor();
  expect(complaints).toEqual([]);
});
