import { DAY_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sendDueMessages } from '#features/phone/operations/texts.ts';
import { eventually } from '#test/eventually.ts';
import { openTestServer, type TestUser } from '#test/server.ts';
import { refreshReminders } from './operations/refresh.ts';
import { sendDueReminders } from './operations/send-due.ts';

const server = await openTestServer({ BILLING: 'off', LOG_LEVEL: 'fatal' });

const NOT_UNDERSTOOD =
  'Dayloom: that was not understood. Reply 1 done, 2 later or 3 replan to a reminder, HELP for help, STOP to stop.';

let people = 0;
let days = 0;
/** Each has a day of their own, if none is given. */
const newDay = () => {
  days += 1;
  return `2026-11-${String(1 + days).padStart(2, '0')}`;
};

async function texted(today = newDay()) {
  people += 1;
  server.setTime(`${today}T14:00:00Z`);
  const user = await server.signUp({ timeZone: 'America/New_York' });
  const mobile = `+1212555${String(3_000 + people)}`;
  await user.call('POST', '/api/user/generate-otp', { mobile });
  const { text } = await server.mailTo(mobile);
  await user.call('POST', '/api/user/verify-otp', { otpCode: /\d{6}/.exec(text)?.[0] });
  await user.call('PUT', '/api/user/sms-reminders', { enabled: true, consent: true });
  return { user, mobile, today };
}

const texts = async (mobile: string): Promise<string[]> =>
  (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(mobile)}`)).body['messages'].map(
    ({ text }: { text: string }) => text,
  );

async function runAt(instant: string) {
  server.setTime(instant);
  await server.runJob('reminders.sweep', {});
  await server.runJob('phone.send-due', {});
}

/** Resolves to the answer, which arrives as another text. */
const reply = async (mobile: string, text: string): Promise<string> => {
  const before = (await texts(mobile)).length;
  await server.call('POST', '/sandbox/phone/reply', { number: mobile, text });
  return eventually(async () => {
    const all = await texts(mobile);
    if (all.length === before) throw new Error('There is no answer yet.');
    return all[0] ?? '';
  });
};

async function plannedBlock(user: TestUser, startsAt: string) {
  const task = (await user.call('POST', '/api/tasks', { title: 'Report', durationMinutes: 60 })).body['task'];
  const { plan } = (await user.call('POST', '/api/blocks', { taskId: task._id, startsAt })).body;
  return { task, block: plan.blocks[0] };
}

const readBlocks = async (user: TestUser) => (await user.call('GET', '/api/plan')).body['plan'].blocks;

describe('a reminder by text message', () => {
  it('comes once more for a block that was put off over a clock change, also when another process takes over', async () => {
    // The clocks of New York are set back in the night to Sunday.
    const { user, mobile } = await texted('2026-10-30');
    const { block } = await plannedBlock(user, '2026-10-30T15:00:00Z');
    const meeting = { startsAt: '2026-10-30T16:00:00Z', endsAt: '2026-10-30T21:00:00Z' };
    await user.call('POST', '/api/events', { title: 'Workshop', ...meeting });
    await runAt('2026-10-30T14:55:00Z');
    expect(await reply(mobile, '2')).toContain("moved 'Report' to Mon, Nov 2 at 9:00 AM.");
    expect((await readBlocks(user))[0]).toMatchObject({
      _id: block._id,
      startsAt: '2026-11-02T14:00:00.000Z',
    });
    const reminders = async () =>
      (await texts(mobile)).filter((text) => text.includes('Report. Starts')).toReversed();
    for (const hour of [
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
      '2026-11-02T12:55:00Z',
      '2026-11-02T13:54:59Z',
    ])
      await runAt(hour);
    expect(await reminders()).toHaveLength(1);
    server.setTime('2026-11-02T13:55:00Z');
    const other = await server.openOther();
    await Promise.all(
      [server.app, other].map(async ({ reminders: platform, phone }) => {
        await refreshReminders(platform);
        await sendDueReminders(platform);
        await sendDueMessages(phone);
      }),
    );
    await runAt('2026-11-02T13:56:00Z');
    expect(await reminders()).toEqual([
      expect.stringContaining('Starts at 11:00 AM'),
      expect.stringContaining('Starts at 9:00 AM'),
    ]);
  });

  it('is answered if it was delivered, and not for a later one that was not', async () => {
    const { user, mobile, today } = await texted();
    for (const hour of [15, 16]) await plannedBlock(user, `${today}T${hour}:00:00Z`);
    await runAt(`${today}T14:55:00Z`);
    await runAt(`${today}T15:55:00Z`);
    expect((await texts(mobile)).filter((text) => text.includes('Report. Starts'))).toHaveLength(2);
    const { db } = server.app.platform;
    // The report of the delivery would arrive in between.
    await eventually(async () => {
      const { rows } = await sql<{ status: string }>`
        select status from sms_messages where user_id = ${user.profile._id} and kind = 'reminder'`.execute(
        db,
      );
      expect(rows.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    });
    await sql`
      update sms_messages set status = 'undelivered' where id = (
        select id from sms_messages where user_id = ${user.profile._id} order by created_at desc limit 1
      )`.execute(db);
    expect(await reply(mobile, '1')).toContain("the block of 'Report' is done");
    const blocks: { startsAt: string; state: string }[] = await readBlocks(user);
    expect(blocks.map(({ startsAt, state }) => [startsAt, state])).toEqual([
      [`${today}T15:00:00.000Z`, 'done'],
      [`${today}T16:00:00.000Z`, 'planned'],
    ]);
  });

  it('is sent once, and 2 moves its block to the next free time', async () => {
    const { user, mobile, today } = await texted();
    const { block } = await plannedBlock(user, `${today}T15:00:00Z`);
    await user.call('POST', '/api/events', {
      title: 'Lunch',
      startsAt: `${today}T16:00:00Z`,
      endsAt: `${today}T17:30:00Z`,
    });
    await runAt(`${today}T14:55:00Z`);
    await runAt(`${today}T14:56:00Z`);
    const [reminder] = (await texts(mobile)).filter((text) => text.includes('Report'));
    const [, words, token] = /^(.*) http:\S+\/p\/([\w-]{32})$/.exec(reminder ?? '') ?? [];
    expect(words).toBe('Dayloom: Report. Starts at 10:00 AM. Reply 1 done, 2 later, 3 replan.');
    // The link leads to the block's day, and gives no permission.
    const link = await server.call('GET', `/api/links/${token}`);
    const dest = encodeURIComponent(`/calendar-flow?date=${today}`);
    expect(link.body['target']).toEqual({ kind: 'page', path: `/r?dest=${dest}&source=sms` });
    server.setTime(new Date(server.now().getTime() + 15 * DAY_MS).toISOString());
    expect((await server.call('GET', `/api/links/${token}`)).status).toBe(404);
    server.setTime(`${today}T14:56:00Z`);
    expect((await texts(mobile)).filter((text) => text.includes('Report'))).toHaveLength(1);
    expect(await reply(mobile, ' 2. ')).toBe("Dayloom: moved 'Report' to 12:30 PM.");
    expect(await readBlocks(user)).toMatchObject([
      { _id: block._id, startsAt: `${today}T17:30:00.000Z`, isPinned: true },
    ]);
    // It stays where it was moved since the reminder, by an answer or in the app.
    expect(await reply(mobile, '2')).toBe("Dayloom: 'Report' was moved to 12:30 PM already.");
    expect(await readBlocks(user)).toMatchObject([{ startsAt: `${today}T17:30:00.000Z` }]);
    await runAt(`${today}T17:25:00Z`);
    expect((await texts(mobile)).filter((text) => text.includes('Reply 1 done'))).toHaveLength(2);
  });

  it('takes 1 for done, and says so when there is nothing to answer', async () => {
    const { user, mobile, today } = await texted();
    expect(await reply(mobile, '1')).toContain('there is no reminder to answer');
    const { task } = await plannedBlock(user, `${today}T15:00:00Z`);
    await runAt(`${today}T14:55:00Z`);
    expect(await reply(mobile, '1')).toBe("Dayloom: the block of 'Report' is done.");
    expect((await user.call('GET', `/api/tasks/${task._id}`)).body['task'].status).toBe('done');
    expect(await reply(mobile, '4')).toBe(NOT_UNDERSTOOD);
  });

  it('is about the time that the reminder named: after 2, no 1 finishes the block at its later time', async () => {
    const { user, mobile, today } = await texted();
    const { block } = await plannedBlock(user, `${today}T15:00:00Z`);
    await runAt(`${today}T14:55:00Z`);
    expect(await reply(mobile, 'Maybe later')).toContain("moved 'Report' to 11:00 AM");
    expect(await reply(mobile, '1')).toBe(
      "Dayloom: 'Report' was moved to 11:00 AM. Answer its next reminder.",
    );
    expect(await readBlocks(user)).toMatchObject([
      { _id: block._id, state: 'planned', startsAt: `${today}T16:00:00.000Z` },
    ]);
    await runAt(`${today}T15:55:00Z`);
    expect(await reply(mobile, '1')).toBe("Dayloom: the block of 'Report' is done.");
    expect(await readBlocks(user)).toMatchObject([{ _id: block._id, state: 'done' }]);
  });

  it('proposes a plan for 3, and accepts it for a second one', async () => {
    const { user, mobile, today } = await texted();
    await plannedBlock(user, `${today}T15:00:00Z`);
    await user.call('POST', '/api/tasks', { title: 'Slides', durationMinutes: 30 });
    await runAt(`${today}T14:55:00Z`);
    expect(await reply(mobile, '3')).toContain('a new plan with 1 change. Reply 3 again to accept it');
    expect(await readBlocks(user)).toHaveLength(1);
    expect(await reply(mobile, '3')).toContain('the new plan counts: 1 change.');
    expect(await readBlocks(user)).toHaveLength(2);
  });

  it('accepts by 3 only the plan that a message has offered', async () => {
    const { user, mobile, today } = await texted();
    await plannedBlock(user, `${today}T15:00:00Z`);
    await user.call('POST', '/api/tasks', { title: 'Slides', durationMinutes: 30 });
    await runAt(`${today}T14:55:00Z`);
    // Made in the app, or by itself.
    await user.call('POST', '/api/plan/proposals', {});
    expect(await reply(mobile, '3')).toContain('Reply 3 again to accept it');
    expect(await readBlocks(user)).toHaveLength(1);
    // The offered plan is no longer the newest one.
    server.setTime(`${today}T14:57:00Z`);
    await user.call('POST', '/api/tasks', { title: 'Agenda', durationMinutes: 30 });
    await user.call('POST', '/api/plan/proposals', {});
    expect(await reply(mobile, 'replan')).toContain('a new plan with 2 changes. Reply 3 again');
    expect(await reply(mobile, '3')).toContain('the new plan counts');
    expect(await readBlocks(user)).toHaveLength(3);
  });

  it('can be answered in words', async () => {
    const { user, mobile, today } = await texted();
    const { task } = await plannedBlock(user, `${today}T15:00:00Z`);
    await runAt(`${today}T14:55:00Z`);
    expect(await reply(mobile, 'Later or never')).toBe(NOT_UNDERSTOOD);
    expect(await reply(mobile, ' Done ')).toContain("the block of 'Report' is done");
    expect(await reply(mobile, 'done!')).toContain("the block of 'Report' is done");
    expect((await user.call('GET', `/api/tasks/${task._id}`)).body['task'].status).toBe('done');
    expect(await reply(mobile, 'LATER, please')).toContain('this is no longer in your plan');
  });

  it('is short, and so are its answers, whatever the title', async () => {
    const { user, mobile, today } = await texted();
    const title = `a${'😀'.repeat(99)}`;
    const task = (await user.call('POST', '/api/tasks', { title, durationMinutes: 60 })).body['task'];
    await user.call('POST', '/api/blocks', { taskId: task._id, startsAt: `${today}T15:00:00Z` });
    await runAt(`${today}T14:55:00Z`);
    const short = `a${'😀'.repeat(29)}…`;
    expect((await texts(mobile)).filter((text) => text.includes('Reply 1'))).toEqual([
      expect.stringContaining(`Dayloom: ${short}. Starts at 10:00 AM.`),
    ]);
    expect(await reply(mobile, '2')).toContain(`moved '${short}' to `);
    expect(await reply(mobile, '1')).toContain(`'${short}' was moved to `);
    const [moved] = await readBlocks(user);
    await user.call('PATCH', `/api/blocks/${moved?._id}`, { startsAt: `${today}T15:00:00Z` });
    expect(await reply(mobile, '1')).toBe(`Dayloom: the block of '${short}' is done.`);
  });

  it('says that a block cannot be moved when no time is free', async () => {
    const { user, mobile, today } = await texted();
    await plannedBlock(user, `${today}T15:00:00Z`);
    await runAt(`${today}T14:55:00Z`);
    await user.call('POST', '/api/events', {
      title: 'Expedition',
      startsAt: `${today}T15:30:00Z`,
      endsAt: new Date(Date.parse(`${today}T15:30:00Z`) + 20 * DAY_MS).toISOString(),
    });
    expect(await reply(mobile, '2')).toContain('there is no free time within two weeks');
  });

  it('waits for the end of quiet hours, unless it is of no use then, and stops after STOP', async () => {
    const { user, mobile, today } = await texted();
    await user.call('PATCH', '/api/reminders/settings', {
      defaults: {
        task: [{ minutesBefore: 0, channels: ['sms'] }],
        event: [{ minutesBefore: 0, channels: ['sms'] }],
      },
    });
    await user.call('POST', '/api/tasks', {
      title: 'Tax',
      dueAt: `${today}T04:30:00Z`.replace(today, next(today)),
    });
    await user.call('POST', '/api/events', {
      title: 'Night shift',
      startsAt: `${next(today)}T04:30:00Z`,
      endsAt: `${next(today)}T05:00:00Z`,
    });
    await runAt(`${next(today)}T04:30:00Z`);
    expect((await texts(mobile)).filter((text) => /Tax|Night/.test(text))).toEqual([]);
    const notes = async () => (await user.call('GET', '/api/notifications')).body['notifications'];
    const quiet = 'Not sent as a text message: it was due in quiet hours.';
    expect(await notes()).toMatchObject([{ kind: 'event', title: 'Night shift', text: quiet }]);
    await runAt(`${next(today)}T13:01:00Z`);
    expect((await texts(mobile)).filter((text) => /Tax|Night/.test(text))).toEqual([
      expect.stringMatching(/Tax\. Was due on \w+, \w+ \d+ at 11:30 PM/),
    ]);
    await server.call('POST', '/sandbox/phone/reply', { number: mobile, text: 'STOP' });
    await eventually(async () =>
      expect((await user.call('GET', '/api/user/settings')).body['settings'].sendReminders).toBe(false),
    );
    await user.call('POST', '/api/tasks', { title: 'Later', dueAt: `${next(today)}T15:00:00Z` });
    await runAt(`${next(today)}T15:00:00Z`);
    expect((await texts(mobile)).filter((text) => text.includes('Later'))).toEqual([]);
    const off = 'Not sent as a text message: the number has opted out.';
    expect(await notes()).toMatchObject([
      { kind: 'task', title: 'Later', text: off },
      { title: 'Night shift' },
    ]);
  });

  it('is not missed by somebody without a number, unless they have chosen it', async () => {
    const today = newDay();
    server.setTime(`${today}T14:00:00Z`);
    const [user, chooser, other] = [await server.signUp(), await server.signUp(), await server.signUp()];
    const reminders = [{ minutesBefore: 120, channels: ['app', 'sms'] }];
    await chooser.call('PATCH', '/api/reminders/settings', { defaults: { task: reminders } });
    for (const each of [user, chooser]) await plannedBlock(each, `${today}T15:00:00Z`);
    const { task } = await plannedBlock(other, `${today}T15:00:00Z`);
    expect((await other.call('PUT', `/api/reminders/task/${task._id}`, { reminders })).status).toBe(200);
    await runAt(`${today}T14:55:00Z`);
    const entries = async (each: TestUser) =>
      (await each.call('GET', '/api/notifications')).body['notifications'].map(
        ({ kind, title, text }: Record<string, string>) => ({ kind, title, text }),
      );
    const block = { kind: 'block', title: 'Report' };
    expect(await entries(user)).toEqual([{ ...block, text: expect.not.stringContaining('text message') }]);
    const noted = expect.stringContaining('Not sent as a text message: no phone number is verified.');
    expect(await entries(chooser)).toEqual([{ ...block, text: noted }]);
    expect(await entries(other)).toEqual([{ ...block, text: noted }]);
  });

  it('says that a block is gone with its deleted task, also when it was done', async () => {
    const { user, mobile, today } = await texted();
    const { task, block } = await plannedBlock(user, `${today}T15:00:00Z`);
    await runAt(`${today}T14:55:00Z`);
    await user.call('PATCH', `/api/blocks/${block._id}`, { state: 'done' });
    await user.call('DELETE', `/api/tasks/${task._id}`);
    expect(await reply(mobile, '1')).toBe('Dayloom: this is no longer in your plan.');
  });
});

describe('a text that was queued', () => {
  const listNotes = async (user: TestUser) =>
    (await user.call('GET', '/api/notifications')).body['notifications'];
  const failSends = (times: number) =>
    server.call('POST', '/sandbox/faults', { provider: 'twilio', kind: 'error', times });
  /** 8:59 PM in New York, a minute before quiet hours. */
  const lateOn = (today: string, seconds = '00') => `${next(today)}T01:59:${seconds}Z`;

  async function remindAbout(kind: 'event' | 'task', today: string, user: TestUser) {
    await user.call('PATCH', '/api/reminders/settings', {
      defaults: { [kind]: [{ minutesBefore: 0, channels: ['sms'] }] },
    });
    const times = { startsAt: lateOn(today), endsAt: `${next(today)}T02:30:00Z` };
    const { status } = await (kind === 'task'
      ? user.call('POST', '/api/tasks', { title: 'Film', dueAt: lateOn(today) })
      : user.call('POST', '/api/events', { title: 'Film', ...times }));
    expect(status).toBe(200);
  }
  const filmTexts = async (mobile: string) => (await texts(mobile)).filter((text) => text.includes('Film'));

  it('is dropped with a note when quiet hours would make it useless, and comes in the morning otherwise', async () => {
    const today = newDay();
    const [late, other, useful] = [await texted(today), await texted(today), await texted(today)];
    await remindAbout('event', today, late.user);
    await remindAbout('task', today, useful.user);
    const before = await listNotes(other.user);
    server.setTime(lateOn(today));
    await server.runJob('reminders.sweep', {});
    // Nobody sends texts for a minute.
    server.setTime(`${next(today)}T02:00:00Z`);
    await server.runJob('phone.send-due', {});
    const entry = { kind: 'event', title: 'Film', at: lateOn(today).replace('Z', '.000Z') };
    const quiet = 'Not sent as a text message: it was due in quiet hours.';
    expect(await listNotes(late.user)).toMatchObject([{ ...entry, text: quiet, readAt: null }]);
    await runAt(`${next(today)}T13:00:00Z`);
    await runAt(`${next(today)}T13:01:00Z`);
    expect(await filmTexts(late.mobile)).toEqual([]);
    expect(await filmTexts(useful.mobile)).toEqual([
      expect.stringMatching(/Film\. Due on \w+, \w+ \d+ at 8:59 PM/),
    ]);
    expect(await listNotes(useful.user)).toEqual([]);
    expect(await listNotes(other.user)).toEqual(before);
    expect(await listNotes(late.user)).toHaveLength(1);
  });

  it('that fails is dropped with a note once the next try would be too late, or in quiet hours', async () => {
    const today = newDay();
    const { user, mobile } = await texted(today);
    await remindAbout('event', today, user);
    server.setTime(lateOn(today));
    await server.runJob('reminders.sweep', {});
    await failSends(1);
    server.setTime(lateOn(today, '30'));
    await server.runJob('phone.send-due', {});
    const text = 'Not sent as a text message: the service that sends them could not be reached.';
    expect(await listNotes(user)).toMatchObject([{ title: 'Film', text }]);
    const day = newDay();
    const late = await texted(day);
    await plannedBlock(late.user, `${day}T15:00:00Z`);
    await late.user.call('PATCH', '/api/reminders/settings', {
      defaults: { block: [{ minutesBefore: 0, channels: ['app', 'sms'] }] },
    });
    server.setTime(`${day}T15:00:00Z`);
    await server.runJob('reminders.sweep', {});
    const [own, ...more] = await listNotes(late.user);
    expect(more).toEqual([]);
    await failSends(99);
    for (const minute of ['00', '01', '06', '21']) {
      server.setTime(`${day}T15:${minute}:30Z`);
      await server.runJob('phone.send-due', {});
    }
    // The try after the hour of the block is of no use.
    expect(await listNotes(late.user)).toEqual([expect.objectContaining({ title: 'Report', text }), own]);
    await server.call('POST', '/sandbox/faults', { provider: 'twilio', kind: 'error', times: 0 });
    await runAt(`${day}T16:30:00Z`);
    expect((await texts(late.mobile)).filter((sent) => sent.includes('Report'))).toEqual([]);
    expect(await filmTexts(mobile)).toEqual([]);
  });

  it('has a note when the carrier loses it, or its number opts out meanwhile', async () => {
    const today = newDay();
    const [lost, stopped, other] = [await texted(today), await texted(today), await texted(today)];
    await plannedBlock(lost.user, `${today}T15:00:00Z`);
    for (const { user } of [stopped, other]) await plannedBlock(user, `${today}T16:00:00Z`);
    const before = await Promise.all([lost, stopped, other].map(({ user }) => listNotes(user)));
    await server.call('POST', '/sandbox/faults', { provider: 'twilio', kind: 'undeliverable', times: 1 });
    await runAt(`${today}T14:55:00Z`);
    const undelivered = { kind: 'block', text: 'The text message could not be delivered to the phone.' };
    await eventually(async () =>
      expect(await listNotes(lost.user)).toContainEqual(expect.objectContaining(undelivered)),
    );
    server.setTime(`${today}T15:55:00Z`);
    await server.runJob('reminders.sweep', {});
    await server.call('POST', '/sandbox/phone/reply', { number: stopped.mobile, text: 'STOP' });
    await eventually(async () =>
      expect((await stopped.user.call('GET', '/api/user/settings')).body['settings'].sendReminders).toBe(
        false,
      ),
    );
    await server.runJob('phone.send-due', {});
    const added = async (at: number, { user }: { user: TestUser }) => {
      const known = new Set(before[at].map(({ _id }: { _id: string }) => _id));
      const all: { _id: string; text: string }[] = await listNotes(user);
      expect(all.filter(({ _id }) => known.has(_id))).toEqual(before[at]);
      return all.filter(({ _id, text }) => !known.has(_id) && text !== '').map(({ text }) => text);
    };
    expect(await added(0, lost)).toEqual([undelivered.text]);
    expect(await added(1, stopped)).toEqual(['Not sent as a text message: the number has opted out.']);
    expect(await added(2, other)).toEqual([]);
    expect((await texts(other.mobile)).filter((text) => text.includes('Report'))).toHaveLength(1);
  });
});

function next(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
}
