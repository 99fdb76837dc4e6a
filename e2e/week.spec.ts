import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedPath } from '../scripts/shared-dir.ts';
import { callApi, expectAccessible, expectFitsEveryWidth, openBrowser, WIDTHS } from './support/browser.ts';
import { tomorrowAt } from './support/calendar-accounts.ts';
import { ACCOUNTS, EVENTS, fillAccount, TASKS } from './support/full-account.ts';
import { signUp } from './support/sign-up.ts';

interface Block {
  readonly _id: string;
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isPinned: boolean;
}
interface Occurrence {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isBusy: boolean;
}

/** A date in words, far enough ahead to leave working hours before it on every weekday. */
const dayAhead = (days: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', ...options }).format(
    new Date(Date.now() + days * DAY_MS),
  );

const LINES = [
  `Report ~2h #work p1 by ${dayAhead(4, { weekday: 'short' })} !hard every week`,
  'Call the plumber 20 min tomorrow',
  `Taxes 6 h by ${dayAhead(28, { day: 'numeric', month: 'short' })}, chunks of 1 h`,
  'Draft pricing page 90 min #website p1',
  'Rehearse the demo 1h15 p2',
  'Hiring scorecards 1h #people',
  'Blog outline 2 h',
  'Expenses 45 min p3',
  'Reply to Lena 30 min',
  'Weekly review 1h',
];

/** A meeting every working day from nine to noon, as exported by another calendar. */
function ownCalendar(): string {
  const file = path.join(os.tmpdir(), `dayloom-e2e-${process.pid}.ics`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:standup@example.com',
    'DTSTART;TZID=Europe/Berlin:20260105T090000',
    'DTEND;TZID=Europe/Berlin:20260105T120000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'SUMMARY:Morning meetings',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  writeFileSync(file, lines.join('\r\n'));
  return file;
}

/** Nothing loads, and all items of the calendar have their words: the grid draws an item before what is in it. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await waitUntilDrawn(page);
  const { pathname, searchParams } = new URL(page.url());
  // A grid that is not there yet has no heads that could be unfinished.
  if (pathname === '/calendar-flow' && !['month', 'agenda'].includes(searchParams.get('view') ?? ''))
    await page.locator('.cg-day-head').first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      // The grid draws its frame first, then the heads of the days, then the texts of all heads and items.
      [...document.querySelectorAll('.cg-head')].every((head) => head.querySelector('.cg-day-head')) &&
      [...document.querySelectorAll('.cg-corner, .cg-all-day-head, .cg-day-head, .cg-event')].every(
        ({ textContent }) => textContent !== '',
      ),
  );
}

/** Another width makes another view of the calendar: waits until no element has come or gone for a while. */
const waitUntilDrawn = (page: Page) =>
  page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        const finish = () => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(finish, quietMs);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(finish, quietMs);
        });
        observer.observe(document.body, { subtree: true, childList: true });
      }),
    150,
  );

it('from an empty account to a planned week that survives a reload', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);

  // Import calendars: our own, which fills the mornings, and a real one if the data is available.
  await page.goto('/settings?tab=accounts');
  const real = sharedPath('calendars', '005ccfef3201.ics');
  for (const file of [ownCalendar(), ...(real ? [real] : [])]) {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import .ics file' }).click();
    await (await chooser).setFiles(file);
    const events = (readFileSync(file, 'utf8').match(/^BEGIN:VEVENT/gm) ?? []).length;
    await page
      .getByText(new RegExp(`\\b${events} events?\\b`))
      .first()
      .waitFor();
  }

  // Add tasks, one per line.
  await page.goto('/tasks');
  const quickAdd = page.getByLabel('Add a task', { exact: true });
  await quickAdd.focus();
  // Only the frame around it has a focus ring.
  expect(await quickAdd.evaluate((input) => getComputedStyle(input).outlineStyle)).toBe('none');
  for (const line of LINES) {
    await quickAdd.fill(line);
    await quickAdd.press('Enter');
    await expect.poll(() => quickAdd.inputValue()).toBe('');
  }
  await expect
    .poll(async () => (await callApi<{ tasks: unknown[] }>(page, 'GET', '/tasks?view=upcoming')).tasks.length)
    .toBe(LINES.length);
  const { tasks } = await callApi<{ tasks: Record<string, unknown>[] }>(page, 'GET', '/tasks?q=Report');
  expect(tasks).toMatchObject([
    {
      title: 'Report',
      durationMinutes: 120,
      project: 'work',
      priority: 1,
      dueKind: 'hard',
      recurrenceRule: expect.stringContaining('WEEKLY'),
    },
  ]);

  // Plan, review the diff, accept.
  await page.goto('/calendar-flow');
  await page.getByRole('button', { name: 'Plan my week' }).first().click();
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Plan saved').waitFor();
  const planned = async () =>
    (await callApi<{ plan: { blocks: Block[] } }>(page, 'GET', '/plan')).plan.blocks;
  const blocks = await planned();
  expect(new Set(blocks.map((block) => block.title)).size).toBe(LINES.length);
  // A block of another day: one that runs now can't be dragged.
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  const moved = blocks.find(
    (one) => one.startsAt > tomorrow && blocks.filter((other) => other.title === one.title).length === 1,
  ) as Block;

  // Every block is in free time.
  const first = blocks[0]?.startsAt ?? '';
  const last = blocks.at(-1)?.endsAt ?? '';
  const { occurrences } = await callApi<{ occurrences: Occurrence[] }>(
    page,
    'GET',
    `/events?from=${first}&to=${last}`,
  );
  const overlaps = blocks.filter((block) =>
    occurrences.some(
      (event) => event.isBusy && event.startsAt < block.endsAt && block.startsAt < event.endsAt,
    ),
  );
  expect(overlaps).toEqual([]);

  // Each block says why it is there.
  await page.goto(`/calendar-flow?date=${moved.startsAt.slice(0, 10)}`);
  const block = page.getByRole('button', { name: new RegExp(moved.title) }).first();
  await block.click();
  await page.getByText('Why here?').first().waitFor();

  // Dragging pins a block; planning again does not move it.
  await page.keyboard.press('Escape');
  // On the last days of a week the block is at the edge of the grid, and the way down leaves it.
  await block.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await block.boundingBox();
  if (!box) throw new Error('The block is not on the grid.');
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 6 });
  await page.mouse.move(box.x + box.width / 2, box.y + 120, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await planned()).find((one) => one._id === moved._id)?.isPinned).toBe(true);
  const pinned = (await planned()).find((one) => one._id === moved._id);
  expect(pinned?.startsAt).not.toBe(moved.startsAt);

  await page.getByRole('button', { name: 'Plan my week' }).first().click();
  const accept = page.getByRole('button', { name: 'Accept all' });
  const nothing = page.getByText(/^(?:Nothing moves|Your plan still fits|There is nothing to plan)/).first();
  await accept.or(nothing).first().waitFor();
  if (await accept.isVisible()) await accept.click();
  // The calendar has gone to the first day that the proposal changes, which may be in another week.
  await page.goto(`/calendar-flow?date=${pinned?.startsAt.slice(0, 10)}`);
  await page
    .getByRole('button', { name: new RegExp(moved.title) })
    .first()
    .waitFor();
  const after = (await planned()).find((one) => one._id === moved._id);
  expect(after).toMatchObject({ startsAt: pinned?.startsAt, isPinned: true });
  expect(complaints).toEqual([]);
});

async function expectFits(page: Page, address: string): Promise<void> {
  await page.setViewportSize(WIDTHS.phone);
  await page.goto(address);
  await waitUntilLoaded(page);
  await expectFitsEveryWidth(page);
  // Another width is another view of the calendar.
  await waitUntilLoaded(page);
  await expectAccessible(page);
}

it('works on every width, with the keyboard, and for screen readers', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  await callApi(page, 'POST', '/tasks', {
    title: 'Board report',
    durationMinutes: 90,
    priority: 1,
    project: 'finance',
  });
  const { proposal } = await callApi<{ proposal: { _id: string } }>(page, 'POST', '/plan/proposals', {});
  await callApi(page, 'POST', `/plan/proposals/${proposal._id}/accept`);
  const { plan } = await callApi<{ plan: { blocks: Block[] } }>(page, 'GET', '/plan');
  for (const address of [
    '/dashboard',
    '/tasks',
    `/calendar-flow?date=${plan.blocks[0]?.startsAt.slice(0, 10)}`,
    '/calendar-flow?date=2027-05-12',
    '/calendar-flow?date=2027-05-12&view=day',
    '/calendar-flow?date=2027-05-12&view=month',
    '/calendar-flow?date=2027-05-12&view=agenda',
    '/chat',
    '/settings?tab=profile',
    '/settings?tab=accounts',
    '/settings?tab=billing',
    '/settings?tab=preferences',
  ]) {
    await expectFits(page, address);
  }

  // The light theme has every colour of the dark one.
  await page.evaluate(() => localStorage.setItem('dayloom.theme', 'light'));
  for (const address of ['/dashboard', '/tasks', '/calendar-flow', '/settings?tab=preferences']) {
    await page.goto(address);
    await waitUntilLoaded(page);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(248, 247, 252)',
    );
    await expectAccessible(page);
  }

  // Forced colours take fills away: what only a fill would say has an edge.
  const startsAt = tomorrowAt(11);
  const endsAt = new Date(Date.parse(startsAt) + 15 * MINUTE_MS).toISOString();
  await callApi(page, 'POST', '/events', { title: 'Stand-up', startsAt, endsAt });
  await page.setViewportSize(WIDTHS.desktop);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/calendar-flow?date=${startsAt.slice(0, 10)}`);
  await waitUntilLoaded(page);
  const findEdges = () =>
    page.evaluate(() =>
      ['.sidebar-item[aria-current]', '.chat-button', '.cg-is-short.cg-look-event'].map((selector) => {
        const element = document.querySelector(selector);
        const { borderTopWidth, borderTopStyle } = element ? getComputedStyle(element) : {};
        return `${selector} ${borderTopWidth} ${borderTopStyle}`;
      }),
    );
  await expect
    .poll(findEdges)
    .toEqual([
      '.sidebar-item[aria-current] 2px solid',
      '.chat-button 1px solid',
      '.cg-is-short.cg-look-event 1px solid',
    ]);
});

it(`${TASKS} tasks and ${EVENTS} events fit on every width, and are read by screen readers`, async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await fillAccount(page);
  const { proposal } = await callApi<{ proposal: { _id: string } }>(page, 'POST', '/plan/proposals', {});
  await callApi(page, 'POST', `/plan/proposals/${proposal._id}/accept`);
  for (const address of [
    '/dashboard',
    '/tasks',
    '/calendar-flow',
    '/calendar-flow?view=month',
    '/calendar-flow?view=agenda',
  ])
    await expectFits(page, address);
  expect(complaints).toEqual([]);
});

it.each(ACCOUNTS)('with $account, opens and closes the drawer on a phone', async ({ signUp }) => {
  const { page } = await openBrowser({ viewport: WIDTHS.phone, hasTouch: true, isMobile: true });
  await signUp(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Calendar', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Calendar', exact: true }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.waitForURL('**/chat');
  expect(await page.getByRole('link', { name: 'Calendar', exact: true }).count()).toBe(0);
});
