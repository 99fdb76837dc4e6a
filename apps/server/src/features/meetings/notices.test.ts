import { beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyChanged } from '#platform/notify.ts';
import { mintScope } from '#platform/scope.ts';
import { eventually } from '#test/eventually.ts';
import { newAddress, openMeetings, THURSDAY, TUESDAY, WEDNESDAY } from '#test/meeting-requests.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let meetings: ReturnType<typeof openMeetings>;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  meetings = openMeetings(server, maya);
});

const remind = async (id: string) => (await meetings.change(id, 'remind')).body['reminded'];

/** Runs the jobs of a minute. */
async function runJobs(): Promise<void> {
  for (const job of ['meetings.remind', 'meetings.report-answers', 'mails.send-due'])
    await server.runJob(job, {});
}

const reminders = async (address: string) =>
  (await meetings.mails(address)).filter(({ subject }) => subject === 'Reminder: Roadmap');

/** Mails about answers; signing up sends one too. */
const answerMails = async () =>
  (await meetings.mails(maya.profile.email)).filter(({ subject }) => subject.includes('answered'));

test('reminders go to those without an answer, at most once a day each', async () => {
  const [ada, bob] = [newAddress(), newAddress()];
  const made = await meetings.askFor({ times: [THURSDAY], attendees: [ada, bob] });
  // Nobody has been notified of the request yet.
  expect(await remind(made['id'])).toBe(0);
  await meetings.sendMails();
  await meetings.answer(made['attendees'][0], { answer: 'decline' });
  expect(await remind(made['id'])).toBe(1);
  expect(await remind(made['id'])).toBe(0);
  meetings.pass(24 * 3_600 - 1);
  expect(await remind(made['id'])).toBe(0);
  meetings.pass(1);
  expect(await remind(made['id'])).toBe(1);
  await runJobs();
  expect(await reminders(bob)).toHaveLength(2);
  expect(await reminders(ada)).toEqual([]);
  const [, { remindedAt }] = (await meetings.read(made['id']))['attendees'];
  expect(remindedAt).toBe(server.now().toISOString());
});

test('a day before the first time everybody without an answer is reminded once', async () => {
  const [ada, bob] = [newAddress(), newAddress()];
  const made = await meetings.askFor({ times: [WEDNESDAY, THURSDAY], attendees: [ada, bob] });
  await meetings.sendMails();
  await meetings.answer(made['attendees'][0], { answer: 'accept' });
  server.setTime('2026-11-17T12:59:00Z');
  await runJobs();
  expect(await reminders(bob)).toEqual([]);
  server.setTime('2026-11-17T13:00:00Z');
  await Promise.all([server.runJob('meetings.remind', {}), server.runJob('meetings.remind', {})]);
  await runJobs();
  server.setTime('2026-11-18T13:00:00Z');
  await runJobs();
  expect(await reminders(bob)).toHaveLength(1);
  expect(await reminders(ada)).toEqual([]);
});

test('with a last day to answer, the reminder comes the morning before', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ times: [THURSDAY], answerBy: '2026-11-18', attendees: [email] });
  await meetings.sendMails();
  expect((await meetings.mails(email))[0]?.text).toContain('Please answer by Wed, 18 November 2026.');
  server.setTime('2026-11-17T07:59:00Z');
  await runJobs();
  expect(await reminders(email)).toEqual([]);
  server.setTime('2026-11-17T08:00:00Z');
  await runJobs();
  expect(await reminders(email)).toHaveLength(1);
  // Not again by hand on the same day.
  expect(await remind(made['id'])).toBe(0);
});

test('nobody is reminded of a request that was withdrawn or has a time', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const withdrawn = await meetings.askFor({ times: [WEDNESDAY], attendees: [first] });
  const confirmed = await meetings.askFor({ times: [WEDNESDAY], attendees: [second] });
  await meetings.sendMails();
  await meetings.change(withdrawn['id'], 'withdraw', {});
  await meetings.change(confirmed['id'], 'confirm', { startsAt: WEDNESDAY });
  server.setTime('2026-11-17T13:00:00Z');
  await runJobs();
  for (const email of [first, second]) expect(await reminders(email)).toEqual([]);
});

test('the organizer gets the answers by mail, at most once in five minutes', async () => {
  const made = await meetings.askFor({
    attendees: [{ email: newAddress(), name: 'Ada Byron' }, newAddress(), newAddress()],
  });
  await meetings.sendMails();
  const [ada, bob, cleo] = made['attendees'];
  await meetings.answer(ada, { answer: 'decline', reason: 'On leave' });
  await Promise.all([
    server.runJob('meetings.report-answers', {}),
    server.runJob('meetings.report-answers', {}),
  ]);
  await runJobs();
  const [first] = await answerMails();
  expect(first).toMatchObject({
    subject: 'Ada Byron answered: Roadmap',
    text: expect.stringMatching(
      /Ada Byron \(.*\) declines\nOn leave[\s\S]*\/bookings\?view=requests&request=/,
    ),
  });
  meetings.pass(1);
  await meetings.answer(bob, { answer: 'accept', times: [TUESDAY] });
  await meetings.answer(cleo, { answer: 'propose', times: [THURSDAY] });
  meetings.pass(298);
  await runJobs();
  expect(await answerMails()).toHaveLength(1);
  meetings.pass(1);
  await runJobs();
  const [second] = await answerMails();
  expect(second?.subject).toBe('2 people answered: Roadmap');
  expect(second?.text).toContain('can come\n- Tue, 17 November 2026, 10:00');
  expect(second?.text).toContain('proposes other times\n- Thu, 19 November 2026, 11:00');
  expect(second?.text).not.toContain('On leave');
  // The same answer again sends no mail.
  await meetings.answer(cleo, { answer: 'propose', times: [THURSDAY] });
  meetings.pass(600);
  await runJobs();
  expect(await answerMails()).toHaveLength(2);
});

test('a mail about answers leaves also when a time is chosen meanwhile', async () => {
  const made = await meetings.askFor();
  await meetings.answer(made['attendees'][0], { answer: 'accept' });
  await server.runJob('meetings.report-answers', {});
  await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  await runJobs();
  expect(await answerMails()).toHaveLength(1);
});

test('an organizer who wants no such mail gets none', async () => {
  const settings = await maya.call('PATCH', '/api/user/preferences', {
    notifications: { channels: { email: false } },
  });
  expect(settings.status).toBe(200);
  const made = await meetings.askFor();
  await meetings.answer(made['attendees'][0], { answer: 'accept' });
  await runJobs();
  expect(await answerMails()).toEqual([]);
});

test('a view and an answer reach the open pages of the organizer', async () => {
  const { db, hub } = server.app.platform;
  const made = await meetings.askFor();
  const [ada] = made['attendees'];
  const heard: string[] = [];
  const hear = (topic: string) => eventually(() => expect(heard).toContain(topic));
  const stop = hub.subscribe(maya.profile._id, (message) => {
    if (message.type === 'changed') heard.push(...message.topics);
  });
  try {
    // The connection listens once something arrives.
    await eventually(async () => {
      await notifyChanged(db, mintScope(maya.profile._id, 'system'), 'profile');
      expect(heard).toContain('profile');
    });
    expect(heard).not.toContain('meetings');
    await meetings.open(ada);
    await hear('meetings');
    heard.length = 0;
    await meetings.answer(ada, { answer: 'accept' });
    await hear('meetings');
  } finally {
    stop();
  }
});

test('requests are deleted a year after their end, not before', async () => {
  const ids = [
    (await meetings.askFor({ times: [TUESDAY] }))['id'],
    (await meetings.askFor({ times: ['2027-10-01T09:00:00Z'] }))['id'],
  ];
  const left = async () => {
    await server.runJob('meetings.purge', {});
    const rows = await server.app.platform.db
      .selectFrom('meeting_requests')
      .select('id')
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id }) => id);
  };
  server.setTime('2027-11-17T08:59:00Z');
  expect(await left()).toHaveLength(2);
  server.setTime('2027-11-17T09:01:00Z');
  expect(await left()).toEqual(ids.slice(1));
  server.setTime('2028-10-01T09:01:00Z');
  expect(await left()).toEqual([]);
});
