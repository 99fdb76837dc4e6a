import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { expect, inject, type RunnerTestCase } from 'vitest';
import { getChromium } from '../../scripts/chromium.ts';

/**
 * Chromium heeds one list only, so these are Playwright's (`chromiumSwitches.ts`) and four more: what every new context
 * renders ahead, for a toolbar and lists below the address bar that are never shown, and for a site that is never opened.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];
/** The machine may be offline: keep Chromium from contacting its vendor. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
/** For steps that never finish: a shared machine may be four times slower. */
const STEP_TIMEOUT_MS = 45_000;
const ARTIFACTS = new URL('../artifacts/', import.meta.url).pathname;

export const WIDTHS = {
  phone: { width: 360, height: 780 },
  tablet: { width: 900, height: 900 },
  desktop: { width: 1440, height: 900 },
};

/**
 * In one of these it is between nine and eleven now: well-known ones first, then zones two hours apart without daylight
 * saving time.
 */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Tongatapu',
  'Pacific/Noumea',
  'Asia/Tokyo',
  'Asia/Bangkok',
  'Asia/Karachi',
  'Europe/Moscow',
  'Africa/Lagos',
  'Atlantic/Cape_Verde',
  'America/Sao_Paulo',
  'America/Bogota',
  'America/Phoenix',
  'Pacific/Gambier',
  'Pacific/Pago_Pago',
] as const;

const isMorning = (timeZone: string) =>
  ['09', '10'].includes(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date()),
  );

/** For tests of what belongs to today: midnight and the quiet hours are far. */
export const MORNING_ZONE = ZONES.find(isMorning) ?? ZONES[0];

const launch = () => chromium.launch({ executablePath: getChromium(), args: ARGUMENTS });
/** One for all files of this worker, which Playwright ends with the worker. A start takes half a second of CPU. */
let launched: Promise<Browser> | null = null;

async function getBrowser(): Promise<Browser> {
  launched ??= launch();
  // One that has crashed fails its own test only.
  if (!(await launched).isConnected()) launched = launch();
  return launched;
}

const contexts: BrowserContext[] = [];

/** After each test: closes what it has opened, and reports what it showed if it has failed. */
export async function closePages(task: RunnerTestCase): Promise<void> {
  const opened = contexts.splice(0);
  if (task.result?.state === 'fail') task.meta.pages = await keepTraces(task.name, opened);
  for (const context of opened) await context.close();
}

/** The server of this worker; workers are counted from 1. */
export const origin = inject('origins')[Number(process.env.VITEST_POOL_ID) - 1] ?? '';

declare module 'vitest' {
  interface TaskMeta {
    /** What the pages showed when the test failed. */
    pages?: string[];
  }
}

export interface Visit {
  readonly page: Page;
  /** Errors in the browser: script errors and violations of the content security policy. */
  readonly complaints: string[];
}

/**
 * After a failure, saves a screenshot of each page in e2e/artifacts. Returns its text and the requests it waits for,
 * for the end of the test run's output.
 */
async function keepTraces(name: string, opened: BrowserContext[]): Promise<string[]> {
  mkdirSync(ARTIFACTS, { recursive: true });
  const pages: string[] = [];
  for (const [index, page] of opened.flatMap((context) => context.pages()).entries()) {
    const path = `${ARTIFACTS}${name.replace(/\W+/g, '-')}-${index + 1}.png`;
    // A crashed or hanging page must not hide why the test failed.
    await page.screenshot({ path, fullPage: true }).catch(() => {});
    const words = await page.locator('body').innerText({ timeout: 2000 }).catch(String);
    const waiting = Array.from(pending.get(page) ?? [], describe);
    pages.push(`${page.url()} (${path}): ${words.replace(/\n+/g, ' | ').slice(0, 2000)}`);
    if (waiting.length > 0) pages.push(`It waits for ${waiting.join(', ')}`);
  }
  console.error(pages.join('\n'));
  return pages;
}

/** Requests without an answer yet. */
const pending = new WeakMap<Page, Set<Request>>();
const describe = (request: Request) => `${request.method()} ${request.url()}`;

/** A fresh browser context, like a new visitor's. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<Visit> {
  const browser = await getBrowser();
  const context = await browser.newContext({
    baseURL: origin,
    viewport: WIDTHS.desktop,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    // The tests of what it does allow it.
    serviceWorkers: 'block',
    ...options,
  });
  contexts.push(context);
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  waitForPendingWrites(page);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return { page, complaints };
}

/**
 * The app shows a change before the server has it, and asks users who leave in the meantime. Scripts are not
 * asked, so on a slow machine they would lose the change. This waits for pending writes instead.
 */
function waitForPendingWrites(page: Page): void {
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  const isWrite = (request: Request) => !['GET', 'HEAD', 'OPTIONS'].includes(request.method());
  const saved = async () => {
    const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const listUnsaved = async () => [
      ...Array.from(requests).filter(isWrite).map(describe),
      ...((await page.evaluate(wouldAsk)) ? ['the page would ask'] : []),
    ];
    await expect.poll(listUnsaved, { message: 'still unsaved' }).toEqual([]);
    // What is stored may be about to be sent. Without a network, or with a question to the user, it stays.
    const countStored = async () =>
      (await page.locator('.authenticated-layout').count()) > 0
        ? // A page that is just left has nothing more to send.
          page.evaluate(countStoredChanges).catch(() => 0)
        : 0;
    for (let tries = 0; tries < 30 && (await countStored()) > 0; tries++) await page.waitForTimeout(100);
    await expect.poll(listUnsaved, { message: 'still unsaved' }).toEqual([]);
  };
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...input) => {
    await saved();
    return goto(...input);
  };
  page.reload = async (...input) => {
    await saved();
    return reload(...input);
  };
}

/** Changes that the app has stored and that the server has not confirmed. */
function countStoredChanges(): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('dayloom');
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', () => resolve(0));
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('changes').objectStore('changes').count();
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}

/** Calls the API as the signed-in user, from inside the page. Throws if the answer is an error. */
export async function callApi<Answer>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const { isOk, status, text } = await page.evaluate(
    async ({ method, path, body }) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const reply = await fetch(`/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${access_token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { isOk: reply.ok, status: reply.status, text: await reply.text() };
    },
    { method, path, body },
  );
  if (!isOk) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}

/** Expects no findings of axe-core on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without the legacy mode it opens another page for each run, which only foreign frames need.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Otherwise it also describes each element that passed, which takes longer than to find the violations.
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
    ),
  ).toEqual([]);
}

/** Expects nothing beyond the right edge: pages never scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(async () => {
      // A resized page is laid out again in its next frames.
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
  await expect.poll(overflow, { message: 'sideways overflow' }).toBeLessThanOrEqual(0);
}

/** Resizes the page as it is, without loading it again. */
export async function expectFitsEveryWidth(page: Page): Promise<void> {
  for (const size of Object.values(WIDTHS)) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
}

/** The same, with axe-core at each width. */
export async function expectAccessibleAtEveryWidth(page: Page): Promise<void> {
  for (const size of Object.values(WIDTHS)) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
}
