import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { seededRandom } from './fuzz.ts';
import type { Reply, TestServer, TestUser } from './server.ts';

const MAX_DAYS = 5;
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
] as const;
/**
 * Before the machine's date, because the real clock expires tokens: an ordinary week, and the clock changes
 * of Europe and America.
 */
const STARTS = [
  '2026-11-16T07:50:00Z',
  '2026-10-23T13:03:20Z',
  '2026-03-27T22:59:59Z',
  '2026-03-06T05:00:00Z',
];
const RULES = ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', 'FREQ=DAILY;COUNT=3', 'FREQ=MONTHLY'];

export interface Random {
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    chance: (probability) => next() < probability,
    whole,
    pick: (items) => items[whole(0, items.length - 1)] as never,
  };
}

export interface StoredTask {
  readonly _id: string;
  readonly title: string;
  readonly status: 'open' | 'done';
  readonly durationMinutes: number;
  readonly dependsOn: readonly string[];
  readonly recurrenceRule: string | null;
  readonly isAutomatic: boolean;
  readonly isSomeday: boolean;
  readonly startAfter: string | null;
  readonly bufferMinutes: number;
}

export interface StoredBlock {
  readonly _id: string;
  readonly taskId: string;
  readonly occurrenceOn: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isPinned: boolean;
  readonly state: 'planned' | 'done';
}

/** A person who uses the product at random through its API. The same seed gives the same actions. */
export class RandomPerson {
  readonly random: Random;
  readonly #server: TestServer;
  readonly #user: TestUser;
  /** Every call and its reply, for finding out why a call failed. */
  readonly #log: string[] = [];
  readonly #startedAt: number;

  private constructor(server: TestServer, user: TestUser, random: Random) {
    this.#server = server;
    this.#user = user;
    this.random = random;
    this.#startedAt = this.now();
  }

  static async open(server: TestServer, seed: number): Promise<RandomPerson> {
    const random = createRandom(seed);
    server.setTime(random.pick(STARTS));
    const user = await server.signUp({ timeZone: random.pick(ZONES) });
    return new RandomPerson(server, user, random);
  }

  get log(): string {
    return this.#log.join('\n');
  }

  /** Calls the API. A refusal is a valid reply; a server error ends the test. */
  async call(method: string, path: string, body?: object): Promise<Reply> {
    const reply = await this.#user.call(method, `/api${path}`, body);
    const code = reply.error.code ? ` ${reply.error.code}` : '';
    const line = `${this.#server.now().toISOString()} ${method} ${path} ${JSON.stringify(body ?? null)}`;
    this.#log.push(`${line} -> ${reply.status}${code}`);
    if (reply.status >= 500) throw new Error(`Answered ${reply.status}:\n${this.log}`);
    return reply;
  }

  /** Makes a call that must not be refused. */
  async succeed(method: string, path: string, body?: object): Promise<Reply> {
    const reply = await this.call(method, path, body);
    if (reply.status !== 200) throw new Error(`Refused with ${reply.status}: ${reply.error.message}`);
    return reply;
  }

  async tasks(): Promise<StoredTask[]> {
    return (await this.succeed('GET', '/tasks?limit=200')).body.tasks;
  }

  async blocks(): Promise<StoredBlock[]> {
    return (await this.succeed('GET', '/plan')).body.plan.blocks;
  }

  now(): number {
    return this.#server.now().getTime();
  }

  /** An instant some days from now, mostly on a quarter of an hour. */
  instant(fromDays: number, toDays: number): string {
    const { random } = this;
    const day = Math.floor(this.now() / DAY_MS) + random.whole(fromDays, toDays);
    const minute = random.chance(0.7) ? 15 * random.whole(24, 76) : random.whole(0, 1_439);
    return new Date(day * DAY_MS + minute * MINUTE_MS).toISOString();
  }

  date(fromDays: number, toDays: number): string {
    return this.instant(fromDays, toDays).slice(0, 10);
  }

  /** Advances the clock as long as the person stays signed in. */
  wait(minutes: number): void {
    if (this.now() + minutes * MINUTE_MS > this.#startedAt + MAX_DAYS * DAY_MS) return;
    this.#server.setTime(new Date(this.now() + minutes * MINUTE_MS).toISOString());
  }

  /** The ids of at least one item, if any exist. */
  pickSome(items: readonly { id: string }[]): string[] {
    const ids = items.filter(() => this.random.chance(0.4)).map(({ id }) => id);
    return ids.length > 0 || items.length === 0 ? ids : [this.random.pick(items).id];
  }

  /** Adds some tasks and meetings, and manual blocks. */
  async begin(): Promise<void> {
    for (let tasks = this.random.whole(2, 9); tasks > 0; tasks--) await addTask(this);
    for (let events = this.random.whole(0, 3); events > 0; events--) await addEvent(this);
    for (let blocks = this.random.whole(0, 3); blocks > 0; blocks--) await pinAnywhere(this);
    if (this.random.chance(0.7)) await planSomething(this);
  }

  /** Runs one random action. */
  async act(): Promise<void> {
    await this.random.pick(ACTIONS)(this);
  }
}

type Action = (person: RandomPerson) => Promise<unknown>;

function taskFields(person: RandomPerson, others: readonly StoredTask[]): object {
  const { random } = person;
  const due = random.pick([
    {},
    {},
    { dueOn: person.date(-2, 12) },
    { dueAt: person.instant(-2, 12) },
    { dueOn: person.date(0, 5), dueKind: 'hard' },
    { dueAt: person.instant(0, 5), dueKind: 'hard' },
  ]);
  const chunks = random.pick([
    {},
    {},
    { isSplittable: true, minChunkMinutes: random.whole(5, 60), maxChunkMinutes: random.whole(60, 180) },
    { isSplittable: false },
  ]);
  return {
    durationMinutes: random.chance(0.7) ? 15 * random.whole(1, 12) : random.whole(1, 700),
    priority: random.whole(1, 4),
    ...due,
    ...chunks,
    ...(others.length > 0 &&
      random.chance(0.5) && {
        dependsOn: Array.from({ length: random.whole(1, 3) }, () => random.pick(others)._id),
      }),
    ...(random.chance(0.2) && { startAfter: person.instant(-3, 20) }),
    ...(random.chance(0.2) && { bufferMinutes: random.whole(0, 45) }),
    ...(random.chance(0.2) && { recurrenceRule: random.pick(RULES) }),
    ...(random.chance(0.2) && { hours: 'personal' }),
    ...(random.chance(0.2) && { project: random.pick(['Home', 'Work']) }),
    ...(random.chance(0.12) && { isAutomatic: false }),
    ...(random.chance(0.08) && { isSomeday: true }),
  };
}

const addTask: Action = async (person) => {
  const tasks = await person.tasks();
  return person.call('POST', '/tasks', {
    title: `Task ${tasks.length + 1}`,
    ...taskFields(person, tasks),
  });
};

const onTask =
  (act: (person: RandomPerson, task: StoredTask, tasks: readonly StoredTask[]) => Promise<unknown>): Action =>
  async (person) => {
    const tasks = await person.tasks();
    if (tasks.length > 0) await act(person, person.random.pick(tasks), tasks);
  };

const onBlock =
  (act: (person: RandomPerson, block: StoredBlock) => Promise<unknown>): Action =>
  async (person) => {
    const blocks = await person.blocks();
    if (blocks.length > 0) await act(person, person.random.pick(blocks));
  };

const pinAnywhere = onTask((person, task) => {
  const [fromDays, toDays] = person.random.pick([
    [-4, -1],
    [0, 0],
    [0, 7],
    [8, 40],
  ] as const);
  const startsAt = person.instant(fromDays, toDays);
  const length = person.random.whole(1, 300) * MINUTE_MS;
  const endsAt = new Date(Date.parse(startsAt) + length).toISOString();
  return person.call('POST', '/blocks', {
    taskId: task._id,
    startsAt,
    ...(person.random.chance(0.4) && { endsAt }),
  });
});

const changeBlock = onBlock((person, { _id, state, isPinned }) => {
  const change = person.random.pick([
    { startsAt: person.instant(-1, 10) },
    { startsAt: person.instant(8, 40) },
    { isPinned: !isPinned },
    { state: state === 'done' ? 'planned' : 'done' },
    { state: 'done' },
  ]);
  return person.call('PATCH', `/blocks/${_id}`, change);
});

const addEvent: Action = (person) => {
  const { random } = person;
  const recurrenceRule = random.chance(0.2) ? random.pick(RULES) : null;
  if (random.chance(0.25)) {
    const startsOn = person.date(-1, 8);
    const endsOn = new Date(Date.parse(startsOn) + random.whole(1, 3) * DAY_MS).toISOString().slice(0, 10);
    return person.call('POST', '/events', { title: 'Away', startsOn, endsOn, isBusy: true, recurrenceRule });
  }
  const startsAt = person.instant(-1, 8);
  const endsAt = new Date(Date.parse(startsAt) + random.whole(0, 240) * MINUTE_MS).toISOString();
  return person.call('POST', '/events', { title: 'Meeting', startsAt, endsAt, recurrenceRule });
};

const changeHours: Action = (person) => {
  const { random } = person;
  const windows = () =>
    random.pick([null, [], [['09:00', '12:00']], [['00:00', '24:00']], [['22:00', '24:00']]]);
  const from = person.date(-1, 8);
  const until = new Date(Date.parse(from) + random.whole(0, 4) * DAY_MS).toISOString().slice(0, 10);
  return person.call('PUT', '/user/hours-overrides', { from, until, work: windows(), personal: windows() });
};

const changeScheduling: Action = (person) => {
  const { random } = person;
  const change = random.pick([
    { gridMinutes: random.pick([5, 10, 15, 30]) },
    { horizonDays: random.pick([1, 3, 7, 14, 28]) },
    { freezeHours: random.pick([0, 4, 24, 72]) },
    { meetingBufferMinutes: random.pick([0, 10, 45]) },
    { stability: random.pick(['loose', 'balanced', 'steady']) },
    { allDayEventsBlock: random.chance(0.7) },
    { taskBufferMinutes: random.pick([0, 20]) },
  ]);
  return person.call('PATCH', '/user/scheduling', change);
};

const undo: Action = async (person) => {
  const { commands } = (await person.call('GET', '/commands?limit=20')).body;
  if (commands.length === 0) return;
  const { _id } = person.random.chance(0.4) ? commands[0] : person.random.pick(commands as { _id: string }[]);
  await person.call('POST', `/commands/${_id}/undo`);
};

/** Requests a proposal and accepts, rejects or ignores it. */
const planSomething: Action = async (person) => {
  const { random } = person;
  const body = random.chance(0.2) ? { horizonDays: random.pick([1, 14, 40]) } : {};
  const { proposal } = (await person.call('POST', '/plan/proposals', body)).body;
  const answer = random.pick(['accept', 'accept', 'accept some', 'reject', 'wait']);
  if (answer === 'wait') return;
  if (answer === 'reject') return person.call('POST', `/plan/proposals/${proposal._id}/reject`);
  return person.call('POST', `/plan/proposals/${proposal._id}/accept`, {
    exceptChanges: answer === 'accept' ? [] : person.pickSome(proposal.changes as { id: string }[]),
  });
};

const ACTIONS: readonly Action[] = [
  addTask,
  addTask,
  addTask,
  onTask((person, { _id }, tasks) =>
    person.call(
      'PATCH',
      `/tasks/${_id}`,
      taskFields(
        person,
        tasks.filter((task) => task._id !== _id),
      ),
    ),
  ),
  onTask((person, { _id, status }) =>
    person.call('PATCH', `/tasks/${_id}`, { status: status === 'open' ? 'done' : 'open' }),
  ),
  onTask((person, { _id, isAutomatic, isSomeday }) =>
    person.call(
      'PATCH',
      `/tasks/${_id}`,
      person.random.chance(0.5) ? { isAutomatic: !isAutomatic } : { isSomeday: !isSomeday },
    ),
  ),
  onTask((person, { _id }) => person.call('DELETE', `/tasks/${_id}`)),
  pinAnywhere,
  pinAnywhere,
  pinAnywhere,
  changeBlock,
  changeBlock,
  changeBlock,
  changeBlock,
  onBlock((person, { _id }) => person.call('DELETE', `/blocks/${_id}`)),
  onBlock((person, { _id }) => person.call('DELETE', `/blocks/${_id}`)),
  addEvent,
  changeHours,
  changeScheduling,
  (person) => person.call('PUT', '/user/home-time-zone', { timeZoneName: person.random.pick(ZONES) }),
  undo,
  undo,
  undo,
  undo,
  async (person) => person.wait(person.random.pick([5, 47, 300, 1_440, 4_000])),
  planSomething,
  planSomething,
];
