import { MINUTE_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callApi, expectAccessible, MORNING_ZONE, openBrowser, origin } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

/** The jobs that look at plans and send texts run every minute. */
const JOBS_MS = 240_000;

interface Block {
  readonly _id: string;
  readonly taskId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}
interface Plan {
  readonly plan: { readonly blocks: readonly Block[] };
}
interface Task {
  readonly task: { readonly _id: string };
}
interface Events {
  readonly occurrences: readonly object[];
}

const inMinutes = (minutes: number) =>
  new Date(Math.floor(Date.now() / MINUTE_MS + minutes) * MINUTE_MS).toISOString();

async function readBlock(page: Page, taskId: string): Promise<Block> {
  const { plan } = await callApi<Plan>(page, 'GET', '/plan');
  const block = plan.blocks.find((one) => one.taskId === taskId);
  if (!block) throw new Error('The task has no block.');
  return block;
}

/** Premium by the trial, a verified number, and consent. */
async function getTexts(page: Page): Promise<string> {
  await page.goto('/settings?tab=billing');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.getByRole('button', { name: 'Start trial' }).click();
  await page.getByText(/Your free trial lasts until/).waitFor();
  const mobile = `+1617555${String(Date.now() % 10_000).padStart(4, '0')}`;
  await callApi(page, 'POST', '/user/generate-otp', { mobile });
  const { messages } = await (
    await page.request.get(`${origin}/sandbox/messages?to=${encodeURIComponent(mobile)}`)
  ).json();
  await callApi(page, 'POST', '/user/verify-otp', { otpCode: /\d{6}/.exec(messages[0].text)?.[0] });
  await callApi(page, 'PUT', '/user/sms-reminders', { enabled: true, consent: true });
  return mobile;
}

it('a plan is fixed when a meeting lands on a block, and a text answered with 2 moves another one', async () => {
  const { page, complaints } = await openBrowser({ timezoneId: MORNING_ZONE });
  await signUp(page);
  const mobile = await getTexts(page);
  await callApi(page, 'PATCH', '/user/scheduling', { automaticReplanning: 'propose' });
  await callApi(page, 'PATCH', '/reminders/settings', {
    defaults: { block: [{ minutesBefore: 30, channels: ['sms'] }], event: [] },
  });
  const add = async (title: string, fields: object = {}) =>
    (
      await callApi<Task>(page, 'POST', '/tasks', {
        title,
        durationMinutes: 60,
        isSplittable: false,
        ...fields,
      })
    ).task._id;
  const slides = await add('Slides', { startAfter: inMinutes(24 * 60) });
  const { proposal } = await callApi<{ proposal: { _id: string } }>(page, 'POST', '/plan/proposals', {});
  await callApi(page, 'POST', `/plan/proposals/${proposal._id}/accept`, {});
  const report = await add('Report');
  await callApi(page, 'POST', '/blocks', { taskId: report, startsAt: inMinutes(30) });
  const before = await readBlock(page, slides);
  const { startsAt, endsAt } = before;
  await callApi(page, 'POST', '/events', { title: 'Board meeting', startsAt, endsAt });
  const range = `/events?from=${startsAt}&to=${endsAt}`;
  const meetings = await callApi<Events>(page, 'GET', range);

  // The dashboard says so at once, and the proposal comes by itself, on whatever page.
  await page.goto('/dashboard');
  const issues = page.getByRole('region', { name: 'Issues' });
  await issues.getByText(/'Slides' on .* lies under an event\./).waitFor();
  await page.getByText('1 block overlaps').waitFor();
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor({ timeout: JOBS_MS });
  expect(await readBlock(page, slides)).toEqual(before);
  await issues.getByText(/^New plan: 1 block to move\./).waitFor();
  await issues.getByRole('button', { name: /^Accept the new plan Moves 'Slides' to / }).waitFor();
  await issues.getByText(/'Slides' on .* lies under an event\./).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expectAccessible(page);
  await list.getByRole('button', { name: / · Plan|Plan · / }).click();
  const banner = page.getByRole('region', { name: 'Proposed plan' });
  await banner.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Plan saved').waitFor();
  const replanned = await readBlock(page, slides);
  expect(replanned.startsAt >= endsAt || replanned.endsAt <= startsAt).toBe(true);
  expect(await callApi<Events>(page, 'GET', range)).toEqual(meetings);

  // The text has come meanwhile, or comes now.
  const reminded = await readBlock(page, report);
  const phone = await page.context().newPage();
  await expect
    .poll(
      async () => {
        await phone.goto(`/sandbox/phone?number=${encodeURIComponent(mobile)}`);
        return phone.getByText('Report. Starts', { exact: false }).count();
      },
      { timeout: JOBS_MS, interval: 2_000 },
    )
    .toBe(1);
  await phone.getByLabel(/^Answer as/).fill('2');
  await phone.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect.poll(async () => (await readBlock(page, report)).startsAt).not.toBe(reminded.startsAt);
  const moved = await readBlock(page, report);
  expect(moved._id).toBe(reminded._id);
  expect(Date.parse(moved.startsAt)).toBeGreaterThanOrEqual(Date.now() + 30 * MINUTE_MS);
  expect(await readBlock(page, slides)).toEqual(replanned);
  expect(complaints).toEqual([]);
}, 480_000);
