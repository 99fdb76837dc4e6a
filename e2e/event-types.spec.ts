import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  expectFitsEveryWidth,
  openBrowser,
  origin,
  WIDTHS,
} from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

const BOOKING = 'Coffee & plans: Maya Okafor and Ada Byron';

interface Answers {
  profile: { user: { username: string } };
  links: { eventTypes: { slug: string; durations: number[]; questions: { id: string; label: string }[] }[] };
  slots: { slots: { startsAt: string }[] };
  booked: { booking: { id: string; status: string; manageUrl: string } };
}

/** What anybody may ask, as a visitor without an account. */
async function ask<Name extends keyof Answers>(
  page: Page,
  path: string,
  data?: object,
): Promise<Answers[Name]> {
  const reply = data
    ? await page.request.post(`${origin}/api${path}`, { data })
    : await page.request.get(`${origin}/api${path}`);
  if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`);
  return reply.json();
}

async function createType(page: Page): Promise<void> {
  await page.goto('/settings?tab=booking');
  await page.getByRole('heading', { name: '15 minutes' }).waitFor();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);
  await page.getByRole('button', { name: 'New event type' }).click();
  const sheet = page.getByRole('dialog', { name: 'New event type' });
  await sheet.getByLabel('Title').fill('Coffee & plans');
  // Here the switches are below what is seen.
  await expectAccessible(page);
  await sheet.getByRole('button', { name: '45 minutes' }).click();
  await sheet.getByText('Own hours').click();
  await sheet.getByRole('button', { name: 'Add a date' }).click();
  await sheet.getByLabel('Date', { exact: true }).fill('2099-12-24');
  await sheet.getByRole('button', { name: 'Add a question' }).click();
  await sheet.getByRole('textbox', { name: 'Question 1' }).fill('What about?');
  await sheet.getByRole('switch', { name: 'Needs approval' }).check();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);
  await sheet.getByLabel('End of the address').fill('15-min');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await sheet.getByText('is used by another event type').waitFor();
  await sheet.getByLabel('End of the address').fill('coffee');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Coffee & plans' }).waitFor();
}

test('a host sets up an event type; a visitor books it; the host approves, and cancels', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await createType(page);
  const { user } = await callApi<Answers['profile']>(page, 'GET', '/user/profile');
  const { eventTypes } = await ask<'links'>(page, `/public-profile/links/${user.username}`);
  expect(eventTypes.map(({ slug }) => slug)).toEqual(['15-min', '30-min', '60-min', 'coffee']);
  const made = eventTypes.at(-1);
  expect(made?.durations).toEqual([30, 45]);

  // The last one moves to the front, for visitors too.
  for (let step = 0; step < 3; step += 1) {
    await page.getByRole('button', { name: 'Move Coffee & plans up' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
  }
  await expect
    .poll(
      async () => (await ask<'links'>(page, `/public-profile/links/${user.username}`)).eventTypes[0]?.slug,
    )
    .toBe('coffee');

  await page.goto('/bookings');
  await page.getByRole('heading', { name: 'No upcoming bookings' }).waitFor();
  await expectAccessible(page);
  const choice = { username: user.username, eventType: 'coffee', timeZone: 'Asia/Tokyo' };
  const { slots } = await ask<'slots'>(
    page,
    `/booking/optimal-slots?${new URLSearchParams({ ...choice }).toString()}`,
  );
  const { booking } = await ask<'booked'>(page, '/booking/create', {
    ...choice,
    startsAt: slots[0]?.startsAt,
    name: 'Ada Byron',
    email: 'ada@example.org',
    notes: '<b>Tea</b>, please',
    guests: ['grace@example.org'],
    answers: { [made?.questions[0]?.id ?? '']: 'Engines' },
  });
  expect(booking.status).toBe('PENDING');
  // It comes by the event stream.
  await page.getByRole('heading', { name: BOOKING }).waitFor();
  for (const text of ['<b>Tea</b>, please', 'grace@example.org', 'Engines'])
    await page.getByText(text).waitFor();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);

  await page.goto('/dashboard');
  await page.getByRole('button', { name: `Approve ${BOOKING}` }).waitFor();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize(WIDTHS.desktop);
  await page.getByRole('button', { name: `Approve ${BOOKING}` }).click();
  await page.getByText('Approved. Ada Byron gets an email.').waitFor();
  const visit = new URL(booking.manageUrl).pathname.split('/').at(-1);
  const read = async () =>
    (await ask<'booked'>(page, `/booking/visits/${visit}`)).booking as {
      status: string;
      cancelMessage?: string;
    };
  expect((await read()).status).toBe('CONFIRMED');

  await page.getByRole('link', { name: 'All bookings' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('bookings.csv');
  await page.getByRole('button', { name: `Cancel ${BOOKING}` }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel '${BOOKING}'?` });
  await dialog.getByLabel('Message').fill('I am ill');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  await page.getByRole('heading', { name: 'No upcoming bookings' }).waitFor();
  await expect.poll(async () => (await read()).status).toBe('CANCELLED');
  expect((await read()).cancelMessage).toBe('I am ill');
  await page.getByRole('radio', { name: 'Cancelled' }).click();
  await page.getByText('Cancelled by you').waitFor();
  expect(complaints).toEqual([]);
});
