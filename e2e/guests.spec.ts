import { DAY_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectAccessibleAtEveryWidth,
  expectNoSidewaysScroll,
  openBrowser,
  WIDTHS,
} from './support/browser.ts';
import { expectSubject, listMails } from './support/mails.ts';
import { signUp } from './support/sign-up.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('two guests answer, one on the page and one by mail, and are notified of a new time and of the end', {
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

  // The organizer looks on: answers appear without a reload.
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
