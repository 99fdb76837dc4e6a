import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TimeField } from './time-field.tsx';

interface TimeProps {
  first?: string;
  isEndTime?: boolean;
  toLength?: (time: string) => number | null;
}

function Time({ first = '', ...rest }: TimeProps) {
  const [value, setValue] = useState(first);
  return (
    <>
      <TimeField label="Time" value={value} onChange={setValue} {...rest} />
      <output>{value}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time' });
const value = () => screen.getByRole('status').textContent;
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('a typed time is the value at once, and gets the usual spelling when the field is left', async () => {
  const user = userEvent.setup();
  render(<Time />);
  await user.type(field(), '14.15');
  expect([field().value, value()]).toEqual(['14.15', '14:15']);
  await user.tab();
  expect(field().value.replace(/\s/, ' ')).toBe('2:15 PM');
  await user.clear(field());
  expect(value()).toBe('');
});

test('unreadable text stays, with a message', async () => {
  const user = userEvent.setup();
  render(<Time first="09:00" />);
  await user.clear(field());
  await user.type(field(), 'soon');
  expect(screen.queryByText('Write a time such as 9:30')).toBeNull();
  await user.tab();
  expect(field().value).toBe('soon');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Write a time such as 9:30').id).toBe(field().getAttribute('aria-describedby'));
});

test('the list has quarters of an hour; the arrow keys go on from the value', async () => {
  const user = userEvent.setup();
  render(<Time first="09:20" />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(options()).toHaveLength(96);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect([value(), screen.queryByRole('listbox')]).toEqual(['09:30', null]);
  await user.keyboard('{ArrowDown}{Escape}');
  expect([value(), screen.queryByRole('listbox')]).toEqual(['09:30', null]);
});

test('an end has its length, and midnight ends the day', async () => {
  const user = userEvent.setup();
  const toLength = (time: string) => {
    const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) - 23 * 60;
    return minutes > 0 ? minutes : null;
  };
  render(<Time first="23:30" isEndTime toLength={toLength} />);
  await user.click(field());
  expect(options().map((text) => text?.replace(/\s/, ' '))).toEqual([
    '11:15 PM (15 min)',
    '11:30 PM (30 min)',
    '11:45 PM (45 min)',
    '12:00 AM (1 h)',
  ]);
  await user.click(screen.getByRole('option', { name: /12:00/ }));
  expect(value()).toBe('24:00');
  await user.clear(field());
  await user.type(field(), '0:00');
  expect(value()).toBe('24:00');
});
