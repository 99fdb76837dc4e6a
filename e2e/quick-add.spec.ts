import { DAY_MS, getZone, HOUR_MS, localDayNumber } from '@dayloom/time';
import { expect, it } from 'vitest';
import { callApi, expectAccessibleAtEveryWidth, openBrowser } from './support/browser.ts';
import { ACCOUNTS } from './support/full-account.ts';

interface Block {
  readonly title: string;
  readonly startsAt: string;
  readonly isPinned: boolean;
}

/** 17:00 tomorrow in Berlin. */
function tomorrowAtFive(): string {
  const zone = getZone('Europe/Berlin');
  const tomorrow = localDayNumber(zone, Date.now()) + 1;
  return new Date(zone.localMsToInstant(tomorrow * DAY_MS + 17 * HOUR_MS)).toISOString();
}

it.each(ACCOUNTS)(
  'with $account, a line typed on any page is pinned in the calendar at its time, and is not late',
  async ({ signUp }) => {
    const { page, complaints } = await openBrowser();
    await signUp(page);
    await page.goto('/settings?tab=preferences');
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    const dialog = page.getByRole('dialog', { name: 'Quick add' });
    // The shortcuts are loaded after the page.
    const isOpen = async () => {
      if (!(await dialog.isVisible())) await page.keyboard.press('q');
      return dialog.isVisible();
    };
    await expect.poll(isOpen).toBe(true);
    // Read first, as midnight may pass.
    const startsAt = tomorrowAtFive();
    await dialog.getByLabel('Add a task', { exact: true }).fill('call mom tomorrow 5pm');
    await dialog.getByText('Tomorrow 17:00').waitFor();
    const personal = dialog.getByRole('button', { name: 'personal hours' });
    expect(await personal.getAttribute('aria-pressed')).toBe('true');
    await expectAccessibleAtEveryWidth(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('“call mom” is pinned to').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings');

    const { plan } = await callApi<{ plan: { blocks: Block[] } }>(page, 'GET', '/plan');
    expect(plan.blocks).toMatchObject([{ title: 'call mom', startsAt, isPinned: true }]);
    const { tasks } = await callApi<{ tasks: object[] }>(page, 'GET', '/tasks?q=call+mom');
    expect(tasks).toMatchObject([{ title: 'call mom', hours: 'personal', risk: null }]);

    // On a Sunday, tomorrow is in the next week.
    await page.goto(`/calendar-flow?date=${startsAt.slice(0, 10)}`);
    await page
      .getByRole('button', { name: /call mom.*17:00/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  },
);
