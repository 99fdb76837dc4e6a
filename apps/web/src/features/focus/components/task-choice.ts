import type { Task } from '@dayloom/contracts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatShortDate, formatTimeRange } from '#lib/format-time.ts';
import { addLetter, findOptionOfKey, findOptionOfLetters, type Typed } from '#ui/list-moves.ts';

type ChosenTask = Pick<Task, '_id' | 'title'> & Partial<Pick<Task, 'durationMinutes' | 'planned'>>;

export interface TaskChoiceParts {
  readonly button: HTMLButtonElement;
  readonly list: HTMLElement;
  /** The text beside the button: what a click does. */
  readonly change: HTMLElement;
  /** How much work the chosen task is, and when it is planned. */
  readonly detail: HTMLElement;
}

export interface TaskChoice {
  /** Null for none. */
  readonly chosen: ChosenTask | null;
  /** Does not call `onChoose`. A task that is not in the list is added to it. */
  choose(task: ChosenTask | null): void;
  /** Another list; what is chosen stays chosen if it is in it. */
  fill(tasks: readonly ChosenTask[]): void;
  /** Null if the list does not have it. */
  find(id: string): ChosenTask | null;
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

const NONE: Option = {
  value: '',
  label: 'No task',
  detail: 'Choose what you work on, and the time counts as work on it.',
};
const LIST_ID = 'focus-tasks';

/**
 * The choice of a task: a button that opens a list (ARIA practices, select-only combobox), with the keys of
 * `ui/select-field.tsx`, for a page without React. The button's value is the id of the task.
 */
export function openTaskChoice(
  { button, list, change, detail }: TaskChoiceParts,
  onChoose: () => void,
): TaskChoice {
  let options: Option[] = [NONE];
  /** The option that the keyboard is at; null while the list is closed. */
  let active: number | null = null;
  let typed: Typed = { text: '', at: 0 };
  list.id = LIST_ID;
  button.setAttribute('aria-controls', LIST_ID);

  const current = () =>
    Math.max(
      0,
      options.findIndex(({ value }) => value === button.value),
    );
  const show = (value: string) => {
    button.value = value;
    const option = options[current()] ?? NONE;
    button.textContent = option.label;
    detail.textContent = option.detail;
    change.textContent = option === NONE ? 'Choose a task' : 'Change task';
    button.setAttribute('aria-label', change.textContent);
  };
  const move = (next: number | null) => {
    active = next;
    list.hidden = next === null;
    button.setAttribute('aria-expanded', String(next !== null));
    button.removeAttribute('aria-activedescendant');
    list.replaceChildren();
    if (next === null) return;
    button.setAttribute('aria-activedescendant', `${LIST_ID}-${next}`);
    list.append(
      ...options.map(({ value, label }, index) => {
        const option = document.createElement('div');
        option.id = `${LIST_ID}-${index}`;
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', String(value === button.value));
        option.textContent = label;
        option.toggleAttribute('data-active', index === next);
        return option;
      }),
    );
    const { offsetTop = 0 } = (list.children[next] as HTMLElement | undefined) ?? {};
    list.scrollTop = offsetTop - list.clientHeight / 2;
  };
  const take = (index: number | null) => {
    const { value } = options[index ?? -1] ?? { value: button.value };
    move(null);
    if (value === button.value) return;
    show(value);
    onChoose();
  };

  button.addEventListener('click', () => move(active === null ? current() : null));
  button.addEventListener('blur', () => move(null));
  button.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, timeStamp } = event;
    if (ctrlKey || metaKey) return;
    const isOpen = active !== null;
    if (isOpen && key === 'Tab') return take(active);
    if (isOpen && (key === 'Enter' || key === ' ' || (altKey && key === 'ArrowUp'))) take(active);
    else if (isOpen && key === 'Escape') move(null);
    else if (!isOpen && ['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(key)) move(current());
    else if (key.length === 1 && key !== ' ' && !altKey) {
      typed = addLetter(typed, key, timeStamp);
      const from = active ?? current();
      move(findOptionOfLetters(typed.text, options, from) ?? from);
    } else {
      const next = findOptionOfKey(key, options, active ?? current());
      if (next === undefined) return;
      move(next);
    }
    event.preventDefault();
  });
  // The button keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role="option"]') : null;
    if (option) take([...list.children].indexOf(option));
  });
  move(null);
  show('');

  const find = (id: string) => {
    const option = options.find(({ value }) => value === id);
    return option && option !== NONE ? { _id: option.value, title: option.label } : null;
  };
  return {
    get chosen() {
      return find(button.value);
    },
    choose(task) {
      if (task && !find(task._id)) options.push(toOption(task));
      show(task?._id ?? '');
    },
    fill(tasks) {
      options = [NONE, ...tasks.map(toOption)];
      // Its options have other places now.
      move(null);
      show(find(button.value) ? button.value : '');
    },
    find,
  };
}

function toOption({ _id, title, durationMinutes, planned }: ChosenTask): Option {
  return {
    value: _id,
    label: title,
    detail: [
      durationMinutes ? formatMinutes(durationMinutes) : '',
      planned ? `planned ${describePlace(planned)}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  };
}

function describePlace({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const isToday = start.toDateString() === new Date().toDateString();
  return `${isToday ? 'today' : formatShortDate(start)} ${formatTimeRange(start, end)}`;
}
