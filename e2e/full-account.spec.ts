import { expect, it } from 'vitest';
import { measureAnswer } from './support/answers.ts';
import { callApi, openBrowser } from './support/browser.ts';
import { EVENTS, fillAccount, TASKS } from './support/full-account.ts';
import { signUp } from './support/sign-up.ts';

interface Block {
  readonly _id: string;
  readonly title: string;
  readonly startsAt: string;
  readonly isPinned: boolean;
}

/** What a person takes for at once. */
const AT_ONCE_MS = 100;

it(`with ${TASKS} tasks and ${EVENTS} events, everything of the first week works`, async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await fillAccount(page);
  const answers: Record<string, number> = {};
  const take = async (step: string, walk: () => Promise<unknown>) => {
    answers[step] = Math.round(await measureAnswer(page, walk));
  };
  const findNew = async () => (await callApi<{ tasks: object[] }>(page, 'GET', '/tasks?q=workshop')).tasks;
  const listBlocks = async () =>
    (await callApi<{ plan: { blocks: Block[] } }>(page, 'GET', '/plan')).plan.blocks;

  await page.goto('/dashboard');
  await take('quick add on the dashboard', async () => {
    await page.keyboard.press('q');
    const quickAdd = page.getByLabel('Add a task', { exact: true }).last();
    // As fast as a person: keys that come at once wait for each other.
    await quickAdd.pressSequentially('Prepare the workshop 1h in 3 days p1', { delay: 60 });
    await quickAdd.press('Enter');
    await expect.poll(findNew).toMatchObject([{ title: 'Prepare the workshop', durationMinutes: 60 }]);
  });

  await page.goto('/tasks');
  await take('open a task, change and save it', async () => {
    await page.getByLabel('Search tasks').fill('workshop');
    await page.getByRole('button', { name: /^Prepare the workshop/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Prepare the workshop' });
    await sheet.getByLabel('Duration').fill('2 h');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(findNew).toMatchObject([{ title: 'Prepare the workshop', durationMinutes: 120 }]);
  });
  await take('complete a task, and undo it', async () => {
    await page.getByRole('checkbox', { name: /Prepare the workshop/ }).click();
    // The offer to undo what was saved may still be there.
    const offer = page.locator('.toast').filter({ hasText: /^Done/ });
    await offer.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('checkbox', { name: /Prepare the workshop/, checked: false }).waitFor();
  });

  await page.goto('/calendar-flow');
  await take('open an event', async () => {
    await page
      .getByRole('button', { name: /^Meeting/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: /^Meeting/ }).waitFor();
    await page.keyboard.press('Escape');
  });
  await take('open a task next to the calendar', async () => {
    await page
      .getByRole('button', { name: /^Task \d+$/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: /^Task/ }).waitFor();
    await page.keyboard.press('Escape');
  });
  await take('plan the week', async () => {
    await page.getByRole('button', { name: 'Plan my week' }).first().click();
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.getByText('Plan saved').waitFor();
  });
  // The last one: a block that runs now cannot be moved.
  const moved = (await listBlocks()).at(-1) as Block;
  const findMoved = async () => (await listBlocks()).find(({ _id }) => _id === moved._id);
  await page.goto(`/calendar-flow?date=${moved.startsAt.slice(0, 10)}&block=${moved._id}`);
  await page.locator('[data-item-id]').first().waitFor();
  await take('pin a block', async () => {
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect.poll(async () => (await findMoved())?.isPinned).toBe(true);
  });
  await take('undo it', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(findMoved).toMatchObject({ startsAt: moved.startsAt, isPinned: false });
  });
  await page.keyboard.press('Escape');
  await take('drag a block', async () => {
    const block = page.locator(`[data-item-id$="${moved._id}"]`).first();
    await block.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await block.boundingBox();
    if (!box) throw new Error('The block is not on the grid.');
    await page.mouse.move(box.x + box.width / 2, box.y + 6);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - 120, { steps: 12 });
    await page.mouse.up();
    await expect.poll(async () => (await findMoved())?.isPinned).toBe(true);
    expect((await findMoved())?.startsAt).not.toBe(moved.startsAt);
  });
  await take('undo the drag', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(findMoved).toMatchObject({ startsAt: moved.startsAt, isPinned: false });
  });
  for (const [key, view] of [
    ['d', 'Day'],
    ['m', 'Month'],
    ['a', 'Agenda'],
    ['w', 'Week'],
  ] as const) {
    await take(`the view ${view}`, async () => {
      await page.keyboard.press(key);
      await page.getByRole('radio', { name: view, checked: true }).waitFor();
    });
  }

  console.log(`most milliseconds of computing until an answer: ${JSON.stringify(answers)}`);
  const slow = Object.entries(answers).filter(([, milliseconds]) => milliseconds > AT_ONCE_MS);
  expect(slow).toEqual([]);
  expect(complaints).toEqual([]);
});
