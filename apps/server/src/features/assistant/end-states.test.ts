import { readFileSync } from 'node:fs';
import { DAY_MS, getZone, MINUTE_MS } from '@dayloom/time';
import { expect, test } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';

/**
 * Requests in everyday English, each with the exact end state of a calendar of 300 events and 100 tasks. Half of them are
 * word for word from public data (CLINC150, HWU64, SLURP, Bot Framework; `docs/language-model.md`). After each one
 * everything is undone, and the calendar has to be as it was.
 */
interface Fixture {
  readonly id: string;
  /** Messages of one conversation. A draft that is left at its end is applied. */
  readonly say: readonly string[];
  /** Lines of `describeState` that go (-) and come (+). */
  readonly changes: readonly string[];
}

interface CalendarFixture {
  readonly now: string;
  readonly timeZone: string;
  readonly events: readonly EventFixture[];
  readonly series: readonly (EventFixture & { readonly rule: string })[];
  readonly tasks: readonly { readonly title: string; readonly due: string; readonly project: string }[];
}

interface EventFixture {
  readonly title: string;
  /** Local time. */
  readonly start: string;
  readonly minutes: number;
  readonly guests: readonly string[];
  readonly place?: string;
}

const readFixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const calendar: CalendarFixture = JSON.parse(readFixture('calendar.json'));
/** `ONLY=m012,m013` runs these alone. */
const only = process.env.ONLY?.split(',');
const requests: readonly Fixture[] = [readFixture('requests.jsonl'), readFixture('dialogues.jsonl')]
  .flatMap((lines) => lines.trim().split('\n'))
  .map((line): Fixture => JSON.parse(line))
  .filter(({ id }) => !only || only.some((start) => id.startsWith(start)));

/** One person's changes of an hour are limited, and that is not what is tested. */
const MAX_REQUESTS = 200;

const zone = getZone(calendar.timeZone);
const NAMES = [
  'Ana Silva',
  'Lee Chan',
  'Sam Okafor',
  'Tom Fox',
  'Grace Kim',
  'Jordan Bell',
  'Mark Twist',
  'Jennifer Ray',
];
const OTHERS = ['noah', 'emma', 'liam', 'olivia', 'ethan'];
const toGuest = (first: string) => {
  const name = NAMES.find((one) => one.toLowerCase().startsWith(first)) ?? first;
  return { email: `${first}@example.org`, name };
};
const toInstant = (local: string): number =>
  zone.localMsToInstant(Date.parse(`${local.replace(' ', 'T')}:00Z`));
const toLocal = (instant: string): string =>
  new Date(Date.parse(instant) + zone.offsetMsAt(Date.parse(instant)))
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ');

/** Makes the events and tasks, and describes them. */
async function expectFilled(user: TestUser): Promise<string[]> {
  const create = async (path: string, body: object) =>
    expect(await user.call('POST', path, body)).toMatchObject({ status: 200 });
  const createEvent = (
    { title, start, minutes, guests, place = '' }: EventFixture,
    rule: string | null = null,
  ) =>
    create('/api/events', {
      title,
      startsAt: new Date(toInstant(start)).toISOString(),
      endsAt: new Date(toInstant(start) + minutes * MINUTE_MS).toISOString(),
      timeZone: calendar.timeZone,
      location: place,
      attendees: guests.map(toGuest),
      recurrenceRule: rule,
    });
  for (const event of calendar.events) await createEvent(event);
  for (const series of calendar.series) await createEvent(series, series.rule);
  const shown = calendar.events.length + 4;
  for (let at = 0; at < 300 - shown; at++) {
    const day = new Date(Date.parse('2026-12-14T00:00:00Z') + Math.floor(at / 6) * DAY_MS)
      .toISOString()
      .slice(0, 10);
    const hour = String(8 + (at % 6) * 2).padStart(2, '0');
    const guest = OTHERS[at % OTHERS.length] ?? '';
    await createEvent({
      title: `Project ${at + 1}`,
      start: `${day} ${hour}:00`,
      minutes: 45,
      guests: [guest],
    });
  }
  for (const { title, due, project } of calendar.tasks)
    await create('/api/tasks', { title, dueOn: due || null, project: project || null });
  for (let at = calendar.tasks.length; at < 100; at++)
    await create('/api/tasks', { title: `Errand ${at + 1}` });
  const filled = await describeState(user);
  expect(filled).toHaveLength(400);
  return filled;
}

/** Everything that a request could change, a line for each object. */
async function describeState(user: TestUser): Promise<string[]> {
  const { body: events } = await user.call(
    'GET',
    '/api/events?from=2026-09-01T00:00:00Z&to=2027-09-01T00:00:00Z',
  );
  const { body: tasks } = await user.call('GET', '/api/tasks?limit=500');
  return [
    ...events['occurrences'].map(describeEvent),
    ...tasks['tasks'].map(
      (task: {
        title: string;
        status: string;
        dueOn: string | null;
        dueAt: string | null;
        project: string | null;
      }) =>
        [
          `task ${task.title}`,
          ...(task.status === 'done' ? ['done'] : []),
          ...(task.dueOn ? [`due ${task.dueOn}`] : []),
          ...(task.dueAt ? [`due ${toLocal(task.dueAt)}`] : []),
          ...(task.project ? [`#${task.project}`] : []),
        ].join(' · '),
    ),
  ].sort(compareText);
}

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function describeEvent(event: Record<string, any>): string {
  if (event['isAllDay']) {
    const last = new Date(Date.parse(event['endsOn']) - DAY_MS).toISOString().slice(0, 10);
    return `${event['title']} · ${event['startsOn']} – ${last}`;
  }
  const minutes = (Date.parse(event['endsAt']) - Date.parse(event['startsAt'])) / MINUTE_MS;
  const guests = event['attendees']
    .map(({ email }: { email: string }) => email.split('@')[0])
    .sort(compareText)
    .join(', ');
  return [
    event['title'],
    toLocal(event['startsAt']),
    minutes,
    ...(event['location'] ? [`@${event['location']}`] : []),
    ...(guests ? [guests] : []),
  ].join(' · ');
}

/** The lines without the others; of a line that is there three times and once among the others, two stay. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

interface Outcome {
  readonly id: string;
  readonly changes: readonly string[];
  readonly replies: readonly string[];
}

async function converse(user: TestUser, { id, say }: Fixture, before: readonly string[]): Promise<Outcome> {
  const turns: { id: string; state: string; reply: string }[] = [];
  let conversationId: string | undefined;
  for (const text of say) {
    const { status, body } = await user.call('POST', '/api/chat/turns', {
      text,
      ...(conversationId && { conversationId }),
    });
    expect({ text, status }).toEqual({ text, status: 200 });
    conversationId = body['conversationId'];
    turns.push(body['turn']);
  }
  const last = turns.at(-1);
  if (last?.state === 'waiting') await user.call('POST', `/api/chat/turns/${last.id}/apply`);
  const after = await describeState(user);
  const changes = [
    ...without(before, after).map((line) => `- ${line}`),
    ...without(after, before).map((line) => `+ ${line}`),
  ].sort(compareText);
  for (const { id: turnId } of turns.toReversed()) {
    const { body } = await user.call('GET', `/api/chat/turns/${turnId}`);
    if (body['turn'].isUndoable) await user.call('POST', `/api/chat/turns/${turnId}/undo`);
  }
  return { id, changes, replies: turns.map(({ state, reply }) => `${state}: ${reply}`) };
}

test('requests have exactly the end state that they ask for, and one undo each takes it back', async () => {
  const server = await openTestServer({
    PREMIUM_DAILY_MESSAGES: '100000',
    PREMIUM_MONTHLY_MESSAGES: '100000',
    FREE_DAILY_MESSAGES: '100000',
    FREE_MONTHLY_MESSAGES: '100000',
    RATE_LIMIT_PER_MINUTE: '100000',
    GUEST_MAILS_PER_HOUR: '100000',
  });
  server.setTime(calendar.now);
  const wrong: string[] = [];
  const asked: string[] = [];
  let user = await server.signUp({ timeZone: calendar.timeZone });
  let before: readonly string[] = [];
  for (const [at, request] of requests.entries()) {
    if (at % MAX_REQUESTS === 0) {
      if (at > 0) user = await server.signUp({ timeZone: calendar.timeZone });
      before = await expectFilled(user);
    }
    const { changes, replies } = await converse(user, request, before);
    const undone = changes.length > 0 ? await describeState(user) : before;
    expect({ id: request.id, undone }).toEqual({ id: request.id, undone: before });
    if (JSON.stringify(changes) === JSON.stringify(request.changes)) continue;
    const report = `${request.id} ${request.say.join(' / ')}\n  got    ${changes.join('; ')}\n  wanted ${request.changes.join('; ')}\n  ${replies.join('\n  ')}`;
    (changes.length === 0 ? asked : wrong).push(report);
  }
  const right = requests.length - wrong.length - asked.length;
  console.log(
    `${right} of ${requests.length} requests have their end state; ${asked.length} changed nothing instead, ${wrong.length} something else`,
  );
  if (process.env.REPORT)
    console.log([...wrong.map((one) => `WRONG ${one}`), ...asked.map((one) => `ASKED ${one}`)].join('\n'));
  expect(wrong).toEqual([]);
  expect(right / requests.length).toBeGreaterThanOrEqual(0.95);
}, 900_000);
