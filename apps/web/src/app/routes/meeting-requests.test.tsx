import type { MeetingRequest } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeNewRequest } from '#features/meetings/hooks/use-new-request.ts';
import { formatStart } from '#features/meetings/model/meeting-words.ts';
import { formatTime } from '#lib/format-time.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { aMeetingAttendee, aMeetingRequest, aMeetingTime, inDays } from '#test/meeting-fixtures.ts';
import { renderApp } from '#test/render-app.tsx';
import { forgetPendingMails } from '#ui/pending-mails.ts';

type Handlers = Parameters<typeof fakeServer>[0];
const [day2, day3, day4] = [inDays(2), inDays(3), inDays(4)];
const commandId = crypto.randomUUID();

/** A server with these requests; changes answer with `changed`. */
function open(
  requests: readonly MeetingRequest[],
  address = '/bookings?view=requests',
  handlers: Handlers = {},
) {
  signInAs();
  const server = fakeServer({
    'GET /meeting-requests': ({ query }) => {
      const isOpen = new URLSearchParams(query).get('when') === 'open';
      const shown = requests.filter(({ state }) => (state === 'open') === isOpen);
      return answer({ success: true, meetingRequests: shown, after: null });
    },
    ...Object.fromEntries(
      requests.map((request) => [
        `GET /meeting-requests/${request.id}`,
        () => answer({ success: true, meetingRequest: request }),
      ]),
    ),
    'GET /people': () => answer({ success: true, people: [{ email: 'ada@x.org', name: 'Ada Byron' }] }),
    'POST /meeting-requests/suggestions': () =>
      answer({
        success: true,
        times: [
          {
            startsAt: day3,
            endsAt: aMeetingTime(day3).endsAt,
            free: ['maya@example.com', 'ada@x.org'],
            busy: [],
          },
          {
            startsAt: day4,
            endsAt: aMeetingTime(day4).endsAt,
            free: ['maya@example.com'],
            busy: ['ada@x.org'],
          },
        ],
        unknown: ['bo@x.org'],
      }),
    ...handlers,
  });
  return { server, user: userEvent.setup(), app: renderApp(address) };
}

const bodies = (server: ReturnType<typeof fakeServer>, path: string) =>
  server.seen.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body);
const changed = (request: MeetingRequest) => answer({ success: true, meetingRequest: request, commandId });
const clock = (startsAt: string) => formatTime(new Date(startsAt));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() =>
  act(() => {
    forgetPendingMails();
    closeNewRequest();
  }),
);

test('the list shows how far each request is, and the closed ones apart', async () => {
  const { user } = open([
    aMeetingRequest({
      attendees: [
        aMeetingAttendee('Ada Byron', { answer: 'accept', times: [day2] }),
        aMeetingAttendee('Bo Diaz', { answer: 'propose', times: [day4] }),
        aMeetingAttendee('Cy Lee'),
      ],
    }),
    aMeetingRequest({ title: 'Offsite', state: 'confirmed', confirmedAt: day2, times: [aMeetingTime(day2)] }),
  ]);
  const list = within(await screen.findByRole('list', { name: 'Open meeting requests' }));
  expect(list.getByRole('link', { name: 'Pricing review' })).toBeTruthy();
  expect(list.getByText('2 proposed times · 2 of 3 answered')).toBeTruthy();
  expect(list.getByText('1 answer missing')).toBeTruthy();
  expect(list.getByText('1 other time proposed')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Closed' }));
  const closed = within(await screen.findByRole('list', { name: 'Closed meeting requests' }));
  expect(closed.getByText('Offsite')).toBeTruthy();
  expect(closed.getByText('Confirmed')).toBeTruthy();
});

test('without requests it says what they are for, and a list that failed can be asked for again', async () => {
  let isAway = true;
  const { user } = open([], undefined, {
    'GET /meeting-requests': () =>
      isAway
        ? refuse('not_found', 'The requests are away.')
        : answer({ success: true, meetingRequests: [], after: null }),
  });
  expect(await screen.findByText('The requests are away.', {}, { timeout: 4_000 })).toBeTruthy();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No open meeting requests' })).toBeTruthy();
});

test('a new request is typed, pasted, completed and suggested, and can be undone', async () => {
  const request = aMeetingRequest({ sendsAt: new Date(Date.now() + 30_000).toISOString() });
  const { server, user } = open([], '/bookings?view=requests', {
    'POST /meeting-requests': () => changed(request),
    [`POST /commands/${commandId}/undo`]: () =>
      answer({ success: true, commandId: crypto.randomUUID(), notice: null, message: '' }),
  });
  await user.click(await screen.findByRole('button', { name: 'New meeting request' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New meeting request' }));
  await user.click(sheet.getByRole('button', { name: 'Send' }));
  expect(sheet.getByText('Say what the meeting is about.')).toBeTruthy();
  expect(sheet.getByText('Add at least one person.')).toBeTruthy();
  expect(sheet.getByText('Propose at least one time.')).toBeTruthy();
  const title = sheet.getByLabelText('Title');
  await waitFor(() => expect(document.activeElement).toBe(title));
  await user.type(title, 'Pricing review');

  const people = sheet.getByRole('combobox', { name: 'People' });
  await user.type(people, 'ad');
  expect(await sheet.findByRole('option', { name: /Ada Byron/ })).toBeTruthy();
  await user.keyboard('{ArrowDown}{Enter}');
  await user.paste('Bo Diaz <bo@x.org>; cy@x.org');
  await user.type(people, 'nobody,');
  const chips = within(sheet.getByRole('list', { name: 'People to ask' }));
  expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ada Byron',
    'Bo Diaz',
    'cy@x.org',
  ]);
  await user.click(sheet.getByRole('button', { name: 'Send' }));
  expect(sheet.getByText('“nobody” is not an email address.')).toBeTruthy();
  await user.clear(people);
  await user.keyboard('{Backspace}');
  expect(chips.queryByText('cy@x.org')).toBeNull();

  await user.click(await sheet.findByRole('button', { name: /^Propose.*You and Ada Byron are free/ }));
  expect(sheet.getByRole('button', { name: /Ada Byron is busy/ })).toBeTruthy();
  expect(sheet.getByText('Bo Diaz: free times are not known here.')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Add a time' }));
  expect(sheet.getByLabelText('Time 2')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Remove time 2' }));
  await user.type(sheet.getByLabelText('Message (optional)'), 'See you');
  await user.click(sheet.getByRole('checkbox'));
  await user.click(sheet.getByRole('button', { name: 'Send' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(server, '/meeting-requests')).toEqual([
    {
      title: 'Pricing review',
      durationMinutes: 30,
      times: [day3],
      attendees: [
        { email: 'ada@x.org', name: 'Ada Byron' },
        { email: 'bo@x.org', name: 'Bo Diaz' },
      ],
      message: 'See you',
      location: '',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      showsAnswers: true,
      answerBy: null,
    },
  ]);
  const bar = within(await screen.findByRole('region', { name: 'Mails about to be sent' }));
  expect(bar.getByText(/Pricing review: 2 mails will leave/)).toBeTruthy();
  await user.click(bar.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.count(`POST /commands/${commandId}/undo`)).toBe(1));
  await waitFor(() => expect(screen.queryByRole('region', { name: /Mails/ })).toBeNull());
  // What was typed is still there.
  await user.click(screen.getByRole('button', { name: 'New meeting request' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Pricing review');
});

test('a refusal is shown next to the field, any other failure above the form, and no input is lost', async () => {
  const replies = [
    refuse('invalid_request', 'attendees.0.email: must be an email address', {
      'attendees.0.email': 'must be an email address',
    }),
    refuse('unprocessable', 'You have asked too many people today.'),
  ];
  const { server, user } = open([], '/calendar-flow', {
    'POST /meeting-requests': () => replies.shift() ?? refuse('unavailable', 'Too often asked'),
  });
  await user.click(await screen.findByRole('button', { name: 'New meeting request' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New meeting request' }));
  await user.type(sheet.getByLabelText('Title'), 'Review');
  await user.type(sheet.getByRole('combobox', { name: 'People' }), 'ada@x.org');
  await user.click(sheet.getByRole('button', { name: 'Add a time' }));
  await user.click(sheet.getByRole('button', { name: 'Send' }));
  expect(await sheet.findByText('ada@x.org must be an email address.')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Send' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(
    'You have asked too many people today. What you entered is still here.',
  );
  // The same request has the same key: after a lost answer it is not made twice.
  const sent = () =>
    server.seen.filter(({ method, path }) => method === 'POST' && path === '/meeting-requests');
  await user.type(sheet.getByLabelText('Title'), 's');
  await user.click(sheet.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  const [first, second, third] = sent().map(({ idempotencyKey }) => idempotencyKey);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect([second === first, third === first]).toEqual([true, false]);
  // Closed and opened again, by the palette.
  await user.click(sheet.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'new meeting request');
  await user.click(await screen.findByRole('option', { name: /New meeting request/ }));
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Reviews');
  expect(screen.getByText('ada@x.org')).toBeTruthy();
});

test('users cannot ask themselves: the field refuses the address before anything is sent', async () => {
  const { server, user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'New meeting request' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New meeting request' }));
  await user.type(sheet.getByLabelText('Title'), 'Review');
  await user.click(sheet.getByRole('button', { name: 'Add a time' }));
  const people = sheet.getByRole('combobox', { name: 'People' });
  await user.type(people, 'ada@x.org, MAYA@example.com,');
  expect(sheet.getByText('You need not ask yourself.')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(document.activeElement).toBe(people));
  expect(bodies(server, '/meeting-requests')).toEqual([]);
  await user.click(sheet.getByRole('button', { name: 'Remove MAYA@example.com' }));
  expect(sheet.queryByText('You need not ask yourself.')).toBeNull();
});

test('a poll shows who can when, and its best time is confirmed', async () => {
  const request = aMeetingRequest({
    times: [
      aMeetingTime(day2, { accepted: 1, maybe: 1, isBest: true }),
      aMeetingTime(day3, { accepted: 1, isFree: false }),
    ],
    attendees: [
      aMeetingAttendee('Ada Byron', { answer: 'accept', times: [day2, day3] }),
      aMeetingAttendee('Bo Diaz', { answer: 'maybe', times: [day2] }),
      aMeetingAttendee('Cy Lee', { answer: 'decline', reason: 'On leave' }),
      aMeetingAttendee('Di Wu', { state: 'viewed' }),
    ],
  });
  const { server, user } = open([request], `/bookings?view=requests&request=${request.id}`, {
    [`POST /meeting-requests/${request.id}/confirm`]: () =>
      changed({ ...request, state: 'confirmed', confirmedAt: day2 }),
  });
  const grid = within(await screen.findByRole('region', { name: 'Answers by person and time' }));
  const cells = (name: RegExp) =>
    within(grid.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(/Ada/)).toEqual(['Yes', 'Yes']);
  expect(cells(/Bo/)).toEqual(['Maybe', 'No']);
  expect(cells(/Cy.*On leave/)).toEqual(['No', 'No']);
  expect(cells(/Di.*Opened/)).toEqual(['No answer', 'No answer']);
  const [best, other] = grid.getAllByRole('columnheader').slice(1);
  expect(best?.textContent).toMatch(/1 yes, 1 maybeBest$/);
  expect(other?.textContent).toMatch(/1 yesYou are busy$/);
  const [confirm] = grid.getAllByRole('button', { name: /^Confirm this time/ });
  expect(confirm?.getAttribute('aria-label')).toContain(clock(day2));
  await user.click(confirm as HTMLElement);
  expect(await screen.findByText(/^Confirmed for/)).toBeTruthy();
  expect(bodies(server, `/meeting-requests/${request.id}/confirm`)).toEqual([{ startsAt: day2 }]);
  expect(await screen.findByText(/4 mails will leave/)).toBeTruthy();
});

test('the link of an attendee is copied', async () => {
  const request = aMeetingRequest();
  const [attendee] = request.attendees;
  const { user } = open([request], `/bookings?view=requests&request=${request.id}`);
  const name = `Copy link of ${attendee?.name || attendee?.email}`;
  const buttons = await screen.findAllByRole('button', { name: /Copy link/ });
  expect(buttons.map(({ textContent }) => textContent)).toContain(name);
  await user.click(buttons[0] as HTMLElement);
  expect(await navigator.clipboard.readText()).toBe(attendee?.shortUrl);
});

test('an attendee gets a new link, and the page shows how often the short one was used', async () => {
  const ada = aMeetingAttendee('Ada Byron', { linkUses: 3 });
  const request = aMeetingRequest({ attendees: [ada] });
  const renewed = { ...ada, shortUrl: `http://localhost:3000/p/${'b'.repeat(32)}`, linkUses: 0 };
  const { server, user } = open([request], `/bookings?view=requests&request=${request.id}`, {
    [`POST /meeting-requests/${request.id}/attendees/${ada.id}/link`]: () => {
      request.attendees = [renewed];
      return answer({ success: true, meetingRequest: request });
    },
  });
  expect(await screen.findByText('Not opened yet, short link used 3 times')).toBeTruthy();
  const button = screen.getByRole('button', { name: /New link/ });
  expect(button.textContent).toBe('New link for Ada Byron');
  await user.click(button);
  expect(await screen.findByText('Ada Byron gets a new link by mail. The earlier one ended.')).toBeTruthy();
  expect(server.seen.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    `/meeting-requests/${request.id}/attendees/${ada.id}/link`,
  ]);
  await screen.findByText('Not opened yet');
  await user.click(screen.getByRole('button', { name: /Copy link/ }));
  expect(await navigator.clipboard.readText()).toBe(renewed.shortUrl);
});

test('a proposed time is added to the request', async () => {
  const request = aMeetingRequest({
    attendees: [
      aMeetingAttendee('Ada Byron', { answer: 'propose', times: [day4, day2] }),
      aMeetingAttendee('Bo Diaz', { answer: 'propose', times: [day4] }),
    ],
    times: [aMeetingTime(day2)],
  });
  const { server, user } = open([request], `/bookings?view=requests&request=${request.id}`, {
    [`POST /meeting-requests/${request.id}/times`]: () => changed(request),
  });
  // The other proposed time is in the request already.
  await screen.findByText('Ada Byron and Bo Diaz');
  await user.click(screen.getByRole('button', { name: /^Add the proposed time/ }));
  expect(await screen.findByText(/is added\. Everybody is asked again\./)).toBeTruthy();
  expect(bodies(server, `/meeting-requests/${request.id}/times`)).toEqual([{ times: [day4] }]);
});

test('those who have not answered are reminded, at most once a day', async () => {
  const request = aMeetingRequest();
  const { user } = open([request], `/bookings?view=requests&request=${request.id}`, {
    [`POST /meeting-requests/${request.id}/remind`]: () => {
      const remindedAt = new Date().toISOString();
      request.attendees = request.attendees.map((one) => ({ ...one, remindedAt }));
      return answer({ success: true, meetingRequest: request, reminded: 2 });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remind' }));
  expect(await screen.findByText('2 reminders sent')).toBeTruthy();
  expect(
    await screen.findByText(/^Everybody was reminded in the last day\. You can remind them again from/),
  ).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remind' }).disabled).toBe(true);
});

test('a reminder can be sent as soon as the mails have left', async () => {
  const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  vi.useFakeTimers({ shouldAdvanceTime: true, now: minute });
  const request = aMeetingRequest({ sendsAt: new Date(minute + 30_000).toISOString() });
  open([request], `/bookings?view=requests&request=${request.id}`);
  const remind = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remind' });
  expect(screen.getByText('The emails have not been sent yet.')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(minute + 31_000 - Date.now()));
  expect(remind.disabled).toBe(false);
});

test('a meeting that was cancelled is nowhere called confirmed', async () => {
  const request = aMeetingRequest({ state: 'withdrawn' });
  request.confirmedAt = request.times[0]?.startsAt ?? null;
  open([request], `/bookings?view=requests&request=${request.id}`);
  const grid = within(await screen.findByRole('table'));
  expect(grid.getByText('Cancelled')).toBeTruthy();
  expect(screen.getAllByText('Cancelled')).toHaveLength(2);
  expect(screen.queryByText(/Confirmed|Withdrawn/)).toBeNull();
});

test('a request is withdrawn with a message, and then offers nothing more', async () => {
  const request = aMeetingRequest();
  const { server, user } = open([request], `/bookings?view=requests&request=${request.id}`, {
    [`POST /meeting-requests/${request.id}/withdraw`]: () => {
      request.state = 'withdrawn';
      return changed(request);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('dialog', { name: "Withdraw 'Pricing review'?" }));
  await user.type(dialog.getByLabelText('Message'), ' Not needed any more ');
  await user.click(dialog.getByRole('button', { name: 'Withdraw request' }));
  expect(await screen.findByText('Withdrawn')).toBeTruthy();
  expect(bodies(server, `/meeting-requests/${request.id}/withdraw`)).toEqual([
    { message: 'Not needed any more' },
  ]);
  expect(screen.queryByRole('button', { name: /Remind|Withdraw|Confirm this time/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'All meeting requests' }));
  expect(await screen.findByRole('heading', { name: 'No open meeting requests' })).toBeTruthy();
});

test('fifty people and twenty times are all there', async () => {
  const times = Array.from({ length: 20 }, (_, at) => aMeetingTime(inDays(at + 1)));
  const attendees = Array.from({ length: 50 }, (_, at) =>
    aMeetingAttendee(`Person ${at}`, { answer: 'accept', times: times.map(({ startsAt }) => startsAt) }),
  );
  const request = aMeetingRequest({ times, attendees });
  open([request], `/bookings?view=requests&request=${request.id}`);
  const grid = within(await screen.findByRole('region', { name: 'Answers by person and time' }));
  expect(grid.getAllByRole('columnheader')).toHaveLength(21);
  expect(grid.getAllByText('Yes')).toHaveLength(1_000);
});

test('a request that cannot be loaded can be asked for again', async () => {
  const request = aMeetingRequest();
  let isAway = true;
  const { user } = open([request], `/bookings?view=requests&request=${request.id}`, {
    [`GET /meeting-requests/${request.id}`]: () =>
      isAway
        ? refuse('not_found', 'The request was not found.')
        : answer({ success: true, meetingRequest: request }),
  });
  expect(await screen.findByText('The request was not found.', {}, { timeout: 4_000 })).toBeTruthy();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Pricing review' })).toBeTruthy();
});

test('a time is chosen after the last day to answer too, which the dashboard says', async () => {
  const request = aMeetingRequest({ state: 'expired', answerBy: '2026-11-17' });
  const confirmed = { ...request, state: 'confirmed' as const, confirmedAt: day2 };
  const { server, user } = open([request], '/dashboard', {
    'GET /meeting-requests': () => answer({ success: true, meetingRequests: [request], after: null }),
    [`POST /meeting-requests/${request.id}/confirm`]: () => changed(confirmed),
  });
  expect(await screen.findByText('The deadline to answer has passed: choose a time')).toBeTruthy();
  expect(screen.queryByText(/answers? (?:is|are) missing|has answered/)).toBeNull();
  await user.click(screen.getByRole('link', { name: `Choose the time of ${request.title}` }));
  expect(await screen.findByText('Time to answer is over')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remind' })).toBeNull();
  await user.click(screen.getByRole('button', { name: `Confirm this time: ${formatStart(day2)}` }));
  expect(bodies(server, `/meeting-requests/${request.id}/confirm`)).toEqual([{ startsAt: day2 }]);
});

test('the dashboard says how many answers are missing', async () => {
  open([aMeetingRequest()], '/dashboard');
  expect(await screen.findByText('2 answers are missing.')).toBeTruthy();
  expect(screen.getByRole('link', { name: '1 open meeting request' }).getAttribute('href')).toBe(
    '/bookings?view=requests',
  );
});

test('the dashboard shows the times that others propose, which wait for the organizer', async () => {
  const request = aMeetingRequest({
    attendees: [
      aMeetingAttendee('Ada Byron', { answer: 'propose', times: [day4] }),
      aMeetingAttendee('Bo Diaz', { answer: 'propose', times: [day4, day2] }),
    ],
  });
  const { user } = open([request], '/dashboard');
  expect(await screen.findByText(`Ada Byron and Bo Diaz propose ${formatStart(day4)}`)).toBeTruthy();
  // The second day is one of the request's own.
  expect(screen.getAllByText(/ propose /)).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: `Compare the times of ${request.title}` }));
  expect(await screen.findByRole('heading', { name: request.title })).toBeTruthy();
});
