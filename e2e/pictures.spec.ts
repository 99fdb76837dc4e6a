import { weekdays } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callApi, MORNING_ZONE, openBrowser } from './support/browser.ts';
import { connect, GOOGLE } from './support/calendar-accounts.ts';
import { takePicture } from './support/pictures.ts';
import { signUp } from './support/sign-up.ts';

/**
 * Goes to each screen that a page of a feature has a picture of. The tests compare the committed pictures with what
 * the product shows now; `npm run pictures` replaces them.
 */

/** The instant of a local time, so many days after the Monday of next week. */
function createCalendar() {
  const local = (at: number) =>
    Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone: MORNING_ZONE }).replace(' ', 'T')}Z`);
  const today = Math.floor(local(Date.now()) / DAY_MS) * DAY_MS;
  const monday = today + (7 - ((new Date(today).getUTCDay() + 6) % 7)) * DAY_MS;
  const offset = local(monday) - monday;
  const at = (day: number, time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return new Date(monday + day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS - offset).toISOString();
  };
  const date = (day: number) => new Date(monday + day * DAY_MS).toISOString().slice(0, 10);
  return { at, date };
}

const MEETINGS: readonly [title: string, day: number, from: string, to: string][] = [
  ...[0, 1, 2, 3, 4].map((day) => ['Stand-up', day, '9:15', '9:45'] as [string, number, string, string]),
  ['Planning', 0, '10:00', '12:00'],
  ['1:1 with Sam', 0, '13:00', '14:00'],
  ['Design review', 1, '10:00', '11:30'],
  ['Customer visit', 1, '13:00', '16:00'],
  ['Team lunch', 2, '12:00', '13:00'],
  ['Workshop', 2, '14:00', '16:00'],
  ['Interviews', 3, '13:00', '14:30'],
  ['Board demo', 4, '11:00', '12:30'],
];

const { at, date } = createCalendar();
const dayAndMonth = (day: number) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(new Date(date(day)));

async function fillNextWeek(page: Page): Promise<void> {
  await callApi(page, 'PATCH', '/user/scheduling', { horizonDays: 14, isChosen: true });
  for (const [title, day, from, to] of MEETINGS)
    await callApi(page, 'POST', '/events', { title, startsAt: at(day, from), endsAt: at(day, to) });
  const tasks = [
    {
      title: 'Finish the report',
      durationMinutes: 180,
      dueOn: date(4),
      isSplittable: true,
      project: 'work',
      priority: 2,
    },
    { title: 'Outline slides', durationMinutes: 90, dueOn: date(2), project: 'work' },
    { title: 'Invoices', durationMinutes: 60, dueOn: date(3), project: 'office' },
    { title: 'Draft pricing page', durationMinutes: 90, dueOn: date(4), project: 'website' },
    { title: 'Hiring scorecards', durationMinutes: 60, project: 'people' },
  ];
  for (const task of tasks) await callApi(page, 'POST', '/tasks', { startAfter: at(0, '9:00'), ...task });
}

interface Plan {
  readonly plan: {
    readonly blocks: readonly { readonly _id: string; readonly title: string; readonly startsAt: string }[];
  };
}

/** Waits until the search says how good the plan is. */
async function proposePlan(page: Page) {
  await page.goto(`/calendar-flow?date=${date(0)}`);
  await page.getByRole('button', { name: 'Plan my week' }).first().click();
  const banner = page.getByRole('region', { name: 'Proposed plan' });
  await banner.getByText(/better plan|best/).waitFor();
  return {
    async accept() {
      await banner.getByRole('button', { name: 'Accept all' }).click();
      await page.getByText('Plan saved').waitFor({ state: 'attached' });
    },
  };
}

async function takePlanning(page: Page): Promise<void> {
  await (await proposePlan(page)).accept();
  // It leaves a part of the old place free, where the picture shows a ghost.
  await callApi(page, 'POST', '/events', {
    title: 'Press call',
    startsAt: at(1, '12:15'),
    endsAt: at(1, '13:00'),
  });
  const changed = await proposePlan(page);
  await takePicture(page, 'see-the-change-before-it-happens');
  await changed.accept();

  const { plan } = await callApi<Plan>(page, 'GET', '/plan');
  const block = plan.blocks.findLast(({ title }) => title === 'Finish the report');
  if (!block) throw new Error('The report is not planned.');
  await page.goto(`/calendar-flow?date=${date(0)}&block=${block._id}`);
  await page.getByText('Why here?').first().waitFor();
  await page
    .getByText(/First place that fits/)
    .first()
    .waitFor();
  await takePicture(page, 'every-block-explains-itself');
}

async function takeOverload(page: Page): Promise<void> {
  for (const [title, durationMinutes] of [
    ['Thesis', 720],
    ['Tax return', 480],
    ['Board report', 420],
  ] as const)
    await callApi(page, 'POST', '/tasks', {
      title,
      durationMinutes,
      startAfter: at(0, '9:00'),
      dueOn: date(4),
      dueKind: 'hard',
      isSplittable: true,
    });
  await (await proposePlan(page)).accept();
  await page.getByRole('region', { name: 'At risk' }).getByRole('button', { name: 'Fixes' }).click();
  const sheet = page.getByRole('dialog', { name: 'Fixes' });
  await sheet
    .getByRole('button', { name: /^Do it: / })
    .first()
    .waitFor();
  await takePicture(page, 'know-early-what-will-not-fit');
}

async function takeTasks(page: Page): Promise<void> {
  await page.goto('/tasks?view=upcoming');
  const line = page.getByLabel('Add a task', { exact: true });
  // A date, for a day of the week may be read in two ways on that day.
  await line.fill(`Write the newsletter ~90min by ${dayAndMonth(3)} #website p2`);
  await page.getByText('Finish the report').first().waitFor();
  await page.getByRole('button', { name: /^Notifications/ }).waitFor();
  await takePicture(page, 'schedule-your-todo-list');
}

async function takeChats(page: Page): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message Dayloom' });
  const turns = page.getByRole('region', { name: 'Conversation' }).locator('ol > li');
  const say = async (text: string) => {
    const before = await turns.count();
    await box.fill(text);
    await box.press('Enter');
    await turns.nth(before).getByText('Dayloom answered:').waitFor({ state: 'attached' });
  };
  const day = dayAndMonth(3);
  await page.goto('/chat');
  await say(`Dinner with Ada on ${day} at 18:30 for 2 hours`);
  await say('Make it half an hour longer');
  await say(`When am I free on ${day} for an hour?`);
  await takePicture(page, 'ai-chat-assistant');
  await page.getByRole('button', { name: 'New chat' }).click();
  await say(`Cancel the interviews on ${day} and move the dinner to 19:00`);
  await page.getByRole('button', { name: 'Apply' }).first().waitFor();
  await takePicture(page, 'gpt-integration');
}

async function takeMeetings(page: Page, username: string): Promise<void> {
  await page.goto(`/calendar-flow?date=${date(0)}`);
  await page.getByRole('button', { name: 'New meeting request' }).click();
  const sheet = page.getByRole('dialog', { name: 'New meeting request' });
  await sheet.getByLabel('Title').fill('Pricing review');
  const people = sheet.getByRole('combobox', { name: 'People' });
  await people.fill(
    'Tomás Rivera <tomas@example.org>, Priya Shah <priya@example.org>, Jo Lee <jo@example.org>',
  );
  await people.press('Enter');
  await sheet
    .getByRole('button', { name: /^Propose / })
    .first()
    .waitFor();
  await takePicture(page, 'create-events-and-invite-others');
  await page.goto(`/${username}?type=30-min&date=${date(1)}`);
  await page
    .getByRole('button', { name: /^\d+:\d\d/ })
    .first()
    .waitFor();
  await takePicture(page, 'booking-pages');
}

async function pictureSettings(page: Page): Promise<void> {
  const open = async (tab: string, text: string | RegExp) => {
    await page.goto(`/settings?tab=${tab}`);
    await page.getByText(text).first().waitFor();
  };
  await open('tokens', /api\/mcp/);
  await takePicture(page, 'claude-and-other-agents');
  await open('preferences', 'Push Notifications');
  await page
    .getByRole('heading', { name: 'Reminders', exact: true })
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await takePicture(page, 'sms-reminders');
  await open('data', /Export/);
  await takePicture(page, 'your-data-can-leave');
  await open('accounts', 'No calendar is connected');
  await connect(page, 'Google', GOOGLE);
  await page.getByRole('heading', { name: GOOGLE }).waitFor();
  await page
    .getByText(/In sync/)
    .first()
    .waitFor();
  await takePicture(page, 'connected-calendars');
}

async function takeToday(page: Page): Promise<void> {
  await signUp(page);
  await callApi(page, 'PATCH', '/user/scheduling', { isChosen: true });
  // Weekends too, so that today has a plan.
  const week = Object.fromEntries(weekdays.map((day) => [day, [['09:00', '17:00']]]));
  await callApi(page, 'PUT', '/user/working-hours', { work: week, personal: week });
  const soon = (minutes: number) =>
    new Date(Math.ceil(Date.now() / (15 * MINUTE_MS)) * 15 * MINUTE_MS + minutes * MINUTE_MS).toISOString();
  await callApi(page, 'POST', '/events', { title: 'Design review', startsAt: soon(150), endsAt: soon(210) });
  await callApi(page, 'POST', '/events', { title: '1:1 with Sam', startsAt: soon(270), endsAt: soon(300) });
  for (const [title, durationMinutes, project] of [
    ['Board report', 120, 'work'],
    ['Draft pricing page', 90, 'website'],
    ['Hiring scorecards', 60, 'people'],
    ['Reply to Lena', 15, 'people'],
  ] as const)
    await callApi(page, 'POST', '/tasks', { title, durationMinutes, project, priority: 2 });
  const { proposal } = await callApi<{ proposal: { _id: string } }>(page, 'POST', '/plan/proposals', {});
  await callApi(page, 'POST', `/plan/proposals/${proposal._id}/accept`);
  const { tasks } = await callApi<{ tasks: { _id: string; title: string; version: number }[] }>(
    page,
    'GET',
    '/tasks?view=all',
  );
  const reply = tasks.find(({ title }) => title === 'Reply to Lena');
  await callApi(page, 'PATCH', `/tasks/${reply?._id}`, { status: 'done' });
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The first steps are done; the picture shows what comes after them.
  await page.locator('.first-steps-card').getByRole('button', { name: 'Close' }).click();
  await page.locator('.first-steps-card').waitFor({ state: 'detached' });
  await page.getByText('Planned today').waitFor();
  await page.getByText('Board report').first().waitFor();
  await page.getByRole('button', { name: /^Notifications/ }).waitFor();
  await takePicture(page, 'productivity-dashboard');

  const report = tasks.find(({ title }) => title === 'Board report');
  await page.goto(`/pomodoro?task=${report?._id}`);
  const choice = page.getByRole('combobox', { name: 'Change task' });
  await expect.poll(() => choice.textContent()).toBe(report?.title);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await takePicture(page, 'focus-timer');
}

const options = {
  timezoneId: MORNING_ZONE,
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1.25,
  colorScheme: 'dark',
} as const;

it('has pictures of planning, tasks, the assistant, meetings and settings', async () => {
  const { page } = await openBrowser(options);
  await signUp(page);
  await fillNextWeek(page);
  const { user } = await callApi<{ user: { username: string } }>(page, 'GET', '/user/profile');
  await takePlanning(page);
  await takeTasks(page);
  await takeChats(page);
  await takeMeetings(page, user.username);
  await pictureSettings(page);
  expect(page.url()).toContain('/settings');
});

it('has a picture of an overloaded week', async () => {
  const { page } = await openBrowser(options);
  await signUp(page);
  await fillNextWeek(page);
  await takeOverload(page);
  expect(page.url()).toContain('/calendar-flow');
});

it('has pictures of the day: the dashboard and the focus timer', async () => {
  const { page } = await openBrowser(options);
  await takeToday(page);
  expect(page.url()).toContain('/pomodoro');
});
