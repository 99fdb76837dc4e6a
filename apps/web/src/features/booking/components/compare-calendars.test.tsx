import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  findTime,
  listCalls,
  openBookingPage,
  serveBookings,
  startBookingTest,
} from '#test/booking-page.tsx';
import { workerInPage } from '#test/worker-in-page.ts';
import { readBusyTimes } from '../worker/busy-times.ts';
import type { ReadMessage } from '../worker/messages.ts';

/** The worker's own reading, of the whole file at once. */
const read = async ({ file, range }: ReadMessage) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const inOnePiece = async function* () {
    yield bytes;
  };
  return readBusyTimes(inOnePiece(), range);
};

beforeEach(() => {
  startBookingTest();
  vi.stubGlobal('Worker', workerInPage(read));
});

const chooseFile = (text: string, name = 'work.ics') =>
  fireEvent.change(screen.getByLabelText('Calendar file'), { target: { files: [new File([text], name)] } });
const meeting =
  'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20261124T141500Z\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR\n';

test('a signed-in visitor sees which times collide with the own calendar', async () => {
  serveBookings({
    'GET /booking/own-busy': {
      busy: [{ startsAt: '2026-11-24T14:30:00.000Z', endsAt: '2026-11-24T15:30:00.000Z' }],
    },
  });
  openBookingPage();
  const row = (await findTime('2:30 PM')).closest('li') as HTMLElement;
  expect(listCalls('GET', '/booking/own-busy')).toHaveLength(0);
  fireEvent.click(screen.getByRole('switch', { name: 'Show my calendar' }));
  await within(row).findByText('You are busy');
  expect(listCalls('GET', '/booking/own-busy')[0]?.path).toContain('from=2026-11-23&to=2026-11-30');
  // A touching time is free.
  expect(
    within((await findTime('2:00 PM')).closest('li') as HTMLElement).queryByText('You are busy'),
  ).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Show my calendar' }));
  expect(within(row).queryByText('You are busy')).toBeNull();
});

test('the page reports a session that has ended', async () => {
  serveBookings({ 'GET /booking/own-busy': () => Response.json({ success: false }, { status: 401 }) });
  openBookingPage();
  fireEvent.click(await screen.findByRole('switch', { name: 'Show my calendar' }));
  expect(
    await screen.findByText('You are no longer signed in. Sign in again to see your calendar here.'),
  ).toBeTruthy();
});

test('anybody compares with a file, which is never sent', async () => {
  serveBookings({});
  openBookingPage({ token: null });
  await findTime('2:00 PM');
  expect(screen.queryByRole('switch')).toBeNull();
  chooseFile(meeting);
  await screen.findByText(/The file stays on this device/);
  expect(screen.getAllByText('You are busy')).toHaveLength(2);
  expect(listCalls('POST', '/')).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Stop comparing with work.ics' }));
  expect(screen.queryByText('You are busy')).toBeNull();
});

test.each([
  [
    'notes.txt',
    'Buy milk',
    'This is not a calendar file. Export your calendar as .ics, then choose that file.',
  ],
  ['calendar.zip', 'PK\u0003\u0004', 'This is a ZIP archive. Unpack it, then choose the .ics file in it.'],
])('%s is refused with what to do', async (name, text, message) => {
  serveBookings({});
  openBookingPage({ token: null });
  await findTime('2:00 PM');
  chooseFile(text, name);
  await screen.findByText(message);
  expect(screen.queryByText('You are busy')).toBeNull();
});

test('a file that is too large is not read', async () => {
  serveBookings({});
  openBookingPage({ token: null });
  await findTime('2:00 PM');
  const file = new File([''], 'huge.ics');
  Object.defineProperty(file, 'size', { value: 60 * 1024 * 1024 });
  fireEvent.change(screen.getByLabelText('Calendar file'), { target: { files: [file] } });
  expect(await screen.findByText(/larger than 50 MB/)).toBeTruthy();
});
