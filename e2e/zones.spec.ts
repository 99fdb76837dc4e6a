import { rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DAY_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callApi, openBrowser } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

const NEW_YORK = { timezoneId: 'America/New_York', locale: 'en-US' };

interface Block {
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

const inNewYork = (instant: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options }).format(new Date(instant));
const dateIn = (instant: string) => {
  const [month, day, year] = inNewYork(instant, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).split('/');
  return `${year}-${month}-${day}`;
};
/** Browsers write narrow spaces before AM and PM and around dashes. */
const plain = (text: string) => text.replace(/\s/g, ' ');
/** `Mon, Nov 23, 10:00 – 10:45 AM` */
const placeIn = ({ startsAt, endsAt }: Block) => {
  const times = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    minute: '2-digit',
  });
  const day = inNewYork(startsAt, { weekday: 'short', month: 'short', day: 'numeric' });
  return plain(`${day}, ${times.formatRange(new Date(startsAt), new Date(endsAt))}`);
};

/** The Sundays with a clock change in New York, within the range of the occurrence index. */
function clockChanges(now: Date): { day: string; hours: 23 | 25 }[] {
  const offset = (ms: number) =>
    Number(
      /GMT-(\d+)/.exec(
        inNewYork(new Date(ms).toISOString(), { timeZoneName: 'shortOffset', day: '2-digit' }),
      )?.[1],
    );
  const changes: { day: string; hours: 23 | 25 }[] = [];
  const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 7, 17);
  for (let at = noon; at < noon + 370 * DAY_MS; at += DAY_MS) {
    const change = offset(at) - offset(at - DAY_MS);
    if (change !== 0) changes.push({ day: dateIn(new Date(at).toISOString()), hours: change < 0 ? 23 : 25 });
  }
  return changes;
}

/** A shift each day from nine to ten, as exported by a calendar in that zone. */
function shifts(): string {
  const file = path.join(os.tmpdir(), `dayloom-zones-${process.pid}.ics`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:shift@example.com',
    'DTSTART;TZID=America/New_York:20260105T090000',
    'DTEND;TZID=America/New_York:20260105T100000',
    'RRULE:FREQ=DAILY',
    'SUMMARY:Early shift',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  writeFileSync(file, lines.join('\r\n'));
  return file;
}

const listLabels = async (page: Page, title: string) => {
  const items = page.getByRole('button', { name: new RegExp(`^${title},`) });
  await items.first().waitFor();
  return items.evaluateAll((elements) =>
    elements.map((element) => (element.textContent ?? '').replace(/\s/g, ' ')),
  );
};

it('shows New York time and days, even after a reload', async () => {
  const { page, complaints } = await openBrowser(NEW_YORK);
  await signUp(page);
  const { settings } = await callApi<{ settings: { homeTimeZone: { name: string } } }>(
    page,
    'GET',
    '/user/settings',
  );
  expect(settings.homeTimeZone.name).toBe('America/New_York');

  const file = shifts();
  await page.goto('/settings?tab=accounts');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import .ics file' }).click();
  await (await chooser).setFiles(file);
  await page
    .getByText(/\b1 event\b/)
    .first()
    .waitFor();
  rmSync(file);

  await page.goto('/tasks');
  const quickAdd = page.getByLabel('Add a task', { exact: true });
  for (const line of ['Write minutes 45 min by 11:30pm tomorrow', 'Order badges 2h p1']) {
    await quickAdd.fill(line);
    await quickAdd.press('Enter');
    await expect.poll(() => quickAdd.inputValue()).toBe('');
  }
  await page.getByText('11:30 PM').first().waitFor();

  await page.goto('/calendar-flow');
  await page.getByRole('button', { name: 'Plan my week' }).first().click();
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Plan saved').waitFor();
  const { plan } = await callApi<{ plan: { blocks: Block[] } }>(page, 'GET', '/plan');
  expect(plan.blocks.map(({ title }) => title).sort()).toEqual(['Order badges', 'Write minutes']);
  for (const block of plan.blocks) {
    // Working hours are nine to five there, and the shift takes the first hour.
    expect(inNewYork(block.startsAt, { hour: '2-digit', hour12: false }) >= '10').toBe(true);
    await page.goto(`/calendar-flow?date=${dateIn(block.startsAt)}&view=day`);
    for (const isFirst of [true, false]) {
      const [label = ''] = await listLabels(page, block.title);
      expect(label).toContain(placeIn(block));
      const readPage = async () => plain(await page.getByRole('main').innerText());
      await expect.poll(readPage).toMatch(/\b10 AM\b/);
      const text = await readPage();
      expect(text).toContain(inNewYork(block.startsAt, { weekday: 'short' }));
      expect(text).not.toMatch(/\b1[3-9]:00\b/);
      if (isFirst) await page.reload();
    }
  }
  expect(complaints).toEqual([]);
});

it("keeps nine o'clock across both clock changes, in days of 23 and 25 hours", async () => {
  const { page } = await openBrowser(NEW_YORK);
  await signUp(page);
  const file = shifts();
  await page.goto('/settings?tab=accounts');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import .ics file' }).click();
  await (await chooser).setFiles(file);
  await page
    .getByText(/\b1 event\b/)
    .first()
    .waitFor();
  rmSync(file);

  const changes = clockChanges(new Date());
  expect(new Set(changes.map(({ hours }) => hours))).toEqual(new Set([23, 25]));
  for (const { day } of changes) {
    // Weeks begin on Sunday there: the change is in the first column, Monday is the next.
    await page.goto(`/calendar-flow?date=${day}&view=week`);
    const labels = await listLabels(page, 'Early shift');
    expect(labels).toHaveLength(7);
    for (const label of labels) expect(label).toContain('9:00 – 10:00 AM');
    const days = (await page.locator('.cg-day-head-inner').allInnerTexts()).map((head) =>
      plain(head).replace(/ +/g, ' ').trim(),
    );
    expect(days.map((head) => head.slice(0, 3))).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(days[0]).toBe(`Sun ${Number(day.slice(8))}`);
  }
});
