import { randomUUID } from 'node:crypto';
import type { Notification } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';
import { checkPlans } from './operations/check-plans.ts';

const server = await openTestServer({ BILLING: 'off' });

let days = 0;
/** Each test has a Monday of its own, at seven in the morning. */
function newMonday(): (time: string, daysLater?: number) => string {
  days += 7;
  const monday = Date.UTC(2026, 0, 5 + days);
  const at = (time: string, daysLater = 0) =>
    `${new Date(monday + daysLater * DAY_MS).toISOString().slice(0, 10)}T${time}:00.000Z`;
  server.setTime(at('07:00'));
  return at;
}

async function runAt(instant: string) {
  server.setTime(instant);
  await server.runJob('reminders.sweep', {});
  await server.runJob('planning.check', {});
}

const readPlan = async (user: TestUser) => (await user.call('GET', '/api/plan')).body;
const listPlanNotifications = async (user: TestUser): Promise<Notification[]> =>
  (await user.call('GET', '/api/notifications')).body['notifications'].filter(
    ({ kind }: Notification) => kind === 'plan',
  );

async function planned(mode: 'off' | 'propose' | 'accept', task: object = {}) {
  const user = await server.signUp({ timeZone: 'Etc/UTC' });
  await user.call('PATCH', '/api/user/scheduling', { automaticReplanning: mode });
  await user.call('POST', '/api/tasks', {
    title: 'Report',
    durationMinutes: 60,
    isSplittable: false,
    ...task,
  });
  const { proposal } = (await user.call('POST', '/api/plan/proposals', {})).body;
  const accepted = await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {});
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  const [block] = accepted.body['plan'].blocks;
  return { user, block };
}

const meet = (user: TestUser, { startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
  user.call('POST', '/api/events', { title: 'Meeting', startsAt, endsAt });

/** A task is worked on from the beginning of its block, for some minutes. */
const work = (user: TestUser, block: { taskId: string; startsAt: string }, minutes: number, more: object) =>
  user.call('POST', '/api/focus/sessions', {
    _id: randomUUID(),
    taskId: block.taskId,
    startedAt: block.startsAt,
    endedAt: new Date(Date.parse(block.startsAt) + minutes * MINUTE_MS).toISOString(),
    ...more,
  });

describe('after a focus session', () => {
  /** Two tasks in a row; the first one was worked on for 20 of its 60 minutes. */
  async function finishedEarly(mode: 'off' | 'propose' | 'accept', outcome = 'done') {
    const { user, block } = await planned(mode, { priority: 1 });
    await user.call('PATCH', '/api/user/scheduling', { stability: 'loose', gridMinutes: 5 });
    const next = await user.call('POST', '/api/tasks', {
      title: 'Letter',
      durationMinutes: 60,
      dueAt: later(block.endsAt, 24 * 60),
    });
    const { proposal } = (await user.call('POST', '/api/plan/proposals', {})).body;
    expect((await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {})).status).toBe(200);
    server.setTime(later(block.startsAt, 20));
    const { status, body } = await work(user, block, 20, { outcome, moreMinutes: 120 });
    expect(status, JSON.stringify(body)).toBe(200);
    return { user, block, letter: next.body.task._id as string, commandId: body.commandId as string };
  }
  const later = (instant: string, minutes: number) =>
    new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();

  const findStart = ({ blocks }: { blocks: { taskId: string; startsAt: string }[] }, task: string) =>
    blocks.find(({ taskId }) => taskId === task)?.startsAt;

  it.each(['off', 'propose'] as const)(
    'that finished a task early, it is proposed to use the free time, once, where plans are updated: %s',
    async (mode) => {
      newMonday();
      const { user, block, letter } = await finishedEarly(mode);
      await runAt(later(block.startsAt, 20));
      expect((await readPlan(user)).proposal).toBeNull();
      await runAt(later(block.startsAt, 21));
      await runAt(later(block.startsAt, 22));
      const { proposal } = await readPlan(user);
      expect(await listPlanNotifications(user)).toMatchObject([
        { title: 'A focus session ended', text: 'A new plan waits for you: 1 change.' },
      ]);
      expect(proposal.changes).toMatchObject([
        { kind: 'moved', taskId: letter, from: { startsAt: block.endsAt } },
      ]);
      expect((await user.call('POST', `/api/plan/proposals/${proposal._id}/reject`)).status).toBe(200);
      await runAt(later(block.startsAt, 40));
      expect(await listPlanNotifications(user)).toHaveLength(1);
      expect((await readPlan(user)).proposal).toBeNull();
    },
  );

  it('that finished a task early, the next work moves where that is allowed, and Undo moves it back', async () => {
    newMonday();
    const { user, block, letter } = await finishedEarly('accept');
    await runAt(later(block.startsAt, 20));
    await runAt(later(block.startsAt, 22));
    const [notification] = await listPlanNotifications(user);
    expect(notification).toMatchObject({ text: 'Your plan was updated: 1 change.' });
    const moved = findStart((await readPlan(user)).plan, letter);
    expect(Date.parse(moved ?? '')).toBeLessThan(Date.parse(block.endsAt));
    expect((await user.call('POST', `/api/commands/${notification?.commandId}/undo`)).status).toBe(200);
    await runAt(later(block.startsAt, 40));
    expect(findStart((await readPlan(user)).plan, letter)).toBe(block.endsAt);
    expect(await listPlanNotifications(user)).toHaveLength(1);
  });

  it('that needs more, the rest is planned, without anybody looking', async () => {
    newMonday();
    const { user, block } = await finishedEarly('off', 'more');
    await runAt(later(block.startsAt, 22));
    expect((await readPlan(user)).proposal.changes.length).toBeGreaterThan(0);
  });

  it('the plan that was shown at once is accepted later where that is allowed', async () => {
    newMonday();
    const { user, block } = await finishedEarly('accept');
    expect((await user.call('POST', '/api/plan/proposals', {})).body.proposal.changes).toHaveLength(1);
    await runAt(later(block.startsAt, 25));
    expect(await listPlanNotifications(user)).toEqual([]);
    await runAt(later(block.startsAt, 40));
    expect(await listPlanNotifications(user)).toMatchObject([{ text: 'Your plan was updated: 1 change.' }]);
    expect((await readPlan(user)).proposal).toBeNull();
  });

  it('that finished a task early, nothing moves where its user wants a steady plan', async () => {
    newMonday();
    const { user, block, letter } = await finishedEarly('accept');
    await user.call('PATCH', '/api/user/scheduling', { stability: 'steady' });
    await runAt(later(block.startsAt, 20));
    await runAt(later(block.startsAt, 22));
    const { plan, proposal } = await readPlan(user);
    expect([findStart(plan, letter), proposal]).toEqual([block.endsAt, null]);
    expect(await listPlanNotifications(user)).toEqual([]);
  });

  it('nothing is proposed if nothing would change, if that is frozen, was proposed already, or the session was undone', async () => {
    newMonday();
    const alone = await planned('propose');
    server.setTime(later(alone.block.startsAt, 20));
    await work(alone.user, alone.block, 20, { outcome: 'done' });
    const frozen = await finishedEarly('propose');
    await frozen.user.call('PATCH', '/api/user/scheduling', { freezeHours: 12 });
    const undone = await finishedEarly('propose');
    await undone.user.call('POST', `/api/commands/${undone.commandId}/undo`);
    const asked = await finishedEarly('off');
    const { proposal } = (await asked.user.call('POST', '/api/plan/proposals', {})).body;
    await asked.user.call('POST', `/api/plan/proposals/${proposal._id}/reject`);
    await runAt(later(asked.block.startsAt, 22));
    for (const { user } of [alone, frozen, undone, asked]) {
      expect((await readPlan(user)).proposal).toBeNull();
      expect(await listPlanNotifications(user)).toEqual([]);
    }
  });
});

describe('a plan that no longer holds', () => {
  it('is proposed when a meeting is placed on a block, with one notification when no change has come for a while', async () => {
    const at = newMonday();
    const { user, block } = await planned('propose');
    await runAt(at('07:10'));
    await meet(user, block);
    await runAt(at('07:11'));
    expect(await listPlanNotifications(user)).toEqual([]);
    await runAt(at('07:13'));
    await runAt(at('07:20'));
    const { plan, proposal } = await readPlan(user);
    expect(plan.blocks[0].startsAt).toBe(block.startsAt);
    expect(proposal.changes).toMatchObject([{ kind: 'moved', title: 'Report' }]);
    const notifications = await listPlanNotifications(user);
    expect(notifications).toMatchObject([
      {
        title: "A meeting landed on 'Report'",
        text: 'A new plan waits for you: 1 change.',
        commandId: null,
        path: '/calendar-flow',
      },
    ]);
    expect((await user.call('POST', `/api/plan/proposals/${proposal._id}/reject`)).status).toBe(200);
    await runAt(at('07:40'));
    await runAt(at('08:40'));
    expect((await readPlan(user)).proposal).toBeNull();
    expect(await listPlanNotifications(user)).toHaveLength(1);
  });

  describe('because the work under way takes longer than planned', () => {
    const later = (instant: string, minutes: number) =>
      new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
    const lengthen = async (user: TestUser, block: { _id: string; endsAt: string }) => {
      const change = { endsAt: later(block.endsAt, 15), isPinned: false };
      const { status, body } = await user.call('PATCH', `/api/blocks/${block._id}`, change);
      expect(status, JSON.stringify(body)).toBe(200);
    };

    /** Two tasks in a row, with a grid of 15 minutes. */
    async function plannedTwo(mode: 'off' | 'propose' | 'accept') {
      const { user, block } = await planned(mode, { priority: 1 });
      await user.call('PATCH', '/api/user/scheduling', { gridMinutes: 15 });
      await user.call('POST', '/api/tasks', { title: 'Letter', durationMinutes: 60, isSplittable: false });
      const { proposal } = (await user.call('POST', '/api/plan/proposals', {})).body;
      await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {});
      const { blocks } = (await readPlan(user)).plan;
      const letter = blocks.find(({ title }: { title: string }) => title === 'Letter');
      expect(letter.startsAt).toBe(block.endsAt);
      return { user, block, letter };
    }
    const findBlock = async (user: TestUser, { _id: id }: { _id: string }) =>
      (await readPlan(user)).plan.blocks.find(({ _id }: { _id: string }) => _id === id);
    const listOverlaps = async (user: TestUser) =>
      (await user.call('GET', '/api/dashboard')).body['overlaps'];

    it.each([
      ['with time to spare', -20],
      ['in its last minute', -1],
    ])('is proposed %s, and the work under way stays', async (_name, minutes) => {
      newMonday();
      const { user, block, letter } = await plannedTwo('propose');
      await runAt(later(block.startsAt, 5));
      server.setTime(later(block.endsAt, minutes));
      await lengthen(user, block);
      expect(await listOverlaps(user)).toEqual([
        {
          blockId: letter._id,
          title: 'Letter',
          startsAt: letter.startsAt,
          under: 'Report',
          movesBy: 'planning',
        },
      ]);
      for (const minute of [0, 1, 2, 3, 4]) await runAt(later(block.endsAt, minutes + minute));
      expect(await findBlock(user, letter)).toMatchObject({ startsAt: letter.startsAt });
      const { proposal } = await readPlan(user);
      expect(proposal.changes).toMatchObject([
        { kind: 'moved', title: 'Letter', to: { startsAt: later(block.endsAt, 15) } },
      ]);
      expect(await listPlanNotifications(user)).toMatchObject([
        {
          title: "'Report' runs into 'Letter'",
          text: 'A new plan waits for you: 1 change.',
          commandId: null,
        },
      ]);
      await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {});
      expect(await listOverlaps(user)).toEqual([]);
      expect(await findBlock(user, letter)).toMatchObject({ startsAt: later(block.endsAt, 15) });
    });

    it('is updated where that is allowed, with Undo, and is only an issue where it is not, or is frozen', async () => {
      newMonday();
      const accepts = await plannedTwo('accept');
      const off = await plannedTwo('off');
      const frozen = await plannedTwo('accept');
      await frozen.user.call('PATCH', '/api/user/scheduling', { freezeHours: 2 });
      const { block } = accepts;
      for (const minute of [0, 1]) await runAt(later(block.endsAt, minute - 30));
      for (const { user, block: running } of [accepts, off, frozen]) await lengthen(user, running);
      for (const minute of [0, 1, 2, 3, 4]) await runAt(later(block.endsAt, minute - 20));
      const [notification] = await listPlanNotifications(accepts.user);
      expect(notification).toMatchObject({ text: 'Your plan was updated: 1 change.' });
      expect(await findBlock(accepts.user, accepts.letter)).toMatchObject({
        startsAt: later(block.endsAt, 15),
      });
      expect((await accepts.user.call('POST', `/api/commands/${notification?.commandId}/undo`)).status).toBe(
        200,
      );
      expect(await findBlock(accepts.user, accepts.letter)).toMatchObject({
        startsAt: accepts.letter.startsAt,
      });
      for (const { user, letter } of [off, frozen]) {
        expect((await readPlan(user)).proposal).toBeNull();
        expect(await listPlanNotifications(user)).toEqual([]);
        expect(await findBlock(user, letter)).toMatchObject({ startsAt: letter.startsAt });
      }
      expect(await listOverlaps(off.user)).toMatchObject([{ under: 'Report', movesBy: 'planning' }]);
      expect(await listOverlaps(frozen.user)).toMatchObject([{ under: 'Report', movesBy: 'removing' }]);
    });

    it('is an issue where the next block is pinned, and nothing is proposed until it is not', async () => {
      newMonday();
      const { user, block, letter } = await plannedTwo('propose');
      await user.call('PATCH', `/api/blocks/${letter._id}`, { isPinned: true });
      await user.call('PATCH', `/api/blocks/${block._id}`, { isPinned: true });
      await runAt(later(block.startsAt, 5));
      await lengthen(user, block);
      await runAt(later(block.startsAt, 6));
      await runAt(later(block.startsAt, 8));
      expect((await readPlan(user)).proposal).toBeNull();
      expect(await listOverlaps(user)).toMatchObject([
        { blockId: letter._id, under: 'Report', movesBy: 'unpinning' },
      ]);
      await user.call('PATCH', `/api/blocks/${letter._id}`, { isPinned: false });
      for (const minute of [9, 10, 11, 12]) await runAt(later(block.startsAt, minute));
      expect((await readPlan(user)).proposal.changes).toMatchObject([{ kind: 'moved', title: 'Letter' }]);
    });
  });

  it('is updated at once where that is allowed, and that can be undone', async () => {
    const at = newMonday();
    const { user, block } = await planned('accept');
    await meet(user, block);
    await runAt(at('07:10'));
    await runAt(at('07:12'));
    const [notification] = await listPlanNotifications(user);
    expect(notification).toMatchObject({ text: 'Your plan was updated: 1 change.' });
    const moved = (await readPlan(user)).plan.blocks[0];
    expect(moved.startsAt).not.toBe(block.startsAt);
    expect((await user.call('POST', `/api/commands/${notification?.commandId}/undo`)).status).toBe(200);
    expect(await listPlanNotifications(user)).toEqual([{ ...notification, commandId: null }]);
    expect((await readPlan(user)).plan.blocks[0].startsAt).toBe(block.startsAt);
    await runAt(at('07:20'));
    await runAt(at('07:22'));
    // What its owner has undone is not done again.
    expect((await readPlan(user)).plan.blocks[0].startsAt).toBe(block.startsAt);
  });

  it('is updated twice, and both can be undone', async () => {
    const at = newMonday();
    const { user, block } = await planned('accept');
    await meet(user, block);
    await runAt(at('07:10'));
    await runAt(at('07:12'));
    await meet(user, (await readPlan(user)).plan.blocks[0]);
    await runAt(at('07:20'));
    await runAt(at('07:22'));
    const notifications = await listPlanNotifications(user);
    expect(new Set(notifications.map(({ commandId }) => commandId)).size).toBe(2);
    for (const { commandId } of notifications)
      expect((await user.call('POST', `/api/commands/${commandId}/undo`)).status).toBe(200);
    expect((await readPlan(user)).plan.blocks[0].startsAt).toBe(block.startsAt);
  });

  it.each([
    // A proposal that could not be accepted stays, and is reported when it is.
    ['accept', 1, { text: 'Your plan was updated: 1 change.', commandId: expect.any(String) }, 0],
    ['propose', 0, { text: 'A new plan waits for you: 1 change.', commandId: null }, 1],
  ] as const)(
    'has its notification, or is left as it is until later: %s',
    async (mode, first, posted, last) => {
      const at = newMonday();
      const { user, block } = await planned(mode);
      const before = await readPlan(user);
      await meet(user, block);
      await sql`
      create function refuse_notification() returns trigger language plpgsql as
        $$ begin raise exception 'The process has died here'; end $$;
      create trigger refuse_notification before insert on notifications for each row
        when (new.kind = 'plan') execute function refuse_notification()`.execute(server.app.platform.db);
      await runAt(at('07:10'));
      await runAt(at('07:12'));
      const meanwhile = await readPlan(user);
      expect(meanwhile.plan.blocks).toEqual(before.plan.blocks);
      expect(meanwhile.proposal?.changes ?? []).toHaveLength(first);
      await sql`drop function refuse_notification cascade`.execute(server.app.platform.db);
      await runAt(at('07:25'));
      await runAt(at('07:26'));
      const [notification] = await listPlanNotifications(user);
      expect(notification).toMatchObject(posted);
      const after = await readPlan(user);
      expect(after.proposal?.changes ?? []).toHaveLength(last);
      expect(after.plan.blocks[0].startsAt !== block.startsAt).toBe(mode === 'accept');
    },
  );

  it('is reported once where no plan can help: work pinned by hand, or without room', async () => {
    const at = newMonday();
    const manual = await server.signUp({ timeZone: 'Etc/UTC' });
    await manual.call('PATCH', '/api/user/scheduling', { automaticReplanning: 'propose' });
    const { task } = (
      await manual.call('POST', '/api/tasks', { title: 'Call', durationMinutes: 60, isAutomatic: false })
    ).body;
    await manual.call('POST', '/api/blocks', { taskId: task._id, startsAt: at('09:00') });
    const full = await planned('propose');
    for (const { startsAt, endsAt } of [{ startsAt: full.block.endsAt, endsAt: at('23:00', 40) }])
      await meet(full.user, { startsAt, endsAt });
    const expected = (title: string) => [
      {
        title: `'${title}' was not finished`,
        text: 'It is not in the new plan. Give it a time yourself, or make room.',
        path: '/calendar-flow',
        commandId: null,
      },
    ];
    for (const moment of [at('07:10'), at('07:12'), at('10:16'), at('10:17')]) await runAt(moment);
    expect(await listPlanNotifications(manual)).toMatchObject(expected('Call'));
    expect(await listPlanNotifications(full.user)).toMatchObject(expected('Report'));
    for (const user of [manual, full.user]) {
      expect((await readPlan(user)).proposal).toBeNull();
      await user.call('POST', '/api/notifications/read', {});
    }
    for (const moment of [at('06:05', 1), at('06:06', 1)]) await runAt(moment);
    expect(await listPlanNotifications(manual)).toHaveLength(1);
    expect(await listPlanNotifications(full.user)).toHaveLength(1);
  });

  it('is proposed for work of three weeks ago, when its user was away', async () => {
    const at = newMonday();
    const { user } = await planned('propose');
    days += 28;
    for (const moment of [at('06:05', 21), at('06:06', 21)]) await runAt(moment);
    expect(await listPlanNotifications(user)).toMatchObject([{ title: "'Report' was not finished" }]);
    expect((await readPlan(user)).proposal?.changes).toMatchObject([{ kind: 'added', title: 'Report' }]);
  });

  it('stays where its owner does not want it updated, or has pinned or frozen it', async () => {
    const at = newMonday();
    const off = await planned('off');
    const pinned = await planned('accept');
    await pinned.user.call('PATCH', `/api/blocks/${pinned.block._id}`, { isPinned: true });
    const frozen = await planned('accept');
    await frozen.user.call('PATCH', '/api/user/scheduling', { freezeHours: 12 });
    for (const { user, block } of [off, pinned, frozen]) await meet(user, block);
    await runAt(at('07:10'));
    await runAt(at('07:15'));
    for (const { user, block } of [off, pinned, frozen]) {
      expect((await readPlan(user)).plan.blocks[0].startsAt).toBe(block.startsAt);
      expect(await listPlanNotifications(user)).toEqual([]);
    }
  });

  it('is looked at when updating is switched on, and left alone when it is switched off before', async () => {
    const at = newMonday();
    const on = await planned('off');
    const off = await planned('accept');
    for (const { user, block } of [on, off]) await meet(user, block);
    await runAt(at('07:10'));
    await on.user.call('PATCH', '/api/user/scheduling', { automaticReplanning: 'propose' });
    await off.user.call('PATCH', '/api/user/scheduling', { automaticReplanning: 'off' });
    await runAt(at('07:11'));
    await runAt(at('07:13'));
    expect(await listPlanNotifications(on.user)).toMatchObject([{ title: "A meeting landed on 'Report'" }]);
    expect(await listPlanNotifications(off.user)).toEqual([]);
    expect((await readPlan(off.user)).plan.blocks[0].startsAt).toBe(off.block.startsAt);
  });

  it('is updated once by two processes', async () => {
    const at = newMonday();
    const people = await Promise.all([planned('propose'), planned('accept'), planned('accept')]);
    for (const { user, block } of people) await meet(user, block);
    await runAt(at('07:10'));
    server.setTime(at('07:12'));
    const other = await server.openOther();
    await Promise.all([server.app, other].map(({ platform }) => checkPlans(platform)));
    for (const { user } of people) expect(await listPlanNotifications(user)).toHaveLength(1);
    const moved = people.slice(1);
    for (const { user, block } of moved)
      expect((await readPlan(user)).plan.blocks[0].startsAt).not.toBe(block.startsAt);
  });

  it('leaves a proposal that its owner looks at, and one that was replaced meanwhile can be accepted', async () => {
    const at = newMonday();
    const { user, block } = await planned('propose');
    await user.call('POST', '/api/tasks', { title: 'Letter', durationMinutes: 30 });
    const open = (await user.call('POST', '/api/plan/proposals', {})).body['proposal'];
    await meet(user, { startsAt: block.endsAt, endsAt: at('23:00') });
    await meet(user, block);
    await runAt(at('07:05'));
    await runAt(at('07:07'));
    expect((await readPlan(user)).proposal._id).toBe(open._id);
    await runAt(at('07:20'));
    const { proposal } = await readPlan(user);
    expect(proposal._id).not.toBe(open._id);
    // The page still shows the first one, which is outdated. Accepting it is refused with the reason.
    const late = await user.call('POST', `/api/plan/proposals/${open._id}/accept`, {});
    expect(late.error).toMatchObject({ code: 'proposal_outdated' });
    expect((await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {})).status).toBe(200);
  });

  it('carries over what was not done, and proposes it again on the next day', async () => {
    const at = newMonday();
    const { user, block } = await planned('propose');
    await runAt(at('07:10'));
    await runAt(at('07:12'));
    const over = (minutes: number) => new Date(Date.parse(block.endsAt) + minutes * MINUTE_MS).toISOString();
    await runAt(over(10));
    expect(await listPlanNotifications(user)).toEqual([]);
    await runAt(over(16));
    const { plan, proposal } = await readPlan(user);
    expect(proposal.changes).toMatchObject([{ kind: 'added', title: 'Report' }]);
    expect(plan.blocks.map(({ _id }: { _id: string }) => _id)).toEqual([block._id]);
    expect(await listPlanNotifications(user)).toMatchObject([{ title: "'Report' was not finished" }]);
    await user.call('POST', `/api/plan/proposals/${proposal._id}/reject`);
    await runAt(at('06:05', 1));
    expect((await readPlan(user)).proposal?.changes).toMatchObject([{ kind: 'added', title: 'Report' }]);
    expect(await listPlanNotifications(user)).toHaveLength(1);
  });

  it('is left alone when the work was done', async () => {
    newMonday();
    const { user, block } = await planned('accept');
    await user.call('PATCH', `/api/blocks/${block._id}`, { state: 'done' });
    await runAt(new Date(Date.parse(block.endsAt) + 20 * MINUTE_MS).toISOString());
    await runAt(new Date(Date.parse(block.endsAt) + 40 * MINUTE_MS).toISOString());
    expect(await listPlanNotifications(user)).toEqual([]);
  });
});
