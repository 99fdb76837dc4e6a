import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleAtEveryWidth, openBrowser, origin, WIDTHS } from './support/browser.ts';
import { connect, findEvents, OUTLOOK, syncNow, tomorrowAt } from './support/calendar-accounts.ts';
import { listMails, MAILED } from './support/mails.ts';
import { signUp } from './support/sign-up.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('an invitation of somebody else is answered yes, then maybe, which is undone before the organizer hears', {
  timeout: 300_000,
}, async () => {
  const { page } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=accounts');
  await connect(page, 'Outlook', OUTLOOK);
  const organizer = `olga.${Date.now()}@example.org`;
  const title = `Board meeting ${Date.now()}`;
  const startsAt = tomorrowAt(11);
  const written = await page.request.post(`${origin}/sandbox/calendars`, {
    data: { account: OUTLOOK, title, startsAt: startsAt.slice(0, 16), organizer },
  });
  expect(written.ok()).toBe(true);
  await syncNow(page);
  await expect.poll(async () => (await findEvents(page, title)).length, MAILED).toBe(1);
  await page.goto(`/calendar-flow?date=${startsAt.slice(0, 10)}`);
  const item = new RegExp(`^${title}, Event`);
  const answers = page.getByRole('group', { name: 'Your answer' });
  const expectAnswer = async (name: string) => {
    await expect
      .poll(() => answers.getByRole('button', { pressed: true }).allInnerTexts(), MAILED)
      .toEqual([name]);
  };
  const subjects = async () => (await listMails(organizer)).map(({ subject }) => subject);

  await press(page, item);
  await page.getByText(organizer).waitFor();
  expect(await answers.getByRole('button', { pressed: true }).count()).toBe(0);
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);
  await answers.getByRole('button', { name: 'Yes' }).click();
  await expectAnswer('Yes');
  await expect.poll(subjects, MAILED).toEqual([`Accepted: ${title}`]);

  await answers.getByRole('button', { name: 'Maybe' }).click();
  await expectAnswer('Maybe');
  await page.keyboard.press('Escape');
  const waiting = page.getByRole('region', { name: 'Mails about to be sent' });
  await waiting.getByRole('button', { name: 'Undo' }).click();
  await waiting.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await press(page, item);
  await expectAnswer('Yes');
  // Mails leave in order: once the later answer is here, a mail about 'Maybe' would be here too.
  await answers.getByRole('button', { name: 'No' }).click();
  await expect.poll(subjects, MAILED).toEqual([`Declined: ${title}`, `Accepted: ${title}`]);
});
