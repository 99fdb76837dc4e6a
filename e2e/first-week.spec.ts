import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  openBrowser,
  WIDTHS,
} from './support/browser.ts';
import { connect, GOOGLE } from './support/calendar-accounts.ts';
import { ACCOUNTS } from './support/full-account.ts';
import { fillSignUp, newPerson, signUp } from './support/sign-up.ts';

interface Place {
  readonly startsAt: string;
  readonly endsAt: string;
}

interface Block extends Place {
  readonly _id: string;
  readonly title: string;
  readonly isPinned: boolean;
}

interface Change {
  readonly title: string;
  readonly from: Place | null;
  readonly to: Place | null;
}

/** What is planned when, and nothing else of the blocks. */
const toLines = (blocks: readonly Pick<Block, 'title' | 'startsAt' | 'endsAt'>[]) =>
  blocks.map(({ title, startsAt, endsAt }) => `${startsAt} ${endsAt} ${title}`).sort();

const LINES = [
  'Write the quarterly report 2h by Friday #work',
  'Call the plumber 20 min',
  'Run 3 times a week in the morning 30 min',
  'Review the contract 45m p1',
  'Buy groceries 40 min tomorrow evening',
  'Draft pricing page 90 min',
  'Reply to Lena 15 min',
  'Expenses 30 min p3',
];

/** A meeting every working day from nine to ten, as exported by another calendar. */
function ownCalendar(): string {
  const file = path.join(os.tmpdir(), `dayloom-first-week-${process.pid}.ics`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:standup@example.com',
    'DTSTART;TZID=Europe/Berlin:20260105T090000',
    'DTEND;TZID=Europe/Berlin:20260105T100000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'SUMMARY:Stand-up',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  writeFileSync(file, lines.join('\r\n'));
  return file;
}

/** 400 ms and 400 kbit/s. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

interface Step {
  readonly step: string;
  readonly clicks: number;
  readonly milliseconds: number;
}

/** Counts the clicks of each step and measures its time. */
async function createWalk(page: Page) {
  const steps: Step[] = [];
  let clicks = 0;
  await page.exposeFunction('countClick', () => clicks++);
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    // A drag ends without a click on what was pressed.
    window.addEventListener('pointerdown', () => countClick(), { capture: true });
  });
  const take = async (step: string, walk: () => Promise<unknown>) => {
    clicks = 0;
    const startedAt = performance.now();
    await walk();
    steps.push({ step, clicks, milliseconds: Math.round(performance.now() - startedAt) });
  };
  return { take, steps };
}

it('takes few clicks from the home page to a planned week', async () => {
  const { page, complaints } = await openBrowser();
  const { take, steps } = await createWalk(page);
  const listPlanned = async () =>
    (await callApi<{ plan: { blocks: Block[] } }>(page, 'GET', '/plan')).plan.blocks;
  const listTasks = async () =>
    (await callApi<{ tasks: unknown[] }>(page, 'GET', '/tasks?view=upcoming')).tasks;

  await page.goto('/');
  await take('sign up', async () => {
    await page.getByRole('link', { name: 'Get started' }).first().click();
    await fillSignUp(page, newPerson());
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
  });
  const firstSteps = page.getByRole('region', { name: 'Your first week' });
  await take('confirm the hours', async () => {
    await firstSteps.getByRole('button', { name: 'That is right' }).click();
    await firstSteps.getByRole('button', { name: 'Connect Google' }).waitFor();
  });
  await take('connect Google', async () => {
    await connect(page, 'Google', GOOGLE);
    await page.getByText('Google Calendar is connected').waitFor();
  });
  await take('import a calendar', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import .ics file' }).click();
    await (await chooser).setFiles(ownCalendar());
    await page
      .getByText(/\b1 event\b/)
      .first()
      .waitFor();
  });
  await take('write eight tasks', async () => {
    // The way back to the first steps, which the provider's page was opened from.
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    const quickAdd = page.getByLabel('Add a task', { exact: true });
    await quickAdd.click();
    for (const line of LINES) {
      await quickAdd.fill(line);
      await quickAdd.press('Enter');
      await expect.poll(() => quickAdd.inputValue()).toBe('');
    }
    await expect.poll(async () => (await listTasks()).length).toBe(LINES.length);
  });
  await take('plan the week', async () => {
    await firstSteps.getByRole('link', { name: 'Make the plan' }).click();
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.getByText('Plan saved').waitFor();
  });
  const blocks = await listPlanned();
  expect(new Set(blocks.map(({ title }) => title)).size).toBe(LINES.length);
  const runs = blocks.filter(({ title }) => title === 'Run').map(({ startsAt }) => startsAt.slice(0, 10));
  expect(new Set(runs).size).toBe(runs.length);

  // The last one: a block that runs now can't be dragged.
  const dragged = blocks.findLast(({ title }) => title !== 'Run') as Block;
  const findDragged = async () => (await listPlanned()).find(({ _id }) => _id === dragged._id);
  await page.goto(`/calendar-flow?date=${dragged.startsAt.slice(0, 10)}`);
  await take('drag a block', async () => {
    const block = page.getByRole('button', { name: new RegExp(dragged.title) }).first();
    await block.waitFor();
    // In the middle, so that there is room below: in the evening it may be the last block of a day.
    await block.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await block.boundingBox();
    if (!box) throw new Error('The block is not on the grid.');
    const x = box.x + box.width / 2;
    await page.mouse.move(x, box.y + 6);
    await page.mouse.down();
    await page.mouse.move(x, box.y + 40, { steps: 6 });
    await page.mouse.move(x, box.y + 120, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => (await findDragged())?.isPinned).toBe(true);
  });
  await take('undo it', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(findDragged).toMatchObject({ startsAt: dragged.startsAt, isPinned: false });
  });

  const before = await listPlanned();
  // The drag and its undo have left everything where it was.
  expect(toLines(before)).toEqual(toLines(blocks));
  let changes: Change[] = [];
  await take('replan after a new task', async () => {
    await page.keyboard.press('q');
    const quickAdd = page.getByRole('dialog').getByLabel('Add a task', { exact: true });
    await quickAdd.fill('Prepare the workshop 2h p1');
    await quickAdd.press('Enter');
    await expect.poll(async () => (await listTasks()).length).toBe(LINES.length + 1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Plan my week' }).first().click();
    const proposed = page.getByRole('region', { name: 'Proposed plan' });
    await proposed.waitFor();
    await proposed.getByText('improving…').waitFor({ state: 'hidden' });
    ({ changes } = (await callApi<{ proposal: { changes: Change[] } }>(page, 'GET', '/plan')).proposal);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await expect
      .poll(async () => (await listPlanned()).some(({ title }) => title === 'Prepare the workshop'))
      .toBe(true);
  });
  // What is planned already stays, but for what the proposal has said.
  const listPlaces = (end: 'from' | 'to') =>
    toLines(changes.flatMap((change) => (change[end] ? [{ title: change.title, ...change[end] }] : [])));
  const [left, taken] = [listPlaces('from'), listPlaces('to')];
  expect(left.length).toBeLessThan(before.length / 2);
  const kept = toLines(before).filter((line) => !left.includes(line));
  expect(toLines(await listPlanned())).toEqual([...kept, ...taken].sort());

  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await take('open the tasks on a slow line', async () => {
    await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
    await page.getByRole('checkbox').first().waitFor();
  });
  await take('complete one on a slow line', async () => {
    const box = page.getByRole('checkbox', { name: /Expenses/ });
    const answered = page.waitForResponse((reply) => reply.request().method() !== 'GET');
    await box.click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await answered;
  });
  await tools.send('Network.emulateNetworkConditions', {
    ...SLOW_LINE,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });

  const all = { clicks: 0, milliseconds: 0 };
  for (const { step, clicks, milliseconds } of steps) {
    console.log(`${step}: ${clicks} clicks, ${milliseconds} ms`);
    all.clicks += clicks;
    all.milliseconds += milliseconds;
  }
  console.log(`all: ${all.clicks} clicks, ${all.milliseconds} ms`);
  expect(all.clicks).toBeLessThanOrEqual(18);
  expect(all.milliseconds).toBeLessThan(120_000);

  await page.goto('/dashboard');
  const result = page.getByRole('region', { name: 'Your week is planned' });
  await result.waitFor();
  await expectAccessibleAtEveryWidth(page);
  await result.getByRole('button', { name: 'Close' }).click();
  await result.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
  expect(await result.count()).toBe(0);
  expect(complaints).toEqual([]);
});

it.each(ACCOUNTS)('with $account, shows a sample week, and removes it with one click', async ({ signUp }) => {
  const { page, complaints } = await openBrowser();
  const countAll = async () => {
    const { tasks } = await callApi<{ tasks: unknown[] }>(page, 'GET', '/tasks?view=all&limit=500');
    const { calendars } = await callApi<{ calendars: unknown[] }>(page, 'GET', '/calendars');
    return { tasks: tasks.length, calendars: calendars.length };
  };
  await signUp(page);
  await callApi(page, 'POST', '/tasks', { title: 'My own task' });
  const before = await countAll();
  await page.goto('/dashboard');
  const firstSteps = page.getByRole('region', { name: 'Your first week' });
  await firstSteps.getByRole('button', { name: 'That is right' }).click();
  await firstSteps.getByRole('button', { name: 'Try a sample week' }).click();
  const strip = page.getByRole('region', { name: 'Sample week' });
  await strip.waitFor();
  await expect.poll(async () => (await countAll()).tasks).toBeGreaterThan(before.tasks);
  expect((await countAll()).calendars).toBe(before.calendars + 1);
  // What has moved under the pointer would show its tooltip.
  await page.mouse.move(0, 0);
  await expectAccessibleAtEveryWidth(page);
  await strip.getByRole('button', { name: 'Remove it' }).click();
  await strip.waitFor({ state: 'hidden' });
  await expect.poll(countAll).toEqual(before);
  expect(complaints).toEqual([]);
});

it('shows a hint once, also to two pages that ask for it at the same time', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await callApi(page, 'POST', '/onboarding/finish');
  await callApi(page, 'PATCH', '/onboarding/hints', { isOn: true });
  const other = await page.context().newPage();
  let asking = 0;
  const { promise: areBothAsking, resolve: letGo } = Promise.withResolvers<void>();
  await page.context().route('**/onboarding/hints/booking-link/take', async (route) => {
    asking += 1;
    if (asking === 2) letGo();
    await areBothAsking;
    await route.continue();
  });
  const takes = [page, other].map((each) => each.waitForResponse(/hints\/booking-link\/take$/));
  await Promise.all([page.goto('/bookings'), other.goto('/bookings')]);
  const answers = await Promise.all(takes.map(async (take) => (await take).json()));
  expect(answers.filter(({ isGranted }) => isGranted)).toHaveLength(1);
  const [granted, refused] = answers[0].isGranted ? [page, other] : [other, page];
  const hint = granted.getByRole('complementary', { name: 'Hint' });
  await hint.getByText('Others can book time with you').waitFor();
  expect(await refused.getByText('Others can book time with you').count()).toBe(0);
  expect(
    await granted.evaluate(() => document.activeElement?.closest('aside[aria-label="Hint"]')),
  ).toBeNull();
  await expectAccessible(granted);
  await granted.keyboard.press('Escape');
  await hint.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

it.each(ACCOUNTS)(
  'with $account, shows a hint on full pages too, where it covers nothing that cannot be reached',
  async ({ signUp }) => {
    const { page, complaints } = await openBrowser({ viewport: WIDTHS.phone });
    await signUp(page);
    await callApi(page, 'POST', '/onboarding/finish');
    await callApi(page, 'PATCH', '/onboarding/hints', { isOn: true, seen: [] });
    for (let number = 1; number <= 14; number += 1)
      await callApi(page, 'POST', '/tasks', { title: `Task ${number}`, durationMinutes: 30 });
    await page.goto('/tasks');
    const hint = page.getByRole('complementary', { name: 'Hint' });
    await hint.getByText('Plain English is enough').waitFor();
    const overlaps = async (other: Locator) =>
      hint.evaluate(
        (card, one) => {
          const [a, b] = [card, one as Element].map((element) => element.getBoundingClientRect());
          return !a || !b || (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
        },
        await other.elementHandle(),
      );
    expect(await overlaps(page.getByLabel('Add a task', { exact: true }))).toBe(false);
    // The end of the list comes above the hint.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await hint.isVisible()).toBe(true);
    expect(await overlaps(page.getByRole('checkbox').last())).toBe(false);
    await expectAccessible(page);
    await hint.getByRole('button', { name: 'Got it' }).click();
    await hint.waitFor({ state: 'hidden' });

    const others = ['overload', 'undo', 'quick-add', 'why-here', 'move-block', 'booking-link'];
    await callApi(page, 'PATCH', '/onboarding/hints', { isOn: true, seen: others });
    await page.setViewportSize(WIDTHS.desktop);
    await page.goto('/dashboard');
    await hint.getByText('Everything is a few keys away').waitFor();
    expect(await overlaps(page.getByRole('button', { name: 'Search' }))).toBe(false);
    expect(complaints).toEqual([]);
  },
);
