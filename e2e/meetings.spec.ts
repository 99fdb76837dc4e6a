import type { MeetingRequest } from '@dayloom/contracts';
import { DAY_MS, getZone, HOUR_MS, localDayNumber } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  expectNoSidewaysScroll,
  openBrowser,
  type Visit,
  WIDTHS,
} from './support/browser.ts';
import { listMails, MAILED } from './support/mails.ts';
import { signUp } from './support/sign-up.ts';

const berlin = getZone('Europe/Berlin');
/** Ten o'clock in Berlin, in so many days. */
const tenIn = (days: number) =>
  berlin.localMsToInstant((localDayNumber(berlin, Date.now()) + days) * DAY_MS + 10 * HOUR_MS);
const inBerlin = (instant: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', ...options }).format(instant);
const shortDay = (instant: number) => inBerlin(instant, { weekday: 'short', day: 'numeric', month: 'short' });

/** The address of the attendee's page, from the mail that asks. */
async function waitForPage(to: string): Promise<string> {
  const find = async () => {
    const [mail] = await listMails(to);
    return /\/event\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(find, MAILED).toContain('/event/');
  return find();
}

/** Expects, between the widths of phones and desktops, room for long clock times, and no answer alone in a row. */
async function expectRoom(page: Page): Promise<void> {
  await page.setViewportSize(WIDTHS.tablet);
  const measure = () =>
    page.evaluate(() => {
      const boxes = (elements: readonly Node[]) =>
        elements.map((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect();
        });
      const find = (selector: string) => Array.from(document.querySelectorAll(selector));
      const texts = find('.meeting-times-hours').flatMap((hours) => hours.firstChild ?? []);
      const shown = texts.map(({ nodeValue }) => nodeValue);
      for (const text of texts) text.nodeValue = '11:30 AM–12:15 PM';
      const days = boxes(find('.meeting-times-day'));
      const overlaps = boxes(texts).filter(({ right }, row) => right > (days[row]?.left ?? 0)).length;
      for (const [at, text] of texts.entries()) text.nodeValue = shown[at] ?? null;
      const tops = boxes(find('.meeting-answer-actions .button')).map(({ top }) => Math.round(top));
      return {
        rows: texts.length,
        overlaps,
        isLastAlone: tops.filter((top) => top === tops.at(-1)).length === 1,
      };
    });
  await expect.poll(measure).toEqual({ rows: 2, overlaps: 0, isLastAlone: false });
  await page.setViewportSize(WIDTHS.desktop);
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const findHeading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

test('five people are asked for a time, one proposes another, and it is confirmed with a file for everybody', {
  timeout: 300_000,
}, async () => {
  const organizer = await openBrowser();
  const { page } = organizer;
  await signUp(page);
  await page.goto('/calendar-flow');
  await press(page, 'New meeting request');
  const sheet = page.getByRole('dialog', { name: 'New meeting request' });
  await sheet.getByLabel('Title').fill('Pricing review');
  const stamp = Date.now();
  const names = ['Tomás Rivera', 'Priya Shah', 'Jo Lee', 'Di Wu', 'Bo Diaz'];
  const addresses = names.map((name) => `${name.split(' ')[1]?.toLowerCase()}.${stamp}@example.org`);
  const people = sheet.getByRole('combobox', { name: 'People' });
  await people.fill(names.map((name, at) => `${name} <${addresses[at]}>`).join(', '));
  await people.press('Enter');
  expect(await sheet.getByRole('list', { name: 'People to ask' }).getByRole('listitem').count()).toBe(5);
  // Tomorrow at ten, and the day after.
  await press(page, 'Add a time');
  await press(page, 'Add a time');
  await sheet
    .getByRole('button', { name: /^Propose / })
    .first()
    .waitFor();
  await sheet.getByRole('checkbox').check();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);
  await sheet.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Pricing review: 5 mails will leave').waitFor();
  await page.goto('/bookings?view=requests');
  await page.getByText('5 answers missing').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Pricing review' }).click();
  await findHeading(page, 'Pricing review');

  const pages = await Promise.all(addresses.map(waitForPage));
  // One of them was given the short link.
  pages[1] = pages[1]?.replace(/\/event\/[^/]+/, '/p') ?? '';
  const visits: Visit[] = [];
  const open = async (at: number, options: Parameters<typeof openBrowser>[0] = {}) => {
    const visit = await openBrowser(options);
    visits.push(visit);
    await visit.page.goto(pages[at] ?? '');
    await findHeading(visit.page, 'Pricing review');
    return visit.page;
  };

  // In another zone, by keyboard alone.
  const tomas = await open(0, { timezoneId: 'America/New_York' });
  await tomas
    .getByText(/^0?4:00\s?[–-]\s?0?4:30$/)
    .first()
    .waitFor();
  await expectAccessibleAtEveryWidth(tomas);
  await tomas.setViewportSize(WIDTHS.desktop);
  await expectRoom(tomas);
  await tomas.getByRole('checkbox').first().press('Space');
  await tomas.getByRole('button', { name: /^Accept / }).press('Enter');
  await findHeading(tomas, 'You accepted');
  expect(await tomas.evaluate(() => document.activeElement?.textContent)).toMatch(/^You accepted/);

  const priya = await open(1, { viewport: WIDTHS.phone, hasTouch: true });
  for (const box of await priya.getByRole('checkbox').all()) await box.check();
  await press(priya, 'Accept 2 times');
  await findHeading(priya, 'You accepted 2 times');
  await expectAccessible(priya);
  await expectNoSidewaysScroll(priya);

  const jo = await open(2);
  await press(jo, 'Propose another time');
  await expectAccessibleAtEveryWidth(jo);
  await jo.setViewportSize(WIDTHS.desktop);
  const wanted = tenIn(3) + HOUR_MS;
  const time = jo.getByRole('button', { name: `${shortDay(wanted)}, 11:00`, exact: true });
  if ((await time.count()) === 0) await press(jo, 'Next week');
  await time.click();
  await jo.getByLabel('Message to Maya').fill('I travel until then');
  await press(jo, 'Propose this time');
  await findHeading(jo, 'You proposed');

  const di = await open(3);
  await press(di, 'Maybe');
  await findHeading(di, 'You may come');

  // The organizer looks on: the last answer appears without a reload.
  await page.getByText('Proposes 1 other time').waitFor();
  const bo = await open(4);
  await press(bo, 'Decline');
  await press(bo, 'Too busy this month');
  await expectAccessible(bo);
  await bo.getByRole('button', { name: 'Decline', exact: true }).click();
  await findHeading(bo, 'You declined');
  await page.getByText('“Too busy this month”').waitFor();
  await page.getByText('Everybody answered').waitFor();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);

  await press(page, /^Add the proposed time/);
  await page.getByText('is added. Everybody is asked again').waitFor();
  await jo.reload();
  await jo.getByRole('checkbox').nth(2).check();
  await press(jo, /^Accept /);
  await findHeading(jo, 'You accepted');
  await page
    .getByRole('button', { name: /^Confirm this time/ })
    .nth(2)
    .click();
  await page.getByText(/^Confirmed for/).waitFor();
  await page.getByText('Pricing review: 5 mails will leave').last().waitFor();
  await expectAccessible(page);
  const range = `from=${new Date(wanted).toISOString()}&to=${new Date(wanted + DAY_MS).toISOString()}`;
  const { occurrences } = await callApi<{ occurrences: { title: string; startsAt: string }[] }>(
    page,
    'GET',
    `/events?${range}`,
  );
  expect(occurrences.map(({ title, startsAt }) => [title, Date.parse(startsAt)])).toEqual([
    ['Pricing review', wanted],
  ]);
  const { meetingRequests } = await callApi<{ meetingRequests: MeetingRequest[] }>(
    page,
    'GET',
    '/meeting-requests?when=closed',
  );
  expect(meetingRequests.map(({ confirmedAt }) => Date.parse(confirmedAt ?? ''))).toEqual([wanted]);

  for (const address of addresses) {
    const listFiles = async () => (await listMails(address)).flatMap(({ attachments }) => attachments);
    await expect.poll(async () => (await listFiles()).length, MAILED).toBe(1);
    expect((await listFiles())[0]?.content).toContain('SUMMARY:Pricing review');
  }
  await tomas.reload();
  await findHeading(tomas, 'The time is fixed');
  await tomas.getByRole('link', { name: 'Google' }).waitFor();
  await expectAccessible(tomas);
  const file = (await tomas.getByRole('link', { name: '.ics file' }).getAttribute('href')) ?? '';
  expect(await (await tomas.request.get(file)).text()).toContain('SUMMARY:Pricing review');
  expect([organizer, ...visits].flatMap(({ complaints }) => complaints)).toEqual([]);
});

test('an address that leads nowhere is explained', async () => {
  const { page } = await openBrowser();
  await page.goto(`/event/pricing-review/${'a'.repeat(32)}`);
  await findHeading(page, 'This meeting request cannot be found');
  await expectAccessibleAtEveryWidth(page);
});
