import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callApi } from './browser.ts';
import { signUp, type TestPerson } from './sign-up.ts';

export const TASKS = 300;
export const EVENTS = 500;
/** The titles of these tasks. */
export const FILLED_TASK = /^Task \d+$/;

/** Gives the signed-in user the tasks and events of somebody who has used the product for months. */
export async function fillAccount(page: Page): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
    title: `Task ${index}`,
    durationMinutes: 30,
    dueOn: new Date(today + (1 + (index % 30)) * DAY_MS).toISOString().slice(0, 10),
  }));
  await callApi(page, 'POST', '/tasks/import', { tasks });
  const compact = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const startsAt = today + ((index % 40) - 5) * DAY_MS + (8 + (index % 13)) * HOUR_MS;
    return [
      'BEGIN:VEVENT',
      `UID:${index}@example.com`,
      `DTSTART:${compact(startsAt)}`,
      `DTEND:${compact(startsAt + 30 * MINUTE_MS)}`,
      `SUMMARY:Meeting ${index}`,
      'END:VEVENT',
    ];
  });
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
  const isImported = await page.evaluate(async (body) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'text/calendar' };
    return (await fetch('/api/calendars/import?name=Work', { method: 'POST', headers, body })).ok;
  }, file);
  expect(isImported).toBe(true);
}

/** For tests that run twice: with a new account, and with one of 300 tasks and 500 events. */
export const ACCOUNTS = [
  { account: 'a new account', signUp },
  {
    account: `${TASKS} tasks and ${EVENTS} events`,
    async signUp(page: Page): Promise<TestPerson> {
      const person = await signUp(page);
      await fillAccount(page);
      return person;
    },
  },
];
