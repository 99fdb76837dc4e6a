import { DAY_MS } from '@dayloom/time';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callApi, openBrowser, WIDTHS } from './support/browser.ts';
import { fillAccount } from './support/full-account.ts';
import { signUp } from './support/sign-up.ts';

/** With what may stand above the hours: the bar of the page, the notice of the sandbox, days, all-day events. */
const MAX_ABOVE = { phone: 170, tablet: 160, desktop: 160 };

/** How far what is shown has jumped since the page was opened (Cumulative Layout Shift). */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shown = window as unknown as { shift: number };
    shown.shift = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shown.shift += entry.value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // Inter has taken the place of the system's font.
    await page.locator('html:not([data-face])').waitFor();
    return page.evaluate(async () => {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
      return (window as unknown as { shift: number }).shift;
    });
  };
}

/** The elements above the hours, those that make the page scroll, the main buttons, and those that are cut off. */
function measure(page: Page) {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const isSeen = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return width > 0 && (element.contains(at) || at?.contains(element) === true);
    };
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const hours = document.querySelector<HTMLElement>('.cg [role="rowgroup"][aria-label="Hours"]');
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return {
      above: hours?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY,
      overflow: [scrollWidth - clientWidth, scrollHeight - clientHeight],
      share: (hours?.clientHeight ?? 0) / window.innerHeight,
      gridShare: (document.querySelector('.cg')?.clientHeight ?? 0) / window.innerHeight,
      railScrollers: all('.calendar-frame-rail, .calendar-frame-rail *').filter(
        (part) =>
          /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1,
      ).length,
      primary: all('.button-contained, .plan-button-compact:not([data-secondary])').filter(isSeen).length,
      cut: all('.change-chip, .chip, .badge, .cg-title, .calendar-toolbar-menu')
        .filter((part) => isSeen(part) && part.scrollWidth > part.clientWidth + 1)
        .map(({ className, textContent }) => `${className}: ${textContent}`),
      column: Math.min(
        ...all('.cg [role="columnheader"]')
          // The first one is that of the hours.
          .slice(1)
          .map(({ offsetWidth }) => offsetWidth),
      ),
    };
  });
}

/** What is wrong with the page at one of the widths, in words. */
async function listProblems(page: Page, width: keyof typeof WIDTHS): Promise<string[]> {
  const { above, overflow, share, gridShare, railScrollers, primary, cut } = await measure(page);
  const problems = [
    above > MAX_ABOVE[width] && `${above} px above the hours`,
    overflow.some((pixels) => pixels > 0) && `the page scrolls by ${overflow.join(' and ')} px`,
    // On phones a proposal is a sheet at the thumb, and the days are above the hours.
    (width === 'phone' ? gridShare : share) < 0.5 &&
      `${share} of the screen for the hours, ${gridShare} with days`,
    railScrollers > 1 && `${railScrollers} scroll areas in the rail`,
    primary > 1 && `${primary} main buttons`,
    ...cut,
  ];
  return problems.filter((problem) => problem !== false);
}

/** A page that was resized is drawn in its own time. */
async function expectCalm(page: Page, state: string): Promise<void> {
  for (const width of ['desktop', 'tablet', 'phone'] as const) {
    await page.setViewportSize(WIDTHS[width]);
    await expect.poll(() => listProblems(page, width), { message: `${state}, ${width}` }).toEqual([]);
  }
  await page.setViewportSize(WIDTHS.desktop);
}

it('the hours keep their place with 300 tasks, 500 events and every notice', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await fillAccount(page);
  const readShift = await watchShifts(page);
  const shifts: Record<string, number> = {};
  for (const width of ['phone', 'tablet', 'desktop'] as const) {
    await page.setViewportSize(WIDTHS[width]);
    await page.goto('/dashboard');
    await page.getByText('Planned today').waitFor();
    shifts[`/dashboard, ${width}`] = await readShift();
    await page.goto('/tasks');
    await page.getByRole('checkbox').first().waitFor();
    shifts[`/tasks, ${width}`] = await readShift();
  }
  await page.goto('/calendar-flow');
  await page.locator('[data-item-id]').first().waitFor();
  await page.getByRole('checkbox', { name: 'Work' }).waitFor();
  await page.getByRole('complementary').getByText('200+').waitFor();
  await page.getByRole('link', { name: 'Open the sandbox' }).waitFor();
  shifts['/calendar-flow'] = await readShift();
  console.log(`layout shift: ${JSON.stringify(shifts)}`);
  for (const shift of Object.values(shifts)) expect(shift).toBeLessThan(0.1);
  await expectCalm(page, 'as opened');

  await page.getByRole('button', { name: 'Plan my week' }).first().click();
  const proposal = page.getByRole('region', { name: 'Proposed plan' });
  // The first plan also asks whether it fits.
  await page.getByRole('button', { name: 'Keep as it is' }).waitFor();
  await proposal.getByText(/and \d+ more/).waitFor();
  // Opened on a desktop, it shows its changes, on the phone too.
  await expectCalm(page, 'with a proposal');
  await page.getByRole('button', { name: 'Keep as it is' }).click();
  await proposal.getByRole('button', { name: 'Accept all' }).click();
  await page.getByRole('region', { name: 'At risk' }).waitFor();
  await expectCalm(page, 'with late tasks');

  await page
    .getByRole('button', { name: /, Planned block/ })
    .first()
    .press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Why here?' }).press('Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Why not another time?' }).click();
  await details.getByRole('list', { name: 'Next best times' }).getByRole('button').first().click();
  await details.getByRole('button', { name: 'Do it' }).scrollIntoViewIfNeeded();
  await expect.poll(() => listProblems(page, 'desktop'), { message: 'with details' }).toEqual([]);
  const { primary, column } = await measure(page);
  expect(primary).toBe(1);
  expect(column).toBeGreaterThanOrEqual(110);
  expect(complaints).toEqual([]);
});

/** As if the browser had another version of the app ready, which `npm start` cannot make during a test. */
const offerNewVersion = (page: Page) =>
  page.addInitScript(() => {
    const worker = Object.assign(new EventTarget(), {
      state: 'installed',
      postMessage: (_message: unknown, ports?: MessagePort[]) => ports?.[0]?.postMessage(false),
    });
    const registration = { active: worker, waiting: worker, installing: null };
    Object.defineProperty(navigator, 'serviceWorker', {
      value: Object.assign(new EventTarget(), {
        controller: worker,
        register: async () => Object.assign(new EventTarget(), registration),
      }),
    });
  });

it('the hours have half of the screen with all notices at the same time', async () => {
  const { page, complaints } = await openBrowser({ serviceWorkers: 'allow' });
  await signUp(page);
  await fillAccount(page);
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const place = { startsAt: `${tomorrow}T05:00:00Z`, endsAt: `${tomorrow}T05:30:00Z` };
  const { task } = await callApi<{ task: { _id: string } }>(page, 'POST', '/tasks', { title: 'Memo' });
  await callApi(page, 'POST', '/blocks', { taskId: task._id, ...place });
  const { proposal } = await callApi<{ proposal: { _id: string } }>(page, 'POST', '/plan/proposals', {});
  const { plan } = await callApi<{ plan: { blocks: { _id: string; taskId: string }[] } }>(
    page,
    'POST',
    `/plan/proposals/${proposal._id}/accept`,
  );
  const memo = plan.blocks.find(({ taskId }) => taskId === task._id);
  await callApi(page, 'PATCH', `/blocks/${memo?._id}`, { isPinned: false });
  await callApi(page, 'POST', '/events', { title: 'Call', ...place });
  await offerNewVersion(page);
  await page.goto(`/calendar-flow?date=${tomorrow}`);
  const offline = page.getByText(/^Offline since/);
  await page.getByRole('region', { name: 'Overlaps' }).waitFor();
  await page.getByRole('region', { name: 'At risk' }).waitFor();
  await page.getByText('A new version of Dayloom is ready.').waitFor();
  await expectCalm(page, 'with a new version, overlaps and late tasks');
  await page.context().setOffline(true);
  await offline.waitFor();
  await expectCalm(page, 'offline, with overlaps and late tasks');
  await page.context().setOffline(false);
  await offline.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Plan my week' }).first().click();
  await page
    .getByRole('region', { name: 'Proposed plan' })
    .getByText(/and \d+ more/)
    .waitFor();
  await expectCalm(page, 'with a new version, a proposal and late tasks');
  await page.context().setOffline(true);
  await offline.waitFor();
  await expectCalm(page, 'offline, with a proposal and late tasks');
  expect(complaints).toEqual([]);
});

it('a row of the task list has room for the longest deadline and place', async () => {
  const { page, complaints } = await openBrowser({ locale: 'en-US' });
  await signUp(page);
  const lastWeek = new Date(Date.now() - 7 * DAY_MS).toISOString();
  const longest = { title: 'A long piece of work', durationMinutes: 600, isSplittable: true };
  await callApi(page, 'POST', '/tasks', longest);
  await callApi(page, 'POST', '/tasks', {
    title: 'Late',
    dueAt: lastWeek,
    dueKind: 'hard',
    recurrenceRule: 'FREQ=MONTHLY',
  });
  const { proposal } = await callApi<{ proposal: { _id: string } }>(page, 'POST', '/plan/proposals', {});
  await callApi(page, 'POST', `/plan/proposals/${proposal._id}/accept`);
  await page.goto('/tasks');
  await page.getByText(/, \d blocks$/).waitFor();
  await page.getByText(/Overdue, .*, hard$/).waitFor();
  /** What stands over the end of its column, or over the end of the row. */
  const listCut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.task-row-due, .task-row-facts > :last-child')]
        .filter((cell) => {
          const contents = document.createRange();
          contents.selectNodeContents(cell);
          return contents.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
        })
        .map(({ textContent }) => textContent),
    );
  for (const width of [768, 900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(listCut, { message: `${width} px` }).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
