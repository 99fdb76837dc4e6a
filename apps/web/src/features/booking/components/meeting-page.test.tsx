import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Invitation } from '../api.ts';
import { MeetingPage } from './meeting-page.tsx';

const path = { eventSlug: 'pricing-review', attendeeId: 'a'.repeat(32) };
const address = `/event/${path.eventSlug}/${path.attendeeId}`;
const times = ['2026-11-24T09:00:00.000Z', '2026-11-25T11:30:00.000Z', '2026-11-30T13:30:00.000Z'];
const [first = '', second = '', third = ''] = times;

interface Change extends Partial<Omit<Invitation, 'event'>> {
  readonly event?: Partial<Invitation['event']>;
}

const anInvitation = ({ event, ...change }: Change = {}): Invitation => ({
  success: true,
  event: {
    title: 'Pricing review',
    message: 'I would like your eye on the new plan page.',
    location: 'https://meet.example/room',
    organizer: {
      canonicalId: 'c1',
      username: 'maya',
      firstName: 'Maya',
      lastName: 'Okafor',
      bio: 'Product lead',
      photoUrl: null,
      isVerified: true,
    },
    durationMinutes: 45,
    times,
    state: 'viewed',
    startsAt: null,
    timeZone: 'UTC',
    answerBy: '2026-11-27',
    canAnswer: true,
    ...event,
  },
  answer: null,
  answerTimes: [],
  reason: '',
  name: 'Jo Lee',
  ...change,
});

interface Sent {
  readonly answer: string;
  readonly reason: string;
  readonly times?: string[];
}
type Reply = Response | Error | Invitation;
let sent: Sent[];
let ownBusy: { readonly startsAt: string; readonly endsAt: string }[];

/** The answers of the page's address, in turn; the last one again and again. */
function serve(read: readonly Reply[], answered: readonly Reply[] = []): void {
  const left = { GET: [...read], POST: [...answered] };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    if (url.startsWith('/api/booking/own-busy?')) return Response.json({ success: true, busy: ownBusy });
    if (url !== `/api${address}`) throw new Error(`No reply for ${url}`);
    if (body) sent.push(JSON.parse(body as string));
    const queue = left[method as 'GET' | 'POST'];
    const reply = queue.length > 1 ? queue.shift() : queue[0];
    if (!reply) throw new Error(`No reply for ${method}`);
    if (reply instanceof Error) throw reply;
    return reply instanceof Response ? reply.clone() : Response.json(reply);
  });
}

const refuse = (status: number, message: string) => Response.json({ success: false, message }, { status });
const open = (token: string | null = 't') =>
  render(<MeetingPage apiBaseUrl="/api" token={token} productName="Dayloom" path={path} />);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const tick = async (name: RegExp) => fireEvent.click(await screen.findByRole('checkbox', { name }));
const findHeading = (name: string | RegExp) => screen.findByRole('heading', { name });

beforeEach(() => {
  sent = [];
  ownBusy = [];
  window.history.replaceState(null, '', address);
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z'), toFake: ['Date'] });
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
});

test('shows who asks for what, with the times in the zone of the visitor', async () => {
  serve([anInvitation()]);
  open();
  await findHeading('Pricing review');
  await waitFor(() => expect(document.title).toBe('Pricing review: Maya Okafor asks to meet'));
  screen.getByText('Maya Okafor');
  screen.getByLabelText('Verified');
  screen.getByText('“I would like your eye on the new plan page.”');
  screen.getByText('45 min');
  screen.getByText('Answer by Fri, Nov 27');
  expect(screen.getByRole('link', { name: 'meet.example' }).getAttribute('href')).toBe(
    'https://meet.example/room',
  );
  expect(screen.getAllByRole('checkbox')).toHaveLength(3);
  screen.getByText('9:00–9:45 AM');
  const zones = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  fireEvent.click(zones);
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(300));
  fireEvent.change(zones, { target: { value: 'tokyo' } });
  fireEvent.keyDown(zones, { key: 'Enter' });
  await screen.findByText('6:00–6:45 PM');
  screen.getByText('Times in Tokyo');
});

test('signed-in attendees see their own days next to the proposed times', async () => {
  ownBusy = [{ startsAt: '2026-11-24T09:30:00.000Z', endsAt: '2026-11-24T11:00:00.000Z' }];
  serve([anInvitation()]);
  open();
  const days = await screen.findAllByText(/, seen only by you$/);
  expect(days.map(({ parentElement }) => parentElement?.parentElement?.textContent)).toEqual([
    'Your Tue, Nov 24, seen only by you8:00 AM–6:00 PMBusy 9:30–11:00 AM',
    'Your Wed, Nov 25, seen only by you8:00 AM–6:00 PMNothing planned',
    'Your Mon, Nov 30, seen only by you8:00 AM–6:00 PMNothing planned',
  ]);
});

test('who is not signed in sees no days', async () => {
  serve([anInvitation()]);
  open(null);
  expect(await screen.findAllByRole('checkbox')).toHaveLength(3);
  expect(screen.queryByText(/seen only by you/)).toBeNull();
});

test('of several times those that suit are ticked and accepted, and the answer can be changed', async () => {
  const answered = anInvitation({
    event: { state: 'answered' },
    answer: 'accept',
    answerTimes: [first, third],
  });
  serve(
    [anInvitation()],
    [answered, anInvitation({ event: { state: 'answered' }, answer: 'maybe', answerTimes: [first] })],
  );
  open();
  const accept = await screen.findByRole('button', { name: 'Accept' });
  expect(accept.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(accept);
  screen.getByText('To accept, tick each time that suits you.');
  await tick(/9:00/);
  screen.getByRole('button', { name: 'Accept Tue 9:00 AM' });
  await tick(/Mon, Nov 30/);
  await press('Accept 2 times');
  const heading = await findHeading('You accepted 2 times');
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await tick(/Mon, Nov 30/);
  await press('Maybe');
  await findHeading('You may come');
  expect(sent).toEqual([
    { answer: 'accept', reason: '', times: [first, third] },
    { answer: 'maybe', reason: '', times: [first] },
  ]);
});

test('a single time has nothing to tick', async () => {
  serve(
    [anInvitation({ event: { times: [second] } })],
    [anInvitation({ event: { times: [second] }, answer: 'accept', answerTimes: [second] })],
  );
  open();
  await findHeading('Does this time suit you?');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await press('Accept Wed 11:30 AM');
  await findHeading('You accepted Wed, Nov 25, 11:30 AM');
  expect(sent).toEqual([{ answer: 'accept', reason: '', times: [second] }]);
});

test('declining takes a reason from the chips and from the text, and Back returns to the button', async () => {
  serve([anInvitation()], [anInvitation({ answer: 'decline', reason: 'x' })]);
  open();
  await press('Decline');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Decline this request?'));
  await press('Too busy this month');
  const reason = screen.getByLabelText<HTMLTextAreaElement>('Reason for Maya (optional)');
  expect(reason.value).toBe('Too busy this month');
  fireEvent.change(reason, { target: { value: 'Too busy this month, sorry' } });
  await press('Back');
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Decline' }));
  await press('Decline');
  await press('Decline');
  await findHeading('You declined');
  expect(sent).toEqual([{ answer: 'decline', reason: 'Too busy this month, sorry' }]);
});

test('up to five other times are proposed, with a message', async () => {
  serve([anInvitation()], [anInvitation({ answer: 'propose', answerTimes: ['2026-11-26T08:00:00.000Z'] })]);
  open();
  await press('Propose another time');
  const on = (time: string) => `Thu, Nov 26, ${time}`;
  const six = ['8:00 AM', '8:30 AM', '9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM'];
  for (const time of six) await press(on(time));
  screen.getByText('These are 5, as many as you can propose.');
  await press('Remove Thu, Nov 26, 10:00–10:45 AM');
  for (const time of ['8:30 AM', '9:00 AM', '9:30 AM']) await press(on(time));
  expect(screen.queryByRole('button', { name: on('7:00 AM') })).toBeNull();
  await press('Earlier and later');
  screen.getByRole('button', { name: on('7:00 AM') });
  fireEvent.change(screen.getByLabelText('Message to Maya (optional)'), {
    target: { value: 'In the morning' },
  });
  await press('Propose this time');
  await findHeading('You proposed Thu, Nov 26, 8:00 AM');
  expect(sent).toEqual([
    { answer: 'propose', reason: 'In the morning', times: ['2026-11-26T08:00:00.000Z'] },
  ]);
});

test('the week of other times shows when the visitor is busy, and is walked by the keyboard', async () => {
  ownBusy = [{ startsAt: '2026-11-24T10:15:00.000Z', endsAt: '2026-11-24T11:00:00.000Z' }];
  serve([anInvitation()]);
  open();
  await press('Propose another time');
  await screen.findByText('You are busy: only you see this');
  screen.getByText('Proposed to you');
  const week = within(screen.getByRole('grid', { name: 'Nov 23 – 29' }));
  const name = () => document.activeElement?.getAttribute('aria-label');
  // The meeting of 45 minutes would reach into the busy time.
  week.getByRole('button', { name: 'Tue, Nov 24, 10:00 AM, you are busy' });
  week.getByRole('button', { name: 'Tue, Nov 24, 9:30 AM' }).focus();
  const walk = async (key: string, to: string) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    await waitFor(() => expect(name()).toBe(to));
  };
  await walk('ArrowDown', 'Tue, Nov 24, 10:00 AM, you are busy');
  await walk('ArrowRight', 'Wed, Nov 25, 10:00 AM');
  await walk('ArrowUp', 'Wed, Nov 25, 9:30 AM');
  await walk('End', 'Sun, Nov 29, 9:30 AM');
  await walk('ArrowRight', 'Mon, Nov 30, 9:30 AM');
  screen.getByRole('grid', { name: 'Nov 30 – Dec 6' });
  await walk('PageUp', 'Mon, Nov 23, 9:30 AM');
  expect(
    screen.getAllByRole('button').filter((one) => one.tabIndex === 0 && one.closest('tbody')),
  ).toHaveLength(1);
});

test('the month leads to another week', async () => {
  serve([anInvitation()]);
  open();
  await press('Propose another time');
  await press('Nov 23 – 29');
  await press('Next month');
  await press('Thursday, December 10, 2026');
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Thu, Dec 10, 8:30 AM'),
  );
  expect(screen.queryByRole('grid', { name: 'December 2026' })).toBeNull();
});

test('a time that the organizer has added is not proposed again', async () => {
  serve(
    [anInvitation({ answer: 'propose', answerTimes: [second, '2026-11-26T08:00:00.000Z'] })],
    [anInvitation({ answer: 'propose', answerTimes: ['2026-11-26T08:00:00.000Z'] })],
  );
  open();
  await press('Propose another time');
  const asked = screen.getByRole('button', { name: 'Tue, Nov 24, 9:00 AM, proposed to you' });
  expect(asked.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(asked);
  expect(asked.getAttribute('aria-pressed')).toBe('false');
  await press('Propose this time');
  await findHeading('You proposed Thu, Nov 26, 8:00 AM');
  expect(sent).toEqual([{ answer: 'propose', reason: '', times: ['2026-11-26T08:00:00.000Z'] }]);
});

test.each([
  ['no connection', new TypeError('Failed to fetch'), /There is no connection/],
  ['too many requests', refuse(429, 'That was too often.'), /That was too often\./],
])('with %s nothing typed is lost, and the answer can be sent again', async (_, problem, words) => {
  serve([anInvitation()], [problem, anInvitation({ answer: 'decline', reason: 'On leave' })]);
  open();
  await press('Decline');
  fireEvent.change(screen.getByLabelText('Reason for Maya (optional)'), { target: { value: 'On leave' } });
  await press('Decline');
  within(await screen.findByRole('alert')).getByText(words);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason for Maya (optional)').value).toBe('On leave');
  await press('Try again');
  await findHeading('You declined');
  expect(sent).toHaveLength(2);
});

test('after a refusal the request is shown as it is now, with what was ticked', async () => {
  serve(
    [anInvitation(), anInvitation({ event: { times: [first, second] } })],
    [refuse(422, 'This time is not proposed any more.')],
  );
  open();
  await tick(/9:00/);
  await tick(/Mon, Nov 30/);
  await press('Accept 2 times');
  within(await screen.findByRole('alert')).getByText(/This time is not proposed any more\./);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
  screen.getByRole('button', { name: 'Accept Tue 9:00 AM' });
});

test('a fixed time can be added to calendars, and the answer still changed', async () => {
  const event = { state: 'confirmed', startsAt: second } as const;
  serve(
    [anInvitation({ event, answer: 'accept', answerTimes: [second] })],
    [anInvitation({ event, answer: 'decline', reason: '' })],
  );
  open();
  await findHeading('The time is fixed');
  screen.getByText(/^Wednesday, November 25, 2026.*11:30/);
  screen.getByText('You accepted Wed, Nov 25, 11:30 AM. You can change that until it begins.');
  expect(screen.getByRole('link', { name: '.ics file' }).getAttribute('href')).toBe(
    `/api${address}/invitation.ics`,
  );
  expect(screen.getByRole('link', { name: 'Google' }).getAttribute('href')).toContain(
    '20261125T113000Z%2F20261125T121500Z',
  );
  screen.getByRole('link', { name: 'Outlook' });
  expect(screen.queryByRole('button', { name: 'Propose another time' })).toBeNull();
  await press('Decline');
  await press('Decline');
  await screen.findByText('You declined. You can change that until it begins.');
});

test.each(['accept', 'maybe', 'propose'] as const)(
  'who answered %s for other times is asked about the chosen one',
  async (answer) => {
    const event = { state: 'confirmed', startsAt: second } as const;
    const attendees = [
      { name: 'Jo Lee', answer, times: [first], isYou: true },
      { name: 'Di Wu', answer: 'accept' as const, times: [first, second], isYou: false },
      { name: 'Bo Diaz', answer: 'decline' as const, times: [], isYou: false },
    ];
    serve(
      [anInvitation({ event, answer, answerTimes: [first], attendees })],
      [anInvitation({ event, answer: 'accept', answerTimes: [second] })],
    );
    open();
    await screen.findByText('Maya has chosen this time. Say whether you come.');
    const card = within(screen.getByRole('region', { name: 'Who comes' }));
    card.getByText('2 of 3 answered');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'MOMaya OkaforHost',
      'JLYouWaiting',
      'DWDi WuAccepted',
      'BDBo DiazDeclined',
    ]);
    await press('Accept Wed 11:30 AM');
    await screen.findByText('You accepted Wed, Nov 25, 11:30 AM. You can change that until it begins.');
    expect(sent).toEqual([{ answer: 'accept', reason: '', times: [second] }]);
  },
);

test('of several times that were accepted only the chosen one counts', async () => {
  const event = { state: 'confirmed', startsAt: second } as const;
  serve([anInvitation({ event, answer: 'accept', answerTimes: [first, second] })]);
  open();
  await screen.findByText('You accepted Wed, Nov 25, 11:30 AM. You can change that until it begins.');
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
});

test.each([
  ['withdrawn', { event: { state: 'withdrawn', canAnswer: false } }, 'Maya withdrew this request'],
  [
    'cancelled',
    { event: { state: 'withdrawn', startsAt: second, canAnswer: false } },
    'Maya cancelled this meeting',
  ],
  ['expired', { event: { state: 'expired', canAnswer: false } }, 'The deadline to answer has passed'],
  [
    'past',
    {
      event: { state: 'confirmed', startsAt: '2026-11-22T09:00:00.000Z', canAnswer: false },
      answer: 'accept',
    },
    'This meeting is over',
  ],
] satisfies [string, Change, string][])('a request that is %s takes no answer', async (_, change, title) => {
  serve([anInvitation(change)]);
  open();
  await findHeading(title);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/You may change your mind/)).toBeNull();
});

test('shows who comes and whom a time suits, where the organizer allows it', async () => {
  const one = (name: string, answer: 'accept' | 'propose' | null, suits: string[] = [], isYou = false) => ({
    name,
    answer,
    times: suits,
    isYou,
  });
  serve([
    anInvitation({
      attendees: [
        one('Tomás Rivera', 'accept', [first, second]),
        one('Priya Shah', 'propose'),
        one('Jo Lee', null, [], true),
      ],
    }),
  ]);
  open();
  const card = within(await screen.findByRole('region', { name: 'Who comes' }));
  card.getByText('2 of 3 answered');
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'MOMaya OkaforHost',
    'TRTomás RiveraAccepted',
    'PSPriya ShahAnother time',
    'JLYouWaiting',
  ]);
  screen.getByRole('checkbox', { name: /Nov 24.*Priya cannot/ });
  screen.getByRole('checkbox', { name: /Nov 30.*Tomás and Priya cannot/ });
});

test('an unknown address is explained, and a page that did not load can be loaded again', async () => {
  serve([refuse(404, 'There is no such request.')]);
  const { unmount } = open();
  await findHeading('This meeting request cannot be found');
  unmount();
  serve([refuse(429, 'That was too often.'), anInvitation()]);
  open();
  await screen.findByText('That was too often.');
  await press('Try again');
  expect(await findHeading('Pricing review')).toBeTruthy();
});
