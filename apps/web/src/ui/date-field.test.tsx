import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DateField } from './date-field.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2028, 1, 10, 12), toFake: ['Date'] });
});

interface DayProps {
  first?: string;
  min?: string;
  max?: string;
}

function Day({ first = '', ...rest }: DayProps) {
  const [value, setValue] = useState(first);
  return (
    <>
      <DateField label="Day" value={value} onChange={setValue} {...rest} />
      <output>{value}</output>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Day');
const value = () => screen.getByRole('status', { hidden: true }).textContent;
const findCalendar = async () => within(await screen.findByRole('dialog', { name: 'Choose a day' }));
const focused = () => document.activeElement?.getAttribute('aria-label');

test('a typed date is the value at once, and gets the usual spelling when the field is left', async () => {
  const user = userEvent.setup();
  render(<Day />);
  await user.type(field(), '24 Nov');
  expect([field().value, value()]).toEqual(['24 Nov', '2028-11-24']);
  await user.tab();
  expect(field().value).toBe('Fri, Nov 24, 2028');
  await user.clear(field());
  await user.type(field(), 'tomorrow');
  expect(value()).toBe('2028-02-11');
});

test('unreadable text stays, with a message, until it is corrected', async () => {
  const user = userEvent.setup();
  render(<Day first="2028-02-10" />);
  await user.clear(field());
  await user.type(field(), '30 feb');
  expect(screen.queryByText('Write a date such as 24 Nov')).toBeNull();
  await user.tab();
  expect(field().value).toBe('30 feb');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Write a date such as 24 Nov').id).toBe(field().getAttribute('aria-describedby'));
  await user.clear(field());
  await user.type(field(), '29 feb');
  await user.tab();
  expect(value()).toBe('2028-02-29');
  expect(screen.queryByText('Write a date such as 24 Nov')).toBeNull();
});

test('Alt and the down arrow open the calendar at the value; the keys move through it; Enter chooses', async () => {
  const user = userEvent.setup();
  render(<Day first="2028-02-28" />);
  await user.click(field());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  const calendar = await findCalendar();
  expect(calendar.getByRole('grid', { name: 'February 2028' })).toBeTruthy();
  expect(focused()).toBe('Monday, February 28, 2028');
  expect(document.querySelector('td[aria-selected=true]')?.textContent).toBe('28');
  expect(calendar.getByRole('button', { current: 'date' }).textContent).toBe('10');
  expect(calendar.getAllByRole('columnheader')[0]?.textContent).toBe('Sun');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('Wednesday, March 1, 2028');
  await user.keyboard('{PageUp}{Home}');
  expect(focused()).toBe('Sunday, January 30, 2028');
  await user.keyboard('{Shift>}{PageDown}{/Shift}{End}{Enter}');
  expect(value()).toBe('2029-02-03');
  expect(field().value).toBe('Sat, Feb 3, 2029');
  expect(document.activeElement).toBe(field());
});

test('the button opens the calendar at today; Escape closes it and changes nothing', async () => {
  const user = userEvent.setup();
  render(<Day />);
  const button = screen.getByRole('button', { name: 'Choose a day' });
  await user.click(button);
  const calendar = await findCalendar();
  expect(focused()).toBe('Thursday, February 10, 2028');
  await user.click(calendar.getByRole('button', { name: 'Next month' }));
  expect(calendar.getByRole('grid', { name: 'March 2028' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(value()).toBe('');
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.click((await findCalendar()).getByRole('button', { name: 'Today' }));
  expect(value()).toBe('2028-02-10');
});

test('days out of the limits are not offered', async () => {
  const user = userEvent.setup();
  render(<Day first="2028-02-12" min="2028-02-11" max="2028-02-20" />);
  await user.click(screen.getByRole('button', { name: 'Choose a day' }));
  const calendar = await findCalendar();
  await user.click(calendar.getByRole('button', { name: 'Thursday, February 10, 2028' }));
  expect(value()).toBe('2028-02-12');
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Friday, February 11, 2028');
  await user.keyboard('{PageDown}');
  expect(focused()).toBe('Sunday, February 20, 2028');
  expect(calendar.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true);
});
