import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { listPageScripts, measureScripts } from '../scripts/budgets.ts';
import { getChromium } from '../scripts/chromium.ts';
import { measurePublicPages } from './public-pages.ts';
import { makeFolder, signUp, startServer } from './server-process.ts';
import { scorePerformance, type Vitals } from './web-score.ts';

const TASKS = 300;
const EVENTS = 500;
const AT_ONCE = 8;
const GOAL_MS = 8_000;
const GOAL_SCORE = 90;
const SHOWN_LIMIT_MS = 120_000;
const SETTLE_MS = 5_000;

interface Line {
  readonly latencyMs: number;
  readonly kilobitsPerSecond: number;
}

const SLOW: Line = { latencyMs: 400, kilobitsPerSecond: 400 };
/** Lighthouse's slow 4G for mobile, applied to requests (`devtools` throttling), with its slower CPU. */
const MOBILE: Line = { latencyMs: 562.5, kilobitsPerSecond: 1_474.56 };
const MOBILE_CPU_SLOWDOWN = 4;
const MOBILE_SCREEN = { width: 412, height: 823 };

interface Route {
  readonly path: string;
  /** What the person came for. It can be used when it is shown. */
  readonly shown: string;
}

const ROUTES: readonly Route[] = [
  { path: '/login', shown: 'button:has-text("Log in")' },
  { path: '/dashboard', shown: '#main a[href]' },
  { path: '/tasks', shown: '#main [role="tabpanel"] input[type="checkbox"]' },
  { path: '/calendar-flow', shown: '[data-item-id]' },
  { path: '/settings', shown: '[role="tabpanel"] h2' },
];

export interface Session {
  readonly address: string;
  /** As oidc-client-ts keeps the session in the local storage. */
  readonly stored: { readonly key: string; readonly value: string };
}

export async function createSession(address: string): Promise<Session> {
  const token = await signUp(address);
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`POST ${path}: ${await reply.text()}`);
  };
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const bodies: (() => Promise<void>)[] = [];
  for (let index = 0; index < TASKS; index += 1) {
    const dueOn = new Date(today + (index % 30) * DAY_MS).toISOString().slice(0, 10);
    bodies.push(() => post('/tasks', { title: `Task ${index}`, durationMinutes: 30, dueOn }));
  }
  for (let index = 0; index < EVENTS; index += 1) {
    const start = today + ((index % 40) - 5) * DAY_MS + (8 + (index % 13)) * HOUR_MS;
    const [startsAt, endsAt] = [start, start + 1_800_000].map((time) => new Date(time).toISOString());
    bodies.push(() => post('/events', { title: `Meeting ${index}`, startsAt, endsAt }));
  }
  const work = async () => {
    for (let next = bodies.pop(); next; next = bodies.pop()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { oidc } = (await (await fetch(`${address}/config.json`)).json()) as {
    oidc: { authority: string; clientId: string };
  };
  const profile = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const expiresAt = Math.floor(Date.now() / 1000) + 600;
  return {
    address,
    stored: {
      key: `oidc.user:${oidc.authority}:${oidc.clientId}`,
      value: JSON.stringify({ access_token: token, token_type: 'Bearer', profile, expires_at: expiresAt }),
    },
  };
}

async function openPage(
  browser: Browser,
  { address, stored }: Session,
  { path }: Route,
  line: Line,
  screen?: typeof MOBILE_SCREEN,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: address,
    ...(screen && { viewport: screen, isMobile: true, hasTouch: true }),
  });
  if (path !== '/login') {
    await context.addInitScript(({ key, value }) => localStorage.setItem(key, value), stored);
  }
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  const bytesPerSecond = (line.kilobitsPerSecond * 1_000) / 8;
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  return { context, page };
}

interface Answer {
  readonly path: string;
  readonly bytes: number;
}

/** Collects what the API answers, as it comes over the line. */
function watchApi(page: Page): Answer[] {
  const answers: Answer[] = [];
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === '/api/stream') return;
    const response = await request.response().catch(() => null);
    const sizes = await request.sizes().catch(() => null);
    if (response && sizes) answers.push({ path: pathname, bytes: sizes.responseBodySize });
  });
  return answers;
}

async function measureRoute(browser: Browser, session: Session, route: Route): Promise<void> {
  const { context, page } = await openPage(browser, session, route, SLOW);
  const answers = watchApi(page);
  const startedAt = performance.now();
  await page.goto(route.path, { waitUntil: 'commit', timeout: SHOWN_LIMIT_MS });
  await page.locator(route.shown).first().waitFor({ timeout: SHOWN_LIMIT_MS });
  const shown = performance.now() - startedAt;
  await page.waitForLoadState('load', { timeout: SHOWN_LIMIT_MS });
  const scripts = await readScripts(page);
  const received = answers.map(({ path, bytes }) => `${path} ${(bytes / 1000).toFixed(1)}`).join(', ');
  console.log(
    `${route.path}: usable after ${(shown / 1000).toFixed(1)} s (goal ${GOAL_MS / 1000}), ` +
      `${scripts.count} files of script, ${(scripts.bytes / 1000).toFixed(0)} kB compressed` +
      (received && `; API in kB: ${received}`),
  );
  await context.close();
}

function readScripts(page: Page): Promise<{ count: number; bytes: number }> {
  return page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = resources.filter(({ name }) => name.endsWith('.js'));
    return {
      count: scripts.length,
      bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
}

/**
 * What a page fetches from the API, uncompressed, and what a second visit fetches: the browser has the answers
 * and asks whether they have changed.
 */
async function measureVisits(browser: Browser, session: Session, route: Route): Promise<void> {
  const { context, page } = await openPage(browser, session, route, { latencyMs: 0, kilobitsPerSecond: 1e6 });
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  const requests = new Map<string, { path: string; bytes: number; status: number }>();
  tools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET' && /^\/api\/(?!stream)/.test(pathname))
      requests.set(requestId, { path: pathname, bytes: 0, status: 0 });
  });
  tools.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes += dataLength;
  });
  // The status over the line: the page sees 200 for an answer that the browser has kept.
  tools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    const request = requests.get(requestId);
    if (request) request.status = statusCode;
  });
  const visit = async () => {
    requests.clear();
    await page.goto(route.path);
    await page.locator(route.shown).first().waitFor();
    await page.waitForTimeout(SETTLE_MS);
    return [...requests.values()];
  };
  const first = await visit();
  const total = first.reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = first.map(({ path, bytes }) => `${path} ${(bytes / 1000).toFixed(1)}`).join(', ');
  const second = await visit();
  const unchanged = second.filter(({ status }) => status === 304).length;
  console.log(`${route.path} fetches ${(total / 1000).toFixed(1)} kB of JSON: ${parts}`);
  console.log(`${route.path}, second visit: ${unchanged} of ${second.length} API answers are 304`);
  await context.close();
}

interface Task {
  readonly startMs: number;
  readonly endMs: number;
  /** Processor time, which other work on the machine does not lengthen. */
  readonly cpuMs: number;
}

/** How often a page is measured again whose trace lacks its navigation. */
const MAX_REPEATS = 3;

/**
 * The tasks of the page's main thread since the navigation, from a trace of Chromium; null without the navigation,
 * which Chromium sometimes leaves out on a busy machine.
 */
function findTasks(trace: Buffer, path: string): Task[] | null {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const navigations = traceEvents.filter(({ name }) => name === 'navigationStart');
  const start = navigations.findLast(({ args }) => args?.data?.documentLoaderURL?.endsWith(path));
  if (!start) {
    const known = navigations.map(({ args }) => args?.data?.documentLoaderURL || 'nowhere').join(', ');
    console.log(`The trace of ${traceEvents.length} events has no navigation to ${path}, but to: ${known}`);
    return null;
  }
  const tasks = traceEvents
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && pid === start.pid && tid === start.tid && ts >= start.ts,
    )
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      startMs: (ts - start.ts) / 1_000,
      endMs: (ts + dur - start.ts) / 1_000,
      cpuMs: tdur / 1_000,
    }));
  if (tasks.length === 0) throw new Error(`The trace has no tasks of ${path}`);
  return tasks;
}

/** Times in microseconds (the format of Chromium's traces). */
export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string; readonly type?: string } };
}

/**
 * Lighthouse's metrics. The processor is not slowed down, since that would multiply the other work of the machine too:
 * the processor time of the page's tasks is multiplied instead.
 */
async function measureScore(browser: Browser, session: Session, route: Route, repeats = 0): Promise<void> {
  const { context, page } = await openPage(browser, session, route, MOBILE, MOBILE_SCREEN);
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'blink.user_timing'],
  });
  await page.goto(route.path, { waitUntil: 'commit', timeout: SHOWN_LIMIT_MS });
  await page.locator(route.shown).first().waitFor({ timeout: SHOWN_LIMIT_MS });
  await page.waitForTimeout(SETTLE_MS);
  const tasks = findTasks(await browser.stopTracing(), route.path);
  if (!tasks) {
    await context.close();
    if (repeats === MAX_REPEATS) throw new Error(`${route.path} could not be measured`);
    return measureScore(browser, session, route, repeats + 1);
  }
  const seen = await page.evaluate(() => ({
    ...(window as unknown as { seen: { lcp: number; cls: number } }).seen,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  const cpuMs = tasks.reduce((sum, task) => sum + task.cpuMs, 0);
  const cpuBeforePaint = tasks
    .filter(({ startMs }) => startMs < seen.lcp)
    .reduce((sum, task) => sum + task.cpuMs, 0);
  const vitals: Vitals = {
    firstContentfulPaint: seen.fcp,
    largestContentfulPaint: seen.lcp,
    totalBlockingTime: tasks
      .filter(({ endMs }) => endMs > seen.fcp)
      .reduce((sum, task) => sum + Math.max(0, task.cpuMs * MOBILE_CPU_SLOWDOWN - 50), 0),
    cumulativeLayoutShift: seen.cls,
  };
  const slowPaint = seen.lcp + (MOBILE_CPU_SLOWDOWN - 1) * cpuBeforePaint;
  const slowScore = scorePerformance({ ...vitals, largestContentfulPaint: slowPaint });
  console.log(
    `${route.path}, mobile: performance ${scorePerformance(vitals).toFixed(0)} (goal ${GOAL_SCORE}); ` +
      `first paint ${(seen.fcp / 1000).toFixed(1)} s, largest ${(seen.lcp / 1000).toFixed(1)} s, ` +
      `processor ${cpuMs.toFixed(0)} ms, blocking ${vitals.totalBlockingTime.toFixed(0)} ms, ` +
      `shift ${seen.cls.toFixed(3)}; with a largest paint of ${(slowPaint / 1000).toFixed(1)} s ` +
      `on the slow processor ${slowScore.toFixed(0)}`,
  );
  await context.close();
}

/** What each page loads by itself, by the build, compressed with gzip. */
function printPageScripts(): void {
  const root = new URL('..', import.meta.url).pathname;
  const print = (scripts: readonly string[]) => {
    const { bytes, files } = measureScripts(root, scripts);
    return `${(bytes / 1000).toFixed(1)} kB in ${files} files`;
  };
  for (const { page, first, complete, prefetched } of listPageScripts(root))
    console.log(
      `${page}: ${print(first)} of script before the first screen, ${print(complete)} with what follows by itself` +
        (prefetched.length > 0 ? `; ${print(prefetched)} ahead of the next page` : ''),
    );
}

/**
 * Lighthouse on the public pages (`public`). Then each page of the app (`app`) with a cold cache on a slow line, what a
 * second visit fetches, and scores as of a phone. Both without an argument.
 */
export async function run([part]: readonly string[]): Promise<void> {
  if (part !== 'app') await measurePublicPages();
  if (part === 'public') return;
  printPageScripts();
  const folder = makeFolder();
  const server = await startServer({
    DATA_DIR: folder.path,
    PORT: String(await freePort('localhost')),
  });
  const browser = await chromium.launch({ executablePath: getChromium(), args: ['--no-sandbox'] });
  try {
    const session = await createSession(server.address);
    for (const route of ROUTES) await measureRoute(browser, session, route);
    for (const route of ROUTES.slice(1)) await measureVisits(browser, session, route);
    for (const route of ROUTES.slice(0, 2)) await measureScore(browser, session, route);
  } finally {
    await browser.close();
    await server.stop();
    folder.remove();
  }
}
