import { DAY_MS } from '@dayloom/time';
import { expect, it } from 'vitest';
import { callApi, expectAccessible, expectNoSidewaysScroll, openBrowser } from './support/browser.ts';
import { ACCOUNTS } from './support/full-account.ts';
import { signUp } from './support/sign-up.ts';

/** Always in the future, however old these tests are. */
const SOON = new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10);

it('an event of 15 minutes shows its title and time, even next to another', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  const at = (hour: string) => `${SOON}T${hour}:00Z`;
  for (const [title, from, to] of [
    ['Call Ann', '10:00', '10:15'],
    ['Call Ben about the very long and winding contract', '10:15', '10:30'],
    ['Stretch', '10:30', '11:00'],
    // Where their places are no whole numbers of pixels.
    ['Call Cem', '12:15', '12:30'],
    ['Call Dia', '12:30', '12:50'],
  ] as const)
    await callApi(page, 'POST', '/events', {
      title,
      startsAt: at(from),
      endsAt: at(to),
      timeZone: 'Europe/Berlin',
    });
  await page.goto(`/calendar-flow?date=${SOON}`);
  const short = page.getByRole('button', { name: /^Call Ann/ });
  await short.waitFor();
  const alone = await page.getByRole('button', { name: /^Stretch/ }).boundingBox();
  for (const name of [/^Call Ann/, /^Call Ben/, /^Call Cem/, /^Call Dia/]) {
    const item = page.getByRole('button', { name });
    const box = await item.boundingBox();
    // Full width: consecutive events do not share a column.
    expect(box?.width).toBeCloseTo(alone?.width ?? 0, 0);
    const isCut = (selector: string) =>
      item.locator(selector).evaluate((part) => {
        const frame = part.closest('[role="button"]')?.getBoundingClientRect();
        const inner = part.getBoundingClientRect();
        return !frame || inner.height < 12 || inner.top < frame.top || inner.bottom > frame.bottom;
      });
    expect(await isCut('.cg-title')).toBe(false);
    expect(await isCut('.cg-face > .cg-time')).toBe(false);
  }
  await expectNoSidewaysScroll(page);
});

it('the hours of an empty week can be scrolled by keyboard', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  await page.goto('/calendar-flow?date=2027-05-12');
  const hours = page.getByRole('rowgroup', { name: 'Hours' });
  await hours.waitFor();
  await expectAccessible(page);
  // Also after a change of the view.
  await page.keyboard.press('m');
  await hours.waitFor({ state: 'detached' });
  await page.keyboard.press('w');
  await hours.focus();
  const reached = () => hours.evaluate((scroller) => scroller.scrollTop);
  const before = await reached();
  await page.keyboard.press('ArrowDown');
  await expect.poll(reached).toBeGreaterThan(before);
  await expectAccessible(page);
});

/** A day in two to three weeks; 6 is a Saturday, whose column goes away while the details are open. */
const getSoonOnWeekday = (weekday: number): string => {
  const days = Array.from({ length: 7 }, (_, at) => new Date(Date.parse(SOON) + at * DAY_MS));
  return (days.find((day) => day.getUTCDay() === weekday) ?? new Date(SOON)).toISOString().slice(0, 10);
};

it.each(ACCOUNTS.flatMap((account) => [3, 6].map((weekday) => ({ ...account, weekday }))))(
  'with $account, Escape closes the details of a block on weekday $weekday and returns the focus to it',
  async ({ signUp, weekday }) => {
    const { page } = await openBrowser();
    const soon = getSoonOnWeekday(weekday);
    await signUp(page);
    const { task } = await callApi<{ task: { _id: string } }>(page, 'POST', '/tasks', {
      title: 'Board report',
    });
    await callApi(page, 'POST', '/blocks', {
      taskId: task._id,
      startsAt: `${soon}T10:00:00Z`,
      endsAt: `${soon}T11:00:00Z`,
    });
    await page.goto(`/calendar-flow?date=${soon}`);
    const item = page.getByRole('button', { name: /^Board report, Planned block/ });
    await item.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Why here?' }).press('Enter');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('button', { name: 'Unpin' }).focus();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await expect.poll(() => item.evaluate((element) => element === document.activeElement)).toBe(true);
  },
);

/** Inter, which may arrive during a test, changes the width of the hours and with it that of the columns by pixels. */
const inPlace = (box: { x: number; y: number; width: number; height: number }) => ({
  ...box,
  x: expect.closeTo(box.x, -1),
  width: expect.closeTo(box.width, -1),
});

it.each(ACCOUNTS)(
  'with $account, Escape cancels a drag, and the arrows go from item to item',
  async ({ signUp }) => {
    const { page } = await openBrowser();
    await signUp(page);
    const titles = ['First', 'Second'];
    for (const [index, title] of titles.entries())
      await callApi(page, 'POST', '/events', {
        title,
        // Before the meetings of a full account.
        startsAt: `${SOON}T0${5 + index * 2}:00:00Z`,
        endsAt: `${SOON}T0${6 + index * 2}:00:00Z`,
      });
    await page.goto(`/calendar-flow?date=${SOON}`);
    const [first, second] = titles.map((title) =>
      page.getByRole('button', { name: new RegExp(`^${title}, Event`) }),
    );
    await first?.scrollIntoViewIfNeeded();
    const box = await first?.boundingBox();
    if (!box) throw new Error('The event is not on the grid.');
    const patches: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()));
    await page.mouse.move(box.x + 20, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 60, { steps: 6 });
    await page.locator('.cg-is-mirror').waitFor();
    // The place that it leaves stays visible.
    await page.locator('.cg-is-dragging:not(.cg-is-mirror)').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.cg-is-mirror').waitFor({ state: 'detached' });
    await page.mouse.up();
    await expect.poll(() => first?.boundingBox()).toEqual(inPlace(box));
    expect(patches).toEqual([]);
    expect(await page.getByRole('dialog').count()).toBe(0);

    await first?.focus();
    await page.keyboard.press('ArrowDown');
    const isFocused = () => second?.evaluate((element) => element === document.activeElement);
    expect(await isFocused()).toBe(true);
  },
);

it.each(ACCOUNTS)(
  'with $account, a change that arrives during a drag loses neither the item nor the drop',
  async ({ signUp }) => {
    const { page } = await openBrowser();
    await signUp(page);
    const times = (hour: number) => ({
      startsAt: `${SOON}T${hour}:00:00Z`,
      endsAt: `${SOON}T${hour + 1}:00:00Z`,
    });
    await callApi(page, 'POST', '/events', { title: 'Dragged', ...times(10) });
    await page.goto(`/calendar-flow?date=${SOON}`);
    const dragged = page.getByRole('button', { name: /^Dragged, Event/ });
    const addDuringDrag = async (title: string, hour: number) => {
      await dragged.scrollIntoViewIfNeeded();
      const box = await dragged.boundingBox();
      if (!box) throw new Error('The event is not on the grid.');
      await page.mouse.move(box.x + 20, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + 20, box.y + 80, { steps: 6 });
      await page.locator('.cg-is-mirror').waitFor();
      const arrived = page.waitForResponse((response) => response.url().includes('/api/events?'));
      await callApi(page, 'POST', '/events', { title, ...times(hour) });
      await (await arrived).finished();
      return box;
    };
    const box = await addDuringDrag('Cancelled meanwhile', 14);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.getByRole('button', { name: /^Cancelled meanwhile, Event/ }).waitFor();
    expect(await dragged.boundingBox()).toEqual(inPlace(box));

    await addDuringDrag('Dropped meanwhile', 16);
    const patched = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.mouse.up();
    await patched;
    await page.getByRole('button', { name: /^Dropped meanwhile, Event/ }).waitFor();
    expect((await dragged.boundingBox())?.y).toBeGreaterThan(box.y + 30);
  },
);

it('an empty calendar says how to begin, and the hours keep their place', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  await page.goto('/calendar-flow');
  await page.getByText('Nothing here yet').waitFor();
  const hours = page.getByRole('rowgroup', { name: 'Hours' });
  const findHours = async () => (await hours.boundingBox())?.y;
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(findHours).toBeLessThanOrEqual(160);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(findHours).toBeLessThanOrEqual(170);
});
