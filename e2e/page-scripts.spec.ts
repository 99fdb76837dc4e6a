import { DAY_MS, HOUR_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listPageScripts } from '../scripts/budgets.ts';
import { measureAnswer } from './support/answers.ts';
import { callApi, MORNING_ZONE, openBrowser } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

const ROOT = new URL('..', import.meta.url).pathname;
/** What a person takes for at once. */
const AT_ONCE_MS = 100;
/** Far more than a day holds, so that the dashboard has issues, and asks the planner for fixes. */
const TASKS = 12;

interface PlanAnswer {
  readonly proposal: { readonly _id: string };
}

/** Somebody whose plan does not fit, and for whom a proposal waits: pages then load all that they load by themselves. */
async function fillAccount(page: Page): Promise<void> {
  const dueOn = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const toTask = (_: unknown, index: number) => ({ title: `Task ${index}`, durationMinutes: 480, dueOn });
  await callApi(page, 'POST', '/tasks/import', { tasks: Array.from({ length: TASKS }, toTask) });
  const { proposal } = await callApi<PlanAnswer>(page, 'POST', '/plan/proposals', {});
  await callApi(page, 'POST', `/plan/proposals/${proposal._id}/accept`, {});
  await callApi(page, 'POST', '/tasks', { title: 'One more', durationMinutes: 30 });
  await callApi(page, 'POST', '/plan/proposals', {});
}

it('each page loads the scripts that its budget counts, and no others', async () => {
  const { page, complaints } = await openBrowser({ timezoneId: MORNING_ZONE });
  const seen = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) seen.add(pathname.slice(1));
  });
  await signUp(page);
  await fillAccount(page);
  const signedIn = listPageScripts(ROOT).filter(({ page: path }) => !['/login', '/signup'].includes(path));
  expect(signedIn).toHaveLength(6);
  for (const { page: path, complete, prefetched } of signedIn) {
    const expected = [...complete, ...prefetched].toSorted();
    seen.clear();
    await page.goto(path);
    await expect.poll(() => [...seen].toSorted(), { message: path }).toEqual(expected);
    // Nothing else comes when it has nothing more to do.
    await page.evaluate(
      () => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done, { timeout: 2_000 }))),
    );
    expect([...seen].toSorted(), path).toEqual(expected);
  }
  expect(complaints).toEqual([]);
});

it('what is not loaded yet is answered at once by its frame', async () => {
  const { page, complaints } = await openBrowser({ timezoneId: MORNING_ZONE });
  await signUp(page);
  await callApi(page, 'POST', '/tasks', { title: 'Water the plants', durationMinutes: 30 });
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString();
  const endsAt = new Date(Date.now() + 2 * HOUR_MS).toISOString();
  await callApi(page, 'POST', '/events', { title: 'Stand-up', startsAt, endsAt });
  const parts =
    /\/assets\/(?:item-card|event-editor|block-details|task-overlay|task-form|notification-list)-[^/]*\.js$/;
  const item = page.getByRole('button', { name: /^Stand-up/ });
  const answers: Record<string, number> = {};
  const open = async (step: string, act: () => Promise<unknown>, frame: string, loading: string) => {
    const held = Promise.withResolvers<void>();
    await page.route(parts, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/calendar-flow');
    await item.waitFor();
    await page.getByRole('button', { name: /^Notifications/ }).waitFor();
    const skeleton = page.getByRole('dialog', { name: frame }).getByText(loading);
    const show = async () => {
      await act();
      await skeleton.waitFor({ state: 'attached' });
    };
    answers[step] = Math.round(await measureAnswer(page, show));
    held.resolve();
    await skeleton.waitFor({ state: 'detached' });
    await page.unroute(parts);
  };
  const task = page.getByRole('button', { name: 'Water the plants' }).first();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await open('an event', () => item.click(), 'Stand-up', 'Loading the details');
  await open('a new event', () => page.keyboard.press('c'), 'Event', 'Loading the event');
  await open('a task', () => task.click(), 'Task', 'Loading the task');
  await open('the bell', () => bell.click(), 'Notifications', 'Loading notifications');
  // The content is higher than the frame. All of it is in the window.
  const height = 520;
  await page.setViewportSize({ width: 1180, height });
  await open('an event in a low window', () => item.click(), 'Stand-up', 'Loading the details');
  const card = page.getByRole('dialog', { name: 'Stand-up' });
  await card.getByRole('button', { name: 'Edit' }).waitFor();
  await expect
    .poll(async () => {
      const box = await card.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    })
    .toBe(true);

  console.log(`milliseconds of computing until a frame: ${JSON.stringify(answers)}`);
  expect(Object.entries(answers).filter(([, milliseconds]) => milliseconds > AT_ONCE_MS)).toEqual([]);
  expect(complaints).toEqual([]);
});
