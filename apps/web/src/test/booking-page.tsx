import type { PublicEventType, Slot, VisitorBooking } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { fireEvent, render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { BookingApp } from '#features/booking/components/booking-app.tsx';

export const host = {
  canonicalId: 'c1',
  username: 'maya',
  firstName: 'Maya',
  lastName: 'Okafor',
  bio: 'Product lead',
  photoUrl: null,
  isVerified: true,
};
export const eventType: PublicEventType = {
  slug: 'chat',
  title: 'Chat',
  description: '',
  durations: [30],
  location: { kind: 'none', text: '' },
  color: '#5CAAFF',
  needsApproval: false,
  confirmsEmail: false,
  offersTexts: false,
  questions: [],
  url: 'https://dayloom.example/maya?type=chat',
};
export const token = 'a'.repeat(32);
export const manageUrl = `${window.location.origin}/p/${token}`;
export const toSlot = (startsAt: string, preferred = false): Slot => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 30 * MINUTE_MS).toISOString(),
  rank: 1,
  preferred,
  reasons: preferred ? ['no_planned_work'] : [],
});
export const slots = ['2026-11-24T14:00:00.000Z', '2026-11-24T14:30:00.000Z', '2026-11-26T09:00:00.000Z'];
export const visit: VisitorBooking = {
  id: 'b1',
  status: 'CONFIRMED',
  startsAt: slots[0] ?? '',
  endsAt: '2026-11-24T14:30:00.000Z',
  title: 'Chat: Maya Okafor and Ada Byron',
  eventType: 'chat',
  timeZone: 'UTC',
  name: 'Ada Byron',
  email: 'ada@example.org',
  guests: [],
  notes: '',
  location: 'https://meet.example/room',
  awaitsLink: false,
  cancelledBy: null,
  cancelMessage: '',
  isRequest: false,
  hosts: [host],
  hostTimeZone: 'America/New_York',
  durationMinutes: 30,
  needsEmail: false,
  canChange: true,
};

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;
}
export type Reply = Response | object;
let sent: Sent[] = [];
export const listCalls = (method: string, path: string) =>
  sent.filter((one) => one.method === method && one.path.startsWith(path));

/** Replies by `METHOD /path`; the first whose key the call begins with. Several replies are given in turn. */
export function serveBookings(replies: Record<string, Reply | (() => Reply | Promise<Reply>)>): void {
  const all: typeof replies = {
    ...replies,
    'GET /public-profile/links/': { hosts: [host], timeZone: 'America/New_York', eventTypes: [eventType] },
    'GET /booking/optimal-slots': { slots: slots.map((at, index) => toSlot(at, index === 1)) },
    'POST /booking/holds': () =>
      Response.json({ hold: { id: 'h1', expiresAt: '2099-01-01T00:00:00.000Z' } }, { status: 201 }),
    'DELETE /booking/holds/': { message: 'ok' },
    'POST /booking/create': () => Response.json({ booking: { ...visit, manageUrl } }, { status: 201 }),
    [`GET /booking/visits/${token}/slots`]: { slots: slots.map((at) => toSlot(at)) },
    [`GET /booking/visits/${token}`]: { booking: visit },
    ...replies,
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = address.replace('/api', '');
    const method = init.method ?? 'GET';
    sent.push({
      method,
      path,
      body: init.body ? JSON.parse(init.body as string) : {},
      headers: init.headers as Record<string, string>,
    });
    const found = Object.entries(all).find(([key]) => `${method} ${path}`.startsWith(key))?.[1];
    if (!found) throw new Error(`No reply for ${method} ${path}`);
    const reply = typeof found === 'function' ? await found() : found;
    return reply instanceof Response ? reply.clone() : Response.json({ success: true, ...reply });
  });
}

export const refuse = (status: number, body: object) => () =>
  Response.json({ success: false, ...body }, { status });

interface OpenPage {
  readonly target?: { readonly username: string } | { readonly link: string };
  readonly search?: string;
  /** The visitor's own access token, if signed in. */
  readonly token?: string | null;
}

export function openBookingPage(page: OpenPage = {}) {
  const { target = { username: 'maya' }, search = '' } = page;
  window.history.replaceState(null, '', `/maya${search}`);
  const own = page.token === undefined ? 't' : page.token;
  return render(<BookingApp apiBaseUrl="/api" token={own} productName="Dayloom" target={target} />);
}

export const findTime = (name: string) => screen.findByRole('button', { name });
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export async function fillIn(time: string): Promise<void> {
  fireEvent.click(await findTime(time));
  type('Name', 'Ada Byron');
  type('Email', 'ada@example.org');
}

/** Before each test. The browser is British, and it is Monday morning. */
export function startBookingTest(): void {
  sent = [];
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z'), toFake: ['Date'] });
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
}
