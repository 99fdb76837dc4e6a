import type { PublicEventType } from '@dayloom/contracts';
import type { FirstSlots } from '@dayloom/contracts/booking-page';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  eventType,
  findTime,
  host,
  listCalls,
  openBookingPage,
  press,
  serveBookings,
  slots,
  startBookingTest,
  toSlot,
} from '#test/booking-page.tsx';
import { addFirstTimes } from '../model/first-times.ts';
import type { PageData } from '../model/page-data.ts';
import { BookingApp } from './booking-app.tsx';

beforeEach(startBookingTest);
afterEach(() => {
  document.body.innerHTML = '';
});

const talk: PublicEventType = {
  ...eventType,
  slug: 'talk',
  title: 'Talk',
  description: 'About <b>anything</b>',
  durations: [30, 60],
  location: { kind: 'phone', text: '' },
};
const firstSlots: FirstSlots = {
  eventType: 'chat',
  durationMinutes: 30,
  until: '2026-12-02T00:00:00.000Z',
  response: { success: true, slots: slots.map((at, index) => toSlot(at, index === 1)) },
};

function toData(data: Partial<PageData> = {}, eventTypes: PublicEventType[] = [eventType, talk]): PageData {
  return {
    config: {} as PageData['config'],
    response: { success: true, hosts: [host], timeZone: 'America/New_York', eventTypes },
    firstSlots,
    ...data,
  };
}

/** The page as the server writes it (`booking/operations/first-paint.ts` there). */
function writePage(data: PageData, search = ''): HTMLElement {
  window.history.replaceState(null, '', `/maya${search}`);
  document.body.innerHTML = `
    <div id="root"><div class="booking-card"><div class="booking-card-aside">
      <div class="event-types"><fieldset class="event-types-list"><input type="radio" name="what" checked><input type="radio" name="what"></fieldset></div>
    </div></div></div>
    <script type="application/json" id="page-data">${JSON.stringify(data)}</script>`;
  const root = document.getElementById('root') as HTMLElement;
  addFirstTimes(root, data, search);
  return root;
}

/** Elements with their texts and attributes, but without names that React gives and without what needs the script. */
function describeMarkup(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const one of copy.querySelectorAll('[aria-live], input[type="file"]')) one.remove();
  const lines: string[] = [];
  const visit = (node: Node, depth: number): void => {
    if (!(node instanceof Element)) {
      if (node.textContent) lines.push(`${' '.repeat(depth)}"${node.textContent}"`);
      return;
    }
    const attributes = [...node.attributes]
      .filter(({ name }) => !/^(?:id|name|style|aria-describedby|aria-controls|autocomplete)$/.test(name))
      .map(({ name, value }) => `${name}=${value}`);
    const isZone = node.matches('.zone-select-input');
    const said = isZone ? [`value=${(node as HTMLInputElement).value}`] : attributes.sort();
    lines.push(`${' '.repeat(depth)}${node.localName} ${said.join(' ')}`);
    copy.normalize();
    for (const child of node.childNodes) visit(child, depth + 1);
  };
  visit(copy, 0);
  return lines.join('\n');
}

function readComponents(): { times: string; more: string[] } {
  serveBookings({});
  const { container, unmount } = render(
    <BookingApp apiBaseUrl="/api" token={null} productName="Dayloom" target={{ username: 'maya' }} />,
  );
  const found = readMarkup(container);
  expect(listCalls('GET', '/')).toEqual([]);
  unmount();
  return found;
}

function readMarkup(page: Element): { times: string; more: string[] } {
  const times = page.querySelector('.time-chooser');
  const more = [...page.querySelectorAll('.event-types > *:not(fieldset), .booking-card-note')];
  return { times: times ? describeMarkup(times) : '', more: more.map(describeMarkup) };
}

test.each([
  ['the first event type', '', toData()],
  ['a single event type', '', toData({}, [eventType])],
  [
    'an event type with two lengths, a description and a place',
    '?type=talk',
    toData({ firstSlots: { ...firstSlots, eventType: 'talk' } }, [eventType, talk]),
  ],
  [
    'times of which none is preferred',
    '',
    toData({
      firstSlots: { ...firstSlots, response: { success: true, slots: slots.map((at) => toSlot(at)) } },
    }),
  ],
])('the first times look like the components that replace them: %s', (_name, search, data) => {
  const root = writePage(data, search);
  const written = readMarkup(root);
  expect(written.times).toContain('2:00 PM');
  expect(readComponents()).toEqual(written);
});

test.each([
  ['no slots came along', toData({ firstSlots: null })],
  ['they are of another event type', toData({ firstSlots: { ...firstSlots, eventType: 'talk' } })],
  ['the month has none', toData({ firstSlots: { ...firstSlots, response: { success: true, slots: [] } } })],
  ['the host takes no bookings', toData({}, [])],
])('the page of the server stays as it is where %s', (_name, data) => {
  const before = writePage(toData({ firstSlots: null })).innerHTML;
  expect(writePage(data).innerHTML).toBe(before);
});

test('another day shows its times, and is marked beside the time that is chosen there', () => {
  const root = writePage(toData());
  const press = (name: string) =>
    [...root.querySelectorAll<HTMLElement>('button')]
      .find((button) => (button.ariaLabel ?? button.textContent) === name)
      ?.click();
  const list = (selector: string) =>
    [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(list('.slot-list-time')).toEqual(['2:00 PM', '2:30 PM']);
  press('Thursday, November 26, 2026');
  expect(list('.slot-list-time')).toEqual(['9:00 AM']);
  expect(document.activeElement?.textContent).toBe('9:00 AM');
  press('Wednesday, November 25, 2026');
  expect(list('.slot-list-time')).toEqual(['9:00 AM']);
  press('9:00 AM');
  expect(list('[data-clicked]')).toEqual(['26', '9:00 AM']);
});

test('the times leave with a choice of another event type, and the last click is marked', () => {
  const root = writePage(toData());
  const [first, second] = root.querySelectorAll<HTMLButtonElement>('.slot-list-time');
  first?.click();
  second?.click();
  expect([...root.querySelectorAll('[data-clicked]')]).toEqual([second]);
  root.querySelectorAll<HTMLInputElement>('.event-types input')[1]?.click();
  expect(root.querySelector('.time-chooser')).toBeNull();
});

test('the slots that came along are not requested, those of the next month are', async () => {
  writePage(toData()).remove();
  serveBookings({});
  openBookingPage();
  await findTime('2:00 PM');
  await waitFor(() => expect(listCalls('GET', '/booking/optimal-slots')).toHaveLength(1));
  expect(listCalls('GET', '/booking/optimal-slots')[0]?.path).toContain('from=2026-12-01&to=2026-12-31');
});

test('after a step back from the form, the slots are requested again', async () => {
  writePage(toData()).remove();
  serveBookings({ 'GET /booking/optimal-slots': { slots: [toSlot(slots[2] ?? '')] } });
  openBookingPage();
  fireEvent.click(await findTime('2:00 PM'));
  await press('Back');
  await findTime('9:00 AM');
  expect(screen.queryByRole('button', { name: '2:00 PM' })).toBeNull();
});
