import { readFileSync } from 'node:fs';
import { DAY_MS, getZone, listSlots, MINUTE_MS, type SlotRequest } from '@dayloom/time';
import { sharedPath } from '../scripts/shared-dir.ts';

const RUNS = 9;
/** Long enough to make the resolution of the process clock (10 ms on some systems) irrelevant. */
const RUN_MS = 60;

/**
 * Compares `listSlots` with a straightforward sweep over milliseconds: processor time, same process,
 * alternating runs. A ratio of 1 is equal, less is faster.
 */
export function run(): Promise<void> {
  const requests = readRequests();
  console.log(`slots: ${RUNS} runs each, median processor time (listSlots / straightforward sweep)`);
  for (const request of requests) {
    if (JSON.stringify(listSlots(request)) !== JSON.stringify(sweep(request))) {
      throw new Error(`${request.name}: the two do not agree`);
    }
    const rounds = roundsFor(() => sweep(request));
    const ours: number[] = [];
    const theirs: number[] = [];
    const ratios: number[] = [];
    for (let i = 0; i < RUNS; i += 1) {
      const own = measure(() => listSlots(request), rounds);
      const other = measure(() => sweep(request), rounds);
      ours.push(own);
      theirs.push(other);
      ratios.push(own / other);
    }
    const [own, other, ratio] = [median(ours), median(theirs), median(ratios)];
    const name = (request.name ?? 'request').padEnd(18);
    console.log(`  ${name} ${own.toFixed(3)} ms / ${other.toFixed(3)} ms = ${ratio.toFixed(2)}`);
  }
  return Promise.resolve();
}

function readRequests(): SlotRequest[] {
  const shared = sharedPath('slots', 'cases.jsonl');
  if (!shared) {
    console.log('slots: the shared cases are absent, generated requests are used');
    return [generated(30, 100), generated(30, 1000), generated(365, 10_000)];
  }
  const rows = readFileSync(shared, 'utf8').trim().split('\n');
  return rows
    .map((row) => (JSON.parse(row) as { instance: SlotRequest }).instance)
    .filter((request) => request.name?.startsWith('speed-'));
}

function generated(days: number, count: number): SlotRequest {
  let seed = 20_270_104;
  const random = (below: number) => {
    // Linear congruential generator of Numerical Recipes: the same requests in every run.
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  const from = Date.parse('2027-01-04T05:00:00.000Z');
  const iso = (at: number) => new Date(at).toISOString();
  return {
    name: `generated-${days}d-${count}`,
    timeZone: 'America/New_York',
    workingHours: [{ days: [1, 2, 3, 4, 5], start: '09:00', end: '17:00' }],
    overrides: [{ date: '2027-01-12' }, { date: '2027-01-09', start: '10:00', end: '14:00' }],
    busy: Array.from({ length: count }, () => {
      const start = from + random((days * DAY_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
      return { start: iso(start), end: iso(start + (1 + random(12)) * 5 * MINUTE_MS) };
    }),
    window: { start: iso(from), end: iso(from + days * DAY_MS) },
    now: iso(from),
    slotMinutes: 30,
    stepMinutes: 15,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    minimumNoticeMinutes: 0,
  };
}

/**
 * The comparison: a straightforward implementation without waste. It uses Date.parse and toISOString, one
 * sort of the busy list, and one pass over windows and busy times. It uses our zone look-ups, so that only
 * the sweep is compared, and it ignores clock changes within a window.
 */
function sweep(request: SlotRequest): string[] {
  const zone = getZone(request.timeZone);
  const before = (request.bufferBeforeMinutes ?? 0) * MINUTE_MS;
  const after = (request.bufferAfterMinutes ?? 0) * MINUTE_MS;
  const busy = request.busy
    .map(({ start, end }) => ({ start: Date.parse(start) - after, end: Date.parse(end) + before }))
    .sort((a, b) => a.start - b.start);
  const from = Math.max(
    Date.parse(request.window.start),
    Date.parse(request.now) + (request.minimumNoticeMinutes ?? 0) * MINUTE_MS,
  );
  const to = Date.parse(request.window.end);
  const [slot, step] = [request.slotMinutes * MINUTE_MS, request.stepMinutes * MINUTE_MS];
  const slots: string[] = [];
  let next = 0;
  for (let day = Math.floor(from / DAY_MS) - 1; day * DAY_MS <= to + DAY_MS; day += 1) {
    for (const { start, end } of createHours(request, day)) {
      const windowStart = Math.max(from, zone.localMsToInstant(day * DAY_MS + start * MINUTE_MS));
      const windowEnd = Math.min(to, zone.localMsToInstant(day * DAY_MS + end * MINUTE_MS));
      let free = windowStart;
      while (next < busy.length && (busy[next] as { start: number }).start < windowEnd) {
        const block = busy[next] as { start: number; end: number };
        if (block.start > free) emit(free, block.start);
        free = Math.max(free, block.end);
        next += 1;
      }
      if (free < windowEnd) emit(free, windowEnd);
    }
  }
  return slots;

  function emit(start: number, end: number): void {
    const offset = zone.offsetMsAt(start);
    const first = Math.ceil((start + offset) / step) * step - offset;
    for (let at = first; at + slot <= end; at += step) slots.push(new Date(at).toISOString());
  }
}

function createHours(request: SlotRequest, day: number): { start: number; end: number }[] {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const overrides = (request.overrides ?? []).filter((override) => override.date === date);
  const rows =
    overrides.length > 0
      ? overrides
      : request.workingHours.filter(({ days }) => days.includes(new Date(day * DAY_MS).getUTCDay()));
  return rows.flatMap(({ start, end }) =>
    start && end ? [{ start: minutes(start), end: minutes(end) }] : [],
  );
}

function roundsFor(action: () => unknown): number {
  for (let i = 0; i < 20; i += 1) action();
  const once = measure(action, 20);
  return Math.max(5, Math.ceil(RUN_MS / Math.max(once, 0.01)));
}

/** Processor time of one call in milliseconds. */
function measure(action: () => unknown, rounds: number): number {
  const started = process.cpuUsage();
  for (let i = 0; i < rounds; i += 1) action();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000 / rounds;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
