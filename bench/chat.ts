import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { makeFolder, signUp, startServer } from './server-process.ts';

const EVENTS = 300;
const TASKS = 100;
const WARM_UP = 10;
const MESSAGES = 60;
const GOAL_MS = 100;

const TEXTS = [
  "what's on tomorrow?",
  'when am I free on Friday?',
  'move my next meeting to Friday at 4pm',
  'add buy milk to my list',
  'list my tasks',
];

type Post = (path: string, body: object, headers?: Record<string, string>) => Promise<Response>;

/** How soon a basic-mode answer begins: its first byte, and its first word. */
export async function run(): Promise<void> {
  const folder = makeFolder();
  const postgres = await startEmbeddedPostgres(folder.path);
  try {
    const server = await startServer({
      DATA_DIR: folder.path,
      DATABASE_URL: postgres.url,
      PORT: String(await freePort('localhost')),
      BILLING: 'off',
      PREMIUM_DAILY_MESSAGES: '100000',
      PREMIUM_MONTHLY_MESSAGES: '100000',
    });
    try {
      const authorization = `Bearer ${await signUp(server.address)}`;
      const post: Post = async (path, body, headers = {}) => {
        const response = await fetch(`${server.address}/api${path}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
        if (response.status !== 200) throw new Error(`POST ${path} answered ${response.status}`);
        return response;
      };
      await fill(post);
      await measure(post);
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
    folder.remove();
  }
}

async function fill(post: Post): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  for (let at = 0; at < EVENTS; at++) {
    const start = today + Math.floor(at / 10) * DAY_MS + (8 + (at % 10)) * HOUR_MS;
    await post('/events', {
      title: `Meeting ${at}`,
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + HOUR_MS / 2).toISOString(),
      attendees: [{ email: `guest${at % 40}@example.org`, name: `Guest ${at % 40}` }],
    });
  }
  for (let at = 0; at < TASKS; at++) await post('/tasks', { title: `Task ${at}`, durationMinutes: 30 });
}

async function measure(post: Post): Promise<void> {
  const firstByte: number[] = [];
  const firstWord: number[] = [];
  for (let at = 0; at < WARM_UP + MESSAGES; at++) {
    const since = performance.now();
    const text = TEXTS[at % TEXTS.length];
    const response = await post('/chat/turns', { text }, { accept: 'text/event-stream' });
    let received = '';
    let [byteAt, wordAt] = [0, 0];
    for await (const chunk of response.body ?? []) {
      received += new TextDecoder().decode(chunk);
      byteAt ||= performance.now() - since;
      if (received.includes('"type":"text"')) wordAt ||= performance.now() - since;
    }
    if (at < WARM_UP) continue;
    firstByte.push(byteAt);
    firstWord.push(wordAt);
  }
  console.log(`chat: basic mode with ${EVENTS} events and ${TASKS} tasks, goal ${GOAL_MS} ms`);
  console.log(`  first byte ${describe(firstByte)}`);
  console.log(`  first word ${describe(firstWord)}`);
}

function describe(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}
