import { DAY_MS } from '@dayloom/time';
import { type Browser, chromium, type Page } from 'playwright-core';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { getChromium } from '../scripts/chromium.ts';
import { makeFolder, startServer } from './server-process.ts';
import { createSession, type Session, type TraceEvent } from './web.ts';

const MOVES = 150;
const GOAL_MS = 16;
/** Long enough for all frames that a move causes. */
const REST_MS = 70;
const SETTLE_MS = 3_000;
/** Prime to the height of an hour, so that each move goes to another one. */
const STEP_PX = 137;

const PARTS = {
  script: ['FunctionCall'],
  style: ['UpdateLayoutTree'],
  layout: ['Layout'],
  'hit tests': ['HitTest'],
  painting: ['PrePaint', 'Paint', 'Layerize', 'Commit'],
} as const;

async function openWeek(browser: Browser, { address, stored }: Session): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(({ key, value }) => localStorage.setItem(key, value), stored);
  const page = await context.newPage();
  // A later week: what runs now can't be dragged.
  const date = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  await page.goto(`/calendar-flow?view=week&date=${date}`);
  await page.locator('[data-item-id]').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return page;
}

/** An item in the middle, the columns of the days, and the heights between which it can be dragged without scrolling. */
function findPlaces(page: Page) {
  return page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
    const [grid] = boxes('.cg');
    const [top, bottom] = [(grid?.top ?? 0) + 140, (grid?.bottom ?? 0) - 60];
    const items = boxes('.cg-column-event').filter((box) => box.top > top && box.bottom < bottom);
    const item = items[Math.floor(items.length / 2)];
    const columns = boxes('.cg-lane').map(({ x, width }) => x + width / 2);
    return { x: (item?.x ?? 0) + 8, y: (item?.y ?? 0) + 6, columns, top, bottom };
  });
}

/** Counts the places of the dragged item, as the columns and heights where it is drawn. */
function countPlaces(page: Page): Promise<void> {
  return page.evaluate(() => {
    let last = '';
    const counted = { places: 0 };
    Object.assign(window, { counted });
    const look = () => {
      const shown = document.querySelector('.cg-is-mirror')?.parentElement;
      const place = shown
        ? `${shown.closest('[data-date]')?.getAttribute('data-date')} ${shown.style.top}`
        : last;
      if (place !== last) counted.places += 1;
      last = place;
    };
    const grid = document.querySelector('.cg');
    if (grid) new MutationObserver(look).observe(grid, { subtree: true, childList: true, attributes: true });
  });
}

async function drag(browser: Browser, page: Page): Promise<readonly TraceEvent[]> {
  const { x, y, columns, top, bottom } = await findPlaces(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 3, y + 10);
  await page.waitForTimeout(SETTLE_MS);
  await countPlaces(page);
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'],
  });
  for (let move = 0; move < MOVES; move += 1) {
    await page.mouse.move(columns[move % columns.length] ?? x, top + ((move * STEP_PX) % (bottom - top)));
    await page.waitForTimeout(REST_MS);
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return traceEvents;
}

/** The processor time of the main thread for each move, in milliseconds: all of it, and its parts. */
function listCosts(trace: readonly TraceEvent[]): Record<string, number>[] {
  const moves = trace
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'pointermove')
    .toSorted((one, other) => one.ts - other.ts);
  const [first] = moves;
  const thread = trace.filter(({ pid, tid }) => pid === first?.pid && tid === first.tid);
  return moves.map((move, at) => {
    const end = moves[at + 1]?.ts ?? move.ts + REST_MS * 1_000;
    const sum = (names: readonly string[]) =>
      thread
        // The task of the move begins before its event.
        .filter(({ name, ts, dur = 0 }) => names.includes(name) && ts + dur > move.ts && ts + dur <= end)
        .reduce((total, { tdur = 0 }) => total + tdur / 1_000, 0);
    const parts = Object.entries(PARTS).map(([part, names]) => [part, sum(names)] as const);
    return { all: sum(['RunTask']), ...Object.fromEntries(parts) };
  });
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}

/** What a move of a drag in the calendar costs the main thread, with 300 tasks and 500 events, each to another place. */
export async function run(): Promise<void> {
  const folder = makeFolder();
  const server = await startServer({ DATA_DIR: folder.path, PORT: String(await freePort('localhost')) });
  const browser = await chromium.launch({ executablePath: getChromium(), args: ['--no-sandbox'] });
  try {
    const page = await openWeek(browser, await createSession(server.address));
    const costs = listCosts(await drag(browser, page));
    const places = await page.evaluate(
      () => (window as unknown as { counted: { places: number } }).counted.places,
    );
    const items = await page.locator('[data-item-id]').count();
    console.log(
      `${costs.length} moves among ${items} items, ${places} changed the place (goal ${GOAL_MS} ms a move)`,
    );
    for (const part of ['all', ...Object.keys(PARTS)]) {
      const values = costs.map((cost) => cost[part] ?? 0);
      console.log(
        `${part}: median ${quantile(values, 0.5)} ms, 95 of 100 at most ${quantile(values, 0.95)} ms`,
      );
    }
  } finally {
    await browser.close();
    await server.stop();
    folder.remove();
  }
}
