import {
  type Block,
  diagnose,
  explain,
  type Instance,
  listFixes,
  type Plan,
  parseInstance,
  plan,
  replan,
  scorePlan,
  whatIf,
} from '@dayloom/planner';
import { MINUTE_MS } from '@dayloom/time';
import { beforeAll, describe, expect, it } from 'vitest';
import { RandomPerson, type StoredBlock, type StoredTask } from '#test/planning-states.ts';
import { openTestServer, type TestServer } from '#test/server.ts';

/** Set `PLANNING_SEEDS=500` for a long run, and `PLANNING_FROM` for another first seed. */
const SEEDS = Array.from(
  { length: Number(process.env.PLANNING_SEEDS ?? 5) },
  (_, index) => index + Number(process.env.PLANNING_FROM ?? 1),
);
const ACTIONS = { least: 8, most: 40 };

interface PlanChange {
  readonly id: string;
  readonly from: { readonly startsAt: string; readonly endsAt: string } | null;
  readonly taskId: string;
  readonly occurrenceOn: string | null;
  readonly to: { readonly startsAt: string; readonly endsAt: string } | null;
}

/** The number of sign-ups from one address is limited. */
const PEOPLE_PER_SERVER = 100;
const GROUPS = Array.from({ length: Math.ceil(SEEDS.length / PEOPLE_PER_SERVER) }, (_, index) =>
  SEEDS.slice(index * PEOPLE_PER_SERVER, (index + 1) * PEOPLE_PER_SERVER),
);

describe.each(GROUPS.map((seeds) => ({ seeds })))('after any actions', ({ seeds }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
  });

  it.each(seeds)(
    'planning works (seed %i)',
    async (seed) => {
      const person = await RandomPerson.open(server, seed);
      try {
        await person.begin();
        const count = person.random.whole(ACTIONS.least, ACTIONS.most);
        for (let done = 0; done < count; done++) {
          await person.act();
          if (person.random.chance(0.1)) await expectAnswers(person);
        }
        await expectAnswers(person);
        await expectProposal(person);
        await expectAnswers(person);
      } catch (error) {
        throw new Error(`Seed ${seed}:\n${person.log}`, { cause: error });
      }
    },
    // No limit: many seeds on a busy machine take long.
    0,
  );
});

/** Checks all reads: the instance, the explanations of blocks, and the page's calls to the planner. */
async function expectAnswers(person: RandomPerson): Promise<Instance> {
  for (const { _id } of (await person.blocks()).slice(0, 3)) {
    expect((await person.call('GET', `/blocks/${_id}/why`)).status).toBe(200);
  }
  const reply = await person.call('GET', '/plan/instance');
  expect(reply.status).toBe(200);
  const instance = parseInstance(reply.body.instance);
  askPlanner(person, instance);
  return instance;
}

function askPlanner({ random }: RandomPerson, instance: Instance): void {
  const few = { iterations: 30, seed: 1 };
  const current = toPlan(instance, instance.previous ?? []);
  const base = plan(instance, { ...few, start: current }).plan;
  expect(scorePlan(instance, base).violations).toEqual([]);
  diagnose(instance, base);
  listFixes(instance, base, few);
  const isSound = scorePlan(instance, current).violations.length === 0;
  for (const block of isSound ? current.blocks.slice(0, 2) : [])
    explain({ ...instance, previous: null }, current, block);
  if (instance.tasks.length === 0) return;
  const task = random.pick(instance.tasks);
  const change = random.pick([
    { kind: 'task-set', task: { ...task, minutes: task.minutes + instance.slotMinutes } },
    { kind: 'task-gone', task: task.id },
  ] as const);
  const { instance: changed, plan: next } = replan({ instance, plan: base }, change, few);
  expect(scorePlan(changed, next).violations).toEqual([]);
  const [block] = base.blocks;
  if (block) whatIf(instance, base, { kind: 'without', task: block.task }, few);
}

function toPlan(instance: Instance, blocks: readonly Block[]): Plan {
  return { format: 'schedplan/1', instance: instance.id, blocks };
}

/** Proposes and answers. What is accepted must respect all rejected changes and constraints. */
async function expectProposal(person: RandomPerson): Promise<void> {
  const reply = await person.call('POST', '/plan/proposals', {});
  expect(reply.status).toBe(200);
  const { proposal } = reply.body;
  expect((await person.call('GET', '/plan')).body.proposal).toEqual(proposal);
  const rejected = person.random.chance(0.3) ? person.pickSome(proposal.changes) : [];
  const before = await expectAnswers(person);
  const accepted = await person.call('POST', `/plan/proposals/${proposal._id}/accept`, {
    exceptChanges: rejected,
  });
  // A move is refused if another block is pinned there by now.
  const isRefused = rejected.length > 0 && accepted.error.code === 'time_conflict';
  if (isRefused) return;
  expect(accepted.status).toBe(200);
  const followUp = accepted.body.proposal;
  if (followUp) await person.succeed('POST', `/plan/proposals/${followUp._id}/accept`);
  const answered = rejected.length === 0 ? proposal : followUp;
  if (answered)
    expectAccepted(before, answered.changes, await person.tasks(), await person.blocks(), person.now());
}

/** Checks the hard constraints against what is stored, independently of the planner's input. */
function expectAccepted(
  instance: Instance,
  changes: readonly PlanChange[],
  tasks: readonly StoredTask[],
  blocks: readonly StoredBlock[],
  now: number,
): void {
  const byId = new Map(tasks.map((task) => [task._id, task]));
  const ahead = blocks.filter(({ state, endsAt }) => state === 'planned' && Date.parse(endsAt) > now);
  const isThere = ({ taskId, occurrenceOn }: PlanChange, place: { startsAt: string; endsAt: string }) =>
    ahead.some(
      ({ startsAt, endsAt, ...block }) =>
        block.taskId === taskId &&
        block.occurrenceOn === occurrenceOn &&
        startsAt === place.startsAt &&
        endsAt === place.endsAt,
    );
  for (const change of changes) {
    const { taskId, from } = change;
    if (from)
      expect(isThere(change, from), `${byId.get(taskId)?.title} is still at ${from.startsAt}`).toBe(false);
  }
  const placed = changes.flatMap(({ taskId, occurrenceOn, to }) =>
    to ? [{ taskId, occurrenceOn, ...to }] : [],
  );
  for (const { taskId, occurrenceOn, startsAt, endsAt } of placed) {
    const task = byId.get(taskId) as StoredTask;
    const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
    const name = `${task.title} at ${startsAt}`;
    const own = ahead.filter((block) => block.startsAt === startsAt && block.taskId === taskId);
    expect(own, `${name} is there once`).toHaveLength(1);
    const others = ahead.filter((block) => !own.includes(block));
    const overlapping = others.filter(
      (other) => Date.parse(other.startsAt) < to && from < Date.parse(other.endsAt),
    );
    expect(overlapping, `${name} lies on other work`).toEqual([]);
    for (const { start, end, before, after } of instance.busy) {
      const busyFrom = Date.parse(start) - (before ?? instance.buffers.before) * MINUTE_MS;
      const busyTo = Date.parse(end) + (after ?? instance.buffers.after) * MINUTE_MS;
      const isFree = busyFrom >= busyTo || busyTo <= from || to <= busyFrom;
      expect(isFree, `${name} lies on a meeting at ${start}`).toBe(true);
    }
    expect(from, `${name} is too early`).toBeGreaterThanOrEqual(
      Math.max(now, task.startAfter ? Date.parse(task.startAfter) : 0),
    );
    for (const dependency of occurrenceOn === null ? task.dependsOn : []) {
      const other = byId.get(dependency);
      if (other?.status === 'open') expectFinishedBefore(other, from, name, blocks, now);
    }
  }
  for (const task of tasks) {
    const own = blocks.filter(
      (block) =>
        block.taskId === task._id &&
        block.occurrenceOn === null &&
        (block.state === 'done' || ahead.includes(block)),
    );
    if (!placed.some(({ taskId, occurrenceOn }) => taskId === task._id && occurrenceOn === null)) continue;
    const open = task.durationMinutes - countMinutes(own);
    expect(open, `${task.title} has more time than it needs`).toBeGreaterThan(-instance.slotMinutes);
  }
}

function expectFinishedBefore(
  task: StoredTask,
  at: number,
  name: string,
  blocks: readonly StoredBlock[],
  now: number,
): void {
  const own = blocks.filter((block) => block.taskId === task._id && block.occurrenceOn === null);
  const done = countMinutes(own.filter(({ state }) => state === 'done'));
  if (done >= task.durationMinutes) return;
  const ahead = own.filter(({ state, endsAt }) => state === 'planned' && Date.parse(endsAt) > now);
  for (const { endsAt } of ahead)
    expect(at, `${name} begins before the end of ${task.title}`).toBeGreaterThanOrEqual(Date.parse(endsAt));
  // A missed occurrence is not planned; a later one takes its place.
  if (task.isAutomatic && !task.isSomeday && task.recurrenceRule === null)
    expect(done + countMinutes(ahead), `${name} is planned, ${task.title} is not`).toBeGreaterThanOrEqual(
      task.durationMinutes,
    );
}

function countMinutes(blocks: readonly StoredBlock[]): number {
  return blocks.reduce(
    (sum, { startsAt, endsAt }) => sum + (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS,
    0,
  );
}
