import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { chromium, type Page } from 'playwright-core';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { getChromium } from '../scripts/chromium.ts';
import { makeFolder, signUp, startServer } from './server-process.ts';

const TASKS = 300;
const EVENTS = 1_000;
const ROUNDS = 40;
/** Requests that fill the account at the same time. */
const PARALLEL_CALLS = 8;

/**
 * How long after the click on 'Plan my week' its first proposal is drawn, and the improved one, through server
 * and browser. The yardstick of the same run is a request of the plan by the same page.
 */
export async function run(): Promise<void> {
  const folder = makeFolder();
  const postgres = await startEmbeddedPostgres(folder.path);
  const server = await startServer({
    DATA_DIR: folder.path,
    DATABASE_URL: postgres.url,
    PORT: String(await freePort('localhost')),
  });
  const browser = await chromium.launch({ executablePath: getChromium(), args: ['--no-sandbox'] });
  try {
    const token = await signUp(server.address);
    await fill(server.address, token);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });
    await signIn(page, server.address, token);
    await page.goto(`${server.address}/calendar-flow`);
    await page.getByRole('button', { name: 'Plan my week' }).first().waitFor();
    await page
      .getByRole('button', { name: /, Event/ })
      .first()
      .waitFor();
    const measured = [];
    for (let round = 0; round < ROUNDS; round++) measured.push(await measure(page, token));
    report(measured);
  } finally {
    await browser.close();
    await server.stop();
    await postgres.stop();
    folder.remove();
  }
}

interface Measured {
  readonly first: number;
  readonly improved: number;
  readonly request: number;
}

/** Times are taken in the page, from the event of the click until the frame after the proposal is drawn. */
async function measure(page: Page, token: string): Promise<Measured> {
  const request = await page.evaluate(async (authorization) => {
    const started = performance.now();
    await (await fetch('/api/plan', { headers: { authorization } })).json();
    return performance.now() - started;
  }, `Bearer ${token}`);
  const times = await page.evaluate(async () => {
    const drawn = (isDone: () => boolean) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (isDone()) requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      });
    const banner = () => document.querySelector('section[aria-label="Proposed plan"]');
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.includes('Plan my week'),
    );
    const started = performance.now();
    button?.click();
    const first = await drawn(() => banner() !== null);
    const improved = await drawn(() => banner() !== null && !banner()?.textContent?.includes('improving'));
    return { first: first - started, improved: improved - started };
  });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('region', { name: 'Proposed plan' }).waitFor({ state: 'detached' });
  return { ...times, request };
}

async function fill(address: string, token: string): Promise<void> {
  const send = async (method: string, path: string, body: object) => {
    const reply = await fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  };
  // With a break after each event, half an hour between two of them would be too short for every task.
  const breaks = { lunch: null, afterEventMinutes: 0, mostWorkMinutes: null };
  await send('PATCH', '/user/scheduling', { ...breaks, isChosen: true });
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const jobs = [
    ...Array.from(
      { length: TASKS },
      (_, index) => () =>
        send('POST', '/tasks', {
          title: `Task ${index}`,
          durationMinutes: [30, 60, 90, 120][index % 4],
          priority: (index % 4) + 1,
          ...(index % 3 === 0 && {
            dueOn: new Date(midnight + ((index % 20) + 1) * DAY_MS).toISOString().slice(0, 10),
          }),
        }),
    ),
    ...Array.from({ length: EVENTS }, (_, index) => () => {
      const start = midnight + (index % 90) * DAY_MS + (8 + (Math.floor(index / 90) % 11)) * HOUR_MS;
      return send('POST', '/events', {
        title: `Event ${index}`,
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(start + 1_800_000).toISOString(),
      });
    }),
  ];
  let next = 0;
  const work = async () => {
    for (let job = jobs[next++]; job; job = jobs[next++]) await job();
  };
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, work));
}

async function signIn(page: Page, address: string, token: string): Promise<void> {
  const { oidc } = (await (await fetch(`${address}/config.json`)).json()) as {
    oidc: { authority: string; clientId: string };
  };
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  await page.goto(`${address}/config.json`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `oidc.user:${oidc.authority}:${oidc.clientId}`,
    JSON.stringify({
      access_token: token,
      token_type: 'Bearer',
      scope: 'openid',
      profile: claims,
      expires_at: Math.floor(Date.now() / 1000) + 3_000,
    }),
  ] as const);
}

function report(measured: readonly Measured[]): void {
  const at = (name: keyof Measured, share: number) => {
    const sorted = measured.map((one) => one[name]).sort((a, b) => a - b);
    // The nearest rank.
    return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  };
  console.log(`\n${TASKS} tasks, ${EVENTS} events, ${ROUNDS} clicks on 'Plan my week'`);
  for (const [name, label] of [
    ['request', 'one request of the plan (the yardstick)'],
    ['first', 'first proposal drawn'],
    ['improved', 'improved proposal drawn'],
  ] as const) {
    const ratio = (at(name, 0.95) / at('request', 0.95)).toFixed(1);
    console.log(
      `  ${label.padEnd(42)} p50 ${at(name, 0.5).toFixed(0)} ms, p95 ${at(name, 0.95).toFixed(0)} ms, ratio ${ratio}`,
    );
  }
}
