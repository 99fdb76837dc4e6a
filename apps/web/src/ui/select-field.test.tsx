import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SearchSelect } from './search-select.tsx';
import { SelectField } from './select-field.tsx';

const fruits = [
  { value: 'apple', label: 'Apple' },
  { value: 'banana', label: 'Banana' },
  { value: 'blackberry', label: 'Blackberry' },
  { value: 'cherry', label: 'Cherry', isDisabled: true },
  { value: 'date', label: 'Date' },
];

function Fruit({ onEscape, first = 'banana' }: { onEscape?: () => void; first?: string }) {
  const [value, setValue] = useState(first);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the sheet around
    <div onKeyDown={({ key }) => key === 'Escape' && onEscape?.()}>
      <SelectField label="Fruit" value={value} options={fruits} onChange={setValue} />
      <button type="button">After</button>
    </div>
  );
}

const field = () => screen.getByRole<HTMLButtonElement>('combobox', { name: 'Fruit' });
const findActive = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
const isOpen = () => screen.queryByRole('listbox') !== null;

test('a click opens the list at the chosen option, a click chooses, a click beside it closes', async () => {
  const user = userEvent.setup();
  render(<Fruit />);
  await user.click(field());
  expect(field().getAttribute('aria-expanded')).toBe('true');
  const list = within(screen.getByRole('listbox', { name: 'Fruit' }));
  expect(list.getByRole('option', { selected: true }).textContent).toBe('Banana');
  expect(findActive()).toBe('Banana');
  await user.click(list.getByRole('option', { name: 'Cherry' }));
  expect(isOpen()).toBe(true);
  await user.click(list.getByRole('option', { name: 'Date' }));
  expect(isOpen()).toBe(false);
  expect(field().textContent).toBe('Date');
  expect(document.activeElement).toBe(field());
  await user.click(field());
  await user.click(document.body);
  expect(isOpen()).toBe(false);
});

test('the arrow keys, Home and End pass disabled options over; Enter chooses', async () => {
  const user = userEvent.setup();
  render(<Fruit />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(findActive()).toBe('Banana');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(findActive()).toBe('Date');
  await user.keyboard('{ArrowDown}');
  expect(findActive()).toBe('Date');
  await user.keyboard('{ArrowUp}');
  expect(findActive()).toBe('Blackberry');
  await user.keyboard('{Home}');
  expect(findActive()).toBe('Apple');
  await user.keyboard('{End}{Enter}');
  expect(field().value).toBe('date');
  expect(isOpen()).toBe(false);
});

test('letters find options; Space chooses', async () => {
  const user = userEvent.setup();
  render(<Fruit first="apple" />);
  await user.tab();
  await user.keyboard('b');
  expect(findActive()).toBe('Banana');
  await user.keyboard('l');
  expect(findActive()).toBe('Blackberry');
  await user.keyboard(' ');
  expect(field().value).toBe('blackberry');
});

test('Escape closes only the list and changes nothing; Tab takes the active option along', async () => {
  const user = userEvent.setup();
  let escapes = 0;
  render(<Fruit onEscape={() => escapes++} />);
  await user.tab();
  await user.keyboard(' {ArrowDown}{Escape}');
  expect([isOpen(), field().value, escapes]).toEqual([false, 'banana', 0]);
  await user.keyboard('{Escape}');
  expect(escapes).toBe(1);
  await user.keyboard('{Enter}{Home}{Tab}');
  expect([isOpen(), field().value]).toEqual([false, 'apple']);
  expect(document.activeElement?.textContent).toBe('After');
});

test('a value without an option is shown as it is', () => {
  render(<Fruit first="elderberry" />);
  expect(field().textContent).toBe('elderberry');
});

const zones = ['Africa/Abidjan', 'America/New York', 'Europe/Zürich', 'Europe/Berlin'].map((label) => ({
  value: label.replaceAll(' ', '_'),
  label,
}));

function Zone() {
  const [value, setValue] = useState('Europe/Berlin');
  return <SearchSelect label="Zone" value={value} options={zones} onChange={setValue} />;
}

const zone = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Zone' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('typing searches a long list, without accents; Enter takes the best', async () => {
  const user = userEvent.setup();
  render(<Zone />);
  await user.click(zone());
  expect(options()).toHaveLength(4);
  await user.keyboard('zur');
  expect(options()).toEqual(['Europe/Zürich']);
  await user.keyboard('{Enter}');
  expect(zone().value).toBe('Europe/Zürich');
  await user.clear(zone());
  await user.keyboard('new yor{Enter}');
  expect(zone().value).toBe('America/New York');
});

test('leaving or Escape keeps the choice; nothing found says so', async () => {
  const user = userEvent.setup();
  render(<Zone />);
  await user.click(zone());
  await user.keyboard('atlantis');
  expect(screen.getByText('Nothing matches')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(zone().value).toBe('Europe/Berlin');
  await user.keyboard('{ArrowDown}{ArrowUp}{Escape}');
  expect(zone().value).toBe('Europe/Berlin');
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(zone().value).toBe('Europe/Zürich');
});
