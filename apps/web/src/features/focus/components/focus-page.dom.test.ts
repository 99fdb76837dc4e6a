import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusMarkup } from './focus-markup.ts';
import { startFocusPage } from './focus-page.ts';

let stop = () => {};
const text = (selector: string) => document.querySelector(selector)?.textContent;
const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

function open() {
  document.body.innerHTML = focusMarkup;
  document.title = 'Focus timer';
  stop = startFocusPage(document.body);
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  open();
});
afterEach(() => stop());

test('Space starts and pauses, the title counts along, R resets', () => {
  expect([text('[data-time]'), text('[data-toggle]')]).toEqual(['25:00', 'Start']);
  press(' ');
  vi.advanceTimersByTime(61_000);
  expect([text('[data-time]'), text('[data-toggle]'), document.title]).toEqual([
    '23:59',
    'Pause',
    '23:59 · Focus',
  ]);
  press(' ');
  vi.advanceTimersByTime(60_000);
  expect([text('[data-time]'), document.title]).toEqual(['23:59', 'Focus timer']);
  press('r');
  expect(text('[data-time]')).toBe('25:00');
});

test('a reload continues, and counts the time between', () => {
  press(' ');
  stop();
  vi.setSystemTime(5 * 60_000);
  open();
  expect(text('[data-time]')).toBe('20:00');
});

test('at the end it says so and offers the break', () => {
  press(' ');
  vi.advanceTimersByTime(25 * 60_000 + 500);
  expect([text('[data-time]'), text('[data-toggle]'), text('[data-label]')]).toEqual([
    '05:00',
    'Start',
    'Short break',
  ]);
  expect(text('[data-news]')).toBe('Focus is over. Next: Short break.');
});

test('the buttons do the same', () => {
  document.querySelector<HTMLElement>('[data-mode="long"]')?.click();
  expect(text('[data-time]')).toBe('15:00');
  document.querySelector<HTMLElement>('[data-toggle]')?.click();
  expect(text('[data-toggle]')).toBe('Pause');
  document.querySelector<HTMLElement>('[data-reset]')?.click();
  expect([text('[data-time]'), text('[data-toggle]')]).toEqual(['15:00', 'Start']);
});
