import { DAY_MS } from '@dayloom/time';
import { expect, it } from 'vitest';
import { callApi, expectAccessible, openBrowser, WIDTHS } from './support/browser.ts';
import { ACCOUNTS } from './support/full-account.ts';
import { signUp } from './support/sign-up.ts';

interface Block {
  readonly _id: string;
  readonly title: string;
  readonly startsAt: string;
  readonly isPinned: boolean;
}

/** The next working day from tomorrow on. */
function nextWorkday(): string {
  let day = Date.now() + DAY_MS;
  while ([0, 6].includes(new Date(day).getUTCDay())) day += DAY_MS;
  return new Date(day).toISOString().slice(0, 10);
}

it.each(ACCOUNTS)(
  'with $account, an overload is proven, one click applies a fix, and undo reverts it',
  async ({ signUp }) => {
    const { page, complaints } = await openBrowser();
    await signUp(page);
    const hard = { dueOn: nextWorkday(), dueKind: 'hard' };
    const pieces = { isSplittable: true, minChunkMinutes: 60, maxChunkMinutes: 240 };
    const add = async (fields: object) =>
      (await callApi<{ task: { _id: string } }>(page, 'POST', '/tasks', { ...hard, ...fields })).task._id;
    // At most two days of eight hours remain before it.
    await add({ title: 'Thesis', durationMinutes: 480, priority: 1, ...pieces });
    await add({ title: 'Slides', durationMinutes: 480, priority: 2, ...pieces });
    const errands = await add({ title: 'Errands', durationMinutes: 180, priority: 4 });
    const isSomeday = async () =>
      (await callApi<{ task: { isSomeday: boolean } }>(page, 'GET', `/tasks/${errands}`)).task.isSomeday;

    await page.goto('/calendar-flow');
    await page.getByRole('button', { name: 'Plan my week' }).first().click();
    const banner = page.getByRole('region', { name: 'Proposed plan' });
    await banner.getByRole('button', { name: 'Accept all' }).click();
    await page.getByText('Plan saved').waitFor();

    // The dashboard and the calendar show what does not fit, and why.
    await page.goto('/dashboard');
    const issues = page.getByRole('region', { name: 'Issues' });
    await issues
      .getByText(/Hard deadline/)
      .first()
      .waitFor();
    await issues
      .getByRole('button', { name: /Then everything fits|still at risk/ })
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.goto('/calendar-flow');
    const fixes = page.getByRole('region', { name: 'At risk' }).getByRole('button', { name: 'Fixes' });
    await fixes.waitFor();
    await page.setViewportSize(WIDTHS.phone);
    const chat = page.getByLabel('Open chat');
    const findGap = async () => {
      const [button, corner] = [await fixes.boundingBox(), await chat.boundingBox()];
      return button && corner && corner.x - (button.x + button.width);
    };
    await expect
      .poll(findGap, { message: 'room between Fixes and the chat button' })
      .toBeGreaterThanOrEqual(8);
    await page.setViewportSize(WIDTHS.desktop);
    await fixes.click();
    const sheet = page.getByRole('dialog', { name: 'Fixes' });
    await sheet.getByText(/need 19 h before .*; \d+ h(?: \d+)? exist\./).waitFor();
    for (const viewport of Object.values(WIDTHS)) {
      await page.setViewportSize(viewport);
      await expect
        .poll(() =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        )
        .toBe(0);
    }
    await expectAccessible(page);

    await sheet.getByRole('button', { name: "Do it: Move 'Errands' to Someday" }).click();
    await page.getByText("'Errands' is in Someday").waitFor();
    expect(await isSomeday()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(isSomeday).toBe(false);

    // A longer day: hours of that date only.
    const ownDates = async () =>
      (await callApi<{ settings: { hoursOverrides: object[] } }>(page, 'GET', '/user/settings')).settings
        .hoursOverrides.length;
    // On the strip, or on the banner if there is a better plan by now.
    await page.getByRole('button', { name: 'Fixes' }).click();
    await sheet
      .getByRole('button', { name: /^Do it: Work .+ too$/ })
      .first()
      .click();
    await page.getByText(/ is open$/).waitFor();
    expect(await ownDates()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(ownDates).toBe(0);
    expect(complaints).toEqual([]);
  },
);

it('another time for a block shows its price, and can be applied and undone', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  for (const title of ['Board report', 'Pricing page'])
    await callApi(page, 'POST', '/tasks', { title, durationMinutes: 120, dueOn: nextWorkday(), priority: 1 });
  const { proposal } = await callApi<{ proposal: { _id: string } }>(page, 'POST', '/plan/proposals', {});
  await callApi(page, 'POST', `/plan/proposals/${proposal._id}/accept`);
  const blocks = async () => (await callApi<{ plan: { blocks: Block[] } }>(page, 'GET', '/plan')).plan.blocks;
  const [, block] = await blocks();
  if (!block) throw new Error('Nothing was planned.');
  const current = async () => (await blocks()).find(({ _id }) => _id === block._id);

  await page.goto(`/calendar-flow?date=${block.startsAt.slice(0, 10)}&block=${block._id}`);
  await page.getByRole('button', { name: 'Why not another time?' }).click();
  const places = page.getByRole('list', { name: 'Next best times' });
  await places.getByRole('button').last().click();
  await page.getByRole('button', { name: 'Do it' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Do it' }).click();
  await expect.poll(async () => (await current())?.isPinned).toBe(true);
  expect((await current())?.startsAt).not.toBe(block.startsAt);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(current).toMatchObject({ startsAt: block.startsAt, isPinned: false });

  // In the task's sheet, the preview follows the fields.
  const { tasks } = await callApi<{ tasks: { _id: string }[] }>(page, 'GET', '/tasks?q=Pricing');
  await page.goto(`/tasks?task=${tasks[0]?._id}`);
  const sheet = page.getByRole('dialog', { name: 'Pricing page' });
  await sheet.getByLabel('Duration').fill('1 h');
  await sheet.getByText(/^Fits .*–/).waitFor();
  await sheet.getByLabel('Duration').fill('10 h');
  await sheet.getByText(/^Doesn't fit .*: \d+ h(?: \d+)? short/).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
