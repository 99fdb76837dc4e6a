import { MINUTE_MS } from '@dayloom/time';
import { expect, it } from 'vitest';
import { callApi, expectAccessible, MORNING_ZONE, openBrowser, WIDTHS } from './support/browser.ts';
import { fillSignIn, signUp } from './support/sign-up.ts';

it('a captured task is planned, worked on with the focus timer, finished, and counted on the dashboard', async () => {
  const { page, complaints } = await openBrowser({ timezoneId: MORNING_ZONE });
  const person = await signUp(page);
  await page.goto('/dashboard');
  await page.getByLabel('Add a task').fill('Board report 1h');
  await page.getByLabel('Add a task').press('Enter');
  await page.getByText('“Board report” added').waitFor();
  // By keyboard: what is pressed goes away, and the next Tab goes on in the page.
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await page.getByRole('link', { name: 'Plan my week' }).press('Enter');
  await page.getByRole('button', { name: 'Accept all' }).waitFor();
  expect(await focused()).toBe('main');
  await page.getByRole('button', { name: 'Accept all' }).press('Enter');
  await page.getByRole('button', { name: 'Accept all' }).waitFor({ state: 'detached' });
  expect(await focused()).toBe('main');
  await page
    .getByRole('button', { name: /^Board report/ })
    .first()
    .waitFor();

  // A session that ended a minute ago, while the page was closed.
  await page.evaluate(
    (endsAt) =>
      localStorage.setItem(
        'dayloom.focus',
        JSON.stringify({ mode: 'focus', finished: 0, endsAt, leftMs: 0 }),
      ),
    Date.now() - MINUTE_MS,
  );
  const { tasks } = await callApi<{ tasks: { _id: string }[] }>(page, 'GET', '/tasks');
  // A title that is wider than a phone is cut in the list of tasks.
  const long = await callApi<{ task: { _id: string } }>(page, 'POST', '/tasks', {
    title: 'Review the quarterly numbers and '.repeat(4).trim(),
  });
  await page.goto(`/pomodoro?task=${tasks[0]?._id}`);
  const question = page.getByRole('group', { name: "25 min on 'Board report'. How did it go?" });
  await question.waitFor();
  await expectAccessible(page);
  for (const viewport of Object.values(WIDTHS)) {
    await page.setViewportSize(viewport);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBe(0);
  }
  await question.getByRole('button', { name: 'Done' }).click();
  await page.getByText('The task is done.').waitFor();

  // Another device shows the same timer: the session is over, and a break comes next.
  const { page: other } = await openBrowser({ timezoneId: MORNING_ZONE });
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Log in' }).click();
  await fillSignIn(other, person);
  await other.waitForURL('**/dashboard');
  await other.goto('/pomodoro');
  await other.getByText('25 min of focus today').waitFor();
  await other.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();

  // The app shows it above every page, and both devices follow.
  await page.goto('/dashboard');
  const player = page.getByRole('region', { name: 'Focus timer' });
  await player.getByText('Short break').waitFor();
  await player.getByRole('button', { name: 'Pause the timer' }).click();
  await other.getByRole('button', { name: 'Start' }).waitFor();
  await page.getByText('25 min this week').waitFor();
  await page.getByText('10', { exact: true }).waitFor();
  await expectAccessible(page);

  // 'Start focus' begins the session on its task; a reload goes on with it.
  await page.goto('/pomodoro');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.goto(`/pomodoro?task=${long.task._id}&start=1`);
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(new URL(page.url()).search).toBe(`?task=${long.task._id}`);
  await page.reload();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(complaints).toEqual([]);
});

it('the block under way says until when it is due and why it is there, and gets 15 minutes more', async () => {
  const { page, complaints } = await openBrowser({ timezoneId: MORNING_ZONE });
  await signUp(page);
  const inMinutes = (minutes: number) =>
    new Date((Math.floor(Date.now() / MINUTE_MS) + minutes) * MINUTE_MS).toISOString();
  const { task } = await callApi<{ task: { _id: string } }>(page, 'POST', '/tasks', {
    title: 'Board report',
    notes: 'Revenue is **drafted**.',
    durationMinutes: 60,
    dueAt: inMinutes(48 * 60),
    dueKind: 'hard',
  });
  const endsAt = inMinutes(50);
  await callApi(page, 'POST', '/blocks', { taskId: task._id, startsAt: inMinutes(-10), endsAt });
  await page.goto('/dashboard');
  const now = page.getByRole('region', { name: 'Now and next' });
  await now.getByText(/^Due .*, hard$/).waitFor();
  await now.getByText('Revenue is drafted.').waitFor();
  for (const viewport of Object.values(WIDTHS)) {
    await page.setViewportSize(viewport);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBe(0);
  }
  await now.getByRole('button', { name: 'Why here?' }).click();
  const why = page.getByRole('dialog', { name: 'Board report' });
  await why.getByRole('heading', { name: 'Why here?' }).waitFor();
  await expectAccessible(page);
  await why.getByRole('button', { name: 'Close' }).click();
  const end = async () => {
    const { plan } = await callApi<{ plan: { blocks: { endsAt: string }[] } }>(page, 'GET', '/plan');
    return plan.blocks.map((block) => block.endsAt);
  };
  await now.getByRole('button', { name: '+15 min' }).click();
  await now.getByText(/ of 1 h 15$/).waitFor();
  await expect.poll(end).toEqual([new Date(Date.parse(endsAt) + 15 * MINUTE_MS).toISOString()]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await now.getByText(/ of 1 h$/).waitFor();
  await expect.poll(end).toEqual([endsAt]);
  expect(complaints).toEqual([]);
});
