import { DAY_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { callApi } from './browser.ts';

export const GOOGLE = 'maya@lumen.example';
export const GOOGLE_TOO = 'maya.demo@gmail.example';
export const OUTLOOK = 'maya.okafor@contoso.example';

interface Accounts {
  accounts: {
    email: string;
    state: string;
    calendars: {
      calendarId: string;
      isDefault: boolean;
      isWritable: boolean;
      sync: { state: string; pendingWrites: number };
    }[];
  }[];
}
export const accounts = (page: Page) => callApi<Accounts>(page, 'GET', '/calendar-accounts');

interface Events {
  occurrences: { eventId: string; title: string; startsAt: string; calendarId: string }[];
}
/** The user's events in a week around today with the given title. */
export async function findEvents(page: Page, title: string) {
  const day = (shift: number) => new Date(Date.now() + shift * DAY_MS).toISOString();
  const { occurrences } = await callApi<Events>(page, 'GET', `/events?from=${day(-8)}&to=${day(8)}`);
  return occurrences.filter((one) => one.title === title);
}

/** From the button through the provider's page and back. */
export async function connect(page: Page, name: 'Google' | 'Outlook', account: string): Promise<void> {
  await page.getByRole('button', { name: `Connect ${name}` }).click();
  await allow(page, account);
}

/** Uses the prefilled demo account. */
export async function connectApple(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Apple' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();
}

/** Allows access on the provider's page. */
export async function allow(page: Page, account: string): Promise<void> {
  await page.waitForURL('**/sandbox/**');
  await page.getByText('Demo account', { exact: true }).waitFor();
  await page.getByRole('radio', { name: account }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('**/settings?**');
}

export async function syncNow(page: Page): Promise<void> {
  await callApi(page, 'POST', '/task/syncAllCalendarEvents');
}

/** Fixed, as midnight may pass while a test runs. */
const STARTED_AT = Date.now();

/** Tomorrow at that hour in UTC. Its hour in Berlin does not matter, only that it is on the grid. */
export function tomorrowAt(hour: number): string {
  const at = new Date(STARTED_AT + DAY_MS);
  at.setUTCHours(hour, 0, 0, 0);
  return at.toISOString();
}
