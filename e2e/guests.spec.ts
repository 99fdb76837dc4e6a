import { DAY_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectAccessibleAtEveryWidth,
  expectNoSidewaysScroll,
  openBrowser,
  origin,
  WIDTHS,
} from './support/browser.ts';
import { connect, findEvents, OUTLOOK, syncNow, tomorrowAt } from './support/calendar-accounts.ts';
import { signUp } from './support/sign-up.ts';

/** Mails wait 30 seconds for an undo. */
const MAILED = { timeout: 120_000 };

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly content: string }[];
}

async function listMails(to: string): Promise<readonly Mail[]> {
  const reply = await fetch(`${origin}/sandbox/messages?to=${encodeURIComponent(to)}`);
  return ((await reply.json()) as { messages: Mail[] }).messages;
}

async function expectSubject(to: string, subject: RegExp): Promise<void> {
  await expect.poll(async () => (await listMails(to))[0]?.subject ?? '', MAILED).toMatch(subject);
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('two guests answer, one on the page and one by mail, and hear of a new time and of the end', {
  timeout: 300_000,
}, async () => {
  const { page } = await openBrowser();
  await signUp(page);
  const inAWeek = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  await page.goto(`/calendar-flow?date=${inAWeek}`);
  await press(page, 'New event');
  const sheet = page.getByRole('dialog', { name: 'New event' });
  await sheet.getByLabel('Title').fill('Roadmap');
  const stamp = Date.now();
  const [ada, bo] = [`ada.${stamp}@example.org`, `bo.${stamp}@example.org`];
  const field = sheet.getByRole('combobox', { name: 'Guests' });
  await field.fill(`Ada Byron <${ada}>, ${bo}`);
  await field.press('Enter');
  expect(await sheet.getByRole('list', { name: 'Guests' }).getByRole('listitem').count()).toBe(2);
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('2 guests are notified in 30 seconds').waitFor();

  await expectSubject(ada, /^Invitation: Roadmap/);
  const [invitation] = await listMails(ada);
  const guest = await openBrowser({ viewport: WIDTHS.phone, hasTouch: true });
  await guest.page.goto(/\/event\/invitation\/\S+/.exec(invitation?.text ?? '')?.[0] ?? '');
  await guest.page.getByRole('heading', { name: 'Do you come?' }).waitFor();
  await expectNoSidewaysScroll(guest.page);
  await press(guest.page, 'Accept');
  await guest.page.getByRole('heading', { name: 'You accepted' }).waitFor();
  await expectAccessibleAtEveryWidth(guest.page);

  // The organiser looks on: answers appear without a reload.
  await press(page, /^Roadmap, Event/);
  await page.getByText('2 guests: 1 yes, 1 waiting').waitFor();
  await expectAccessible(page);
  const mailbox = await openBrowser();
  await mailbox.page.goto('/sandbox/inbox');
  const mail = mailbox.page.getByRole('article').filter({ hasText: `To ${bo}` });
  await mail.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('2 guests: 1 yes, 1 no').waitFor();

  await press(page, 'Edit');
  const edited = page.getByRole('dialog', { name: 'Edit event' });
  await edited.getByLabel('Start time').fill('13:00');
  // It saves.
  await edited.getByLabel('Start time').press('Enter');
  await expectSubject(bo, /^Updated: Roadmap, .*13:00$/);
  expect((await listMails(bo))[0]?.attachments[0]?.content).toMatch(/METHOD:REQUEST[^]*SEQUENCE:1/);

  await press(page, /^Roadmap, Event/);
  await page.getByText('2 guests: 2 waiting').waitFor();
  await press(page, 'Delete');
  await expectSubject(ada, /^Cancelled: Roadmap$/);
  expect((await listMails(ada))[0]?.attachments[0]?.content).toMatch(/METHOD:CANCEL/);
  await guest.page.reload();
  await guest.page.getByText(/was cancelled/).waitFor();
});

test('an invitation of somebody else is answered yes, then maybe, which is undone before the organiser hears', {
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
  const waiting = page.getByRole('region', { name: 'Mails that are about to leave' });
  await waiting.getByRole('button', { name: 'Undo' }).click();
  await waiting.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await press(page, item);
  await expectAnswer('Yes');
  // What comes after it is told, so what came before it would have been.
  await answers.getByRole('button', { name: 'No' }).click();
  await expect.poll(subjects, MAILED).toEqual([`Declined: ${title}`, `Accepted: ${title}`]);
});
