import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { getChromium } from '../scripts/chromium.ts';
import { openCommonPage } from './common-page.ts';
import { makeFolder, signUp, startServer } from './server-process.ts';

/** Not a package of the project: it brings 114 others, among them a second browser driver. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
/** How often a run is repeated whose trace Lighthouse could not read. */
const MAX_REPEATS = 3;
/** Script of a page of content, and of a booking page. */
const SCRIPT_BYTES = { content: 40_960, booking: 112_640 } as const;
const GOALS = { performance: 98, others: 100, paintMs: 1_500 } as const;
const POST = 'how-the-planner-proves-its-plans';
const PAGES = ['/', '/features/booking-pages', `/blog/${POST}`, '/docs/planning'];

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly score: number }>>;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly numericValue?: number;
        readonly errorMessage?: string;
        readonly details?: { readonly items?: readonly { resourceType?: string; transferSize?: number }[] };
      }
    >
  >;
}

interface Figures {
  readonly performance: number;
  /** The lowest of accessibility, best practices and search engines. */
  readonly others: number;
  readonly paintMs: number;
  readonly blockingMs: number;
  readonly shift: number;
  /** Everything that the page has loaded when Lighthouse ends, workers included. */
  readonly scriptBytes: number;
}

/** Lighthouse for mobile, as it is delivered: slow 4G and a processor that is four times slower, simulated. */
async function runLighthouse(url: string): Promise<Report> {
  const folder = makeFolder();
  // It ends without waiting for the reader of a pipe.
  const file = path.join(folder.path, 'report.json');
  const child = spawn(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--only-categories=performance,accessibility,best-practices,seo',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    { env: { ...process.env, CHROME_PATH: getChromium() }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  if (!existsSync(file)) throw new Error(`Lighthouse measured nothing at ${url}: ${errors}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  folder.remove();
  return report;
}

/** Why a report has no figures, in Lighthouse's words; null if it has them. */
function findFailure({ runtimeError, audits }: Report): string | null {
  const paint = audits['largest-contentful-paint'];
  if (paint?.numericValue !== undefined) return null;
  return runtimeError?.message ?? paint?.errorMessage ?? 'The report has no largest paint.';
}

/** A run without figures says nothing about the page: on a busy machine Lighthouse may find no paint in its trace. */
async function measure(url: string): Promise<Figures> {
  let report = await runLighthouse(url);
  for (let repeats = 0; ; repeats += 1) {
    const failure = findFailure(report);
    if (failure === null) break;
    if (repeats === MAX_REPEATS) throw new Error(`Lighthouse could not measure ${url}: ${failure}`);
    console.log(`${url} is measured again: ${failure}`);
    report = await runLighthouse(url);
  }
  const { categories, audits } = report;
  const score = (name: string) => 100 * (categories[name]?.score ?? 0);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  return {
    performance: score('performance'),
    others: Math.min(score('accessibility'), score('best-practices'), score('seo')),
    paintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    scriptBytes: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measureOften(url: string): Promise<Figures> {
  const runs: Figures[] = [];
  for (let count = 0; count < RUNS; count += 1) runs.push(await measure(url));
  const of = (name: keyof Figures) => median(runs.map((figures) => figures[name]));
  return {
    performance: of('performance'),
    others: of('others'),
    paintMs: of('paintMs'),
    blockingMs: of('blockingMs'),
    shift: of('shift'),
    scriptBytes: of('scriptBytes'),
  };
}

const inWords = (
  { performance, others, paintMs, blockingMs, shift, scriptBytes }: Figures,
  kind: keyof typeof SCRIPT_BYTES,
) =>
  `performance ${performance.toFixed(0)} (goal ${GOALS.performance}), the lowest other score ${others.toFixed(0)} (goal ${GOALS.others}), ` +
  `largest paint ${(paintMs / 1000).toFixed(2)} s (goal ${GOALS.paintMs / 1000}), blocking ${blockingMs.toFixed(0)} ms, ` +
  `shift ${shift.toFixed(3)}, script ${(scriptBytes / 1000).toFixed(1)} kB (goal ${(SCRIPT_BYTES[kind] / 1000).toFixed(1)})`;

/** The address of a new user's booking page, with the event types that everybody begins with. */
async function createHost(address: string): Promise<string> {
  const authorization = `Bearer ${await signUp(address)}`;
  const reply = await fetch(`${address}/api/user/profile`, { headers: { authorization } });
  const { user } = (await reply.json()) as { user: { username: string } };
  return `/${user.username}`;
}

/** Medians of five. The post is also measured as a page that is rendered in the browser. */
export async function measurePublicPages(): Promise<void> {
  const folder = makeFolder();
  const server = await startServer({ DATA_DIR: folder.path, PORT: String(await freePort('localhost')) });
  const common = await openCommonPage(POST);
  try {
    const measured = new Map<string, Figures>();
    for (const page of PAGES) {
      const figures = await measureOften(server.address + page);
      measured.set(page, figures);
      console.log(`${page}: ${inWords(figures, 'content')}`);
    }
    const host = await createHost(server.address);
    console.log(`/{username}: ${inWords(await measureOften(server.address + host), 'booking')}`);
    const theirs = await measureOften(common.address);
    console.log(`the same post, rendered in the browser by React and marked: ${inWords(theirs, 'content')}`);
    const ours = measured.get(`/blog/${POST}`);
    if (ours)
      console.log(
        `ratio: largest paint ${(ours.paintMs / theirs.paintMs).toFixed(2)}, script ${(ours.scriptBytes / theirs.scriptBytes).toFixed(2)}`,
      );
  } finally {
    await common.close();
    await server.stop();
    folder.remove();
  }
}
