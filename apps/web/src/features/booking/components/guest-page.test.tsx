import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { GuestPage as Page } from '../api.ts';
import { GuestPage } from './guest-page.tsx';

const capability = 'a'.repeat(32);

const aPage = (change: Partial<Page> = {}): Page => ({
  success: true,
  state: 'open',
  title: 'Roadmap',
  answer: 'needsAction',
  event: {
    title: 'Roadmap',
    description: 'Bring numbers.',
    location: 'Room 4',
    organizer: {
      canonicalId: 'c1',
      username: 'maya',
      firstName: 'Maya',
      lastName: 'Okafor',
      bio: '',
      photoUrl: null,
      isVerified: true,
    },
    startsAt: '2026-11-24T09:00:00.000Z',
    endsAt: '2026-11-24T10:00:00.000Z',
    startsOn: null,
    endsOn: null,
    isRecurring: false,
    guests: [
      { name: 'Ada', status: 'accepted', isYou: false },
      { name: 'Bo', status: 'needsAction', isYou: true },
    ],
  },
  ...change,
});

let sent: unknown[];
beforeEach(() => {
  sent = [];
});

function serve(read: Page | number, answered: Page | number = read): void {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    expect(url).toBe(`/api/invitations/${capability}`);
    if (body) sent.push(JSON.parse(body as string));
    const reply = method === 'GET' ? read : answered;
    return typeof reply === 'number'
      ? Response.json({ success: false, code: 'x', message: 'It did not work.' }, { status: reply })
      : Response.json(reply);
  });
}

const open = () =>
  render(<GuestPage apiBaseUrl="/api" token={null} productName="Dayloom" capability={capability} />);

test('shows the event and who comes, and sends the answer', async () => {
  serve(aPage(), aPage({ answer: 'tentative' }));
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Roadmap' })).toBeTruthy();
  expect(screen.getByText('1 of 2 answered')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Maybe' }));
  expect(await screen.findByRole('heading', { name: 'You said maybe' })).toBeTruthy();
  expect(sent).toEqual([{ answer: 'tentative' }]);
  expect(screen.getByRole('button', { name: 'Maybe' }).getAttribute('aria-pressed')).toBe('true');
});

test('says that an answer was refused, and keeps the page', async () => {
  serve(aPage(), 422);
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect((await screen.findByRole('alert')).textContent).toContain('It did not work.');
  expect(screen.getByRole('heading', { name: 'Do you come?' })).toBeTruthy();
});

test('an event that is over or cancelled takes no answer', async () => {
  serve(aPage({ state: 'over' }));
  open();
  expect(await screen.findByText('This event is over')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

test('a cancelled event says so', async () => {
  serve(aPage({ state: 'cancelled', event: null }));
  open();
  expect(await screen.findByText(/was cancelled/)).toBeTruthy();
});

test('an unknown link says so', async () => {
  serve(404);
  open();
  expect(await screen.findByText('This invitation cannot be found')).toBeTruthy();
});
