import { beforeEach, expect, test } from 'vitest';
import { keepFirstChoice } from './first-choice.ts';

const page = (chosen: number, by: string) =>
  `<div class="event-types-list">${[0, 1, 2]
    .map(
      (at) =>
        `<label><input type="radio" name="${by}" id="${by}-${at}"${at === chosen ? ' checked=""' : ''}>${at}</label>`,
    )
    .join('')}</div>`;
const find = (id: string) => document.getElementById(id) as HTMLInputElement;

let root: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  root = find('root');
});

async function replaceBy(html: string): Promise<void> {
  root.innerHTML = html;
  // Mutation observers run in a microtask.
  await Promise.resolve();
}

test("a choice made in the server's page is kept when the script takes over, with its focus", async () => {
  root.innerHTML = page(0, 'server');
  keepFirstChoice(root, (control) => control.click());
  find('server-2').focus();
  find('server-2').click();
  const heard: string[] = [];
  root.addEventListener('change', ({ target }) => heard.push((target as HTMLElement).id));
  await replaceBy(page(0, 'script'));
  expect(heard).toEqual(['script-2']);
  expect(find('script-2').checked).toBe(true);
  expect(document.activeElement).toBe(find('script-2'));
});

test('nothing is chosen again and no focus is taken where nothing was touched', async () => {
  root.innerHTML = page(1, 'server');
  keepFirstChoice(root, (control) => control.click());
  const heard: string[] = [];
  root.addEventListener('change', ({ target }) => heard.push((target as HTMLElement).id));
  await replaceBy(page(1, 'script'));
  expect(heard).toEqual([]);
  expect(document.activeElement).toBe(document.body);
});

test('a page that begins empty is left alone', async () => {
  keepFirstChoice(root, (control) => control.click());
  await replaceBy(page(0, 'script'));
  expect(find('script-0').checked).toBe(true);
});

test('the button that was clicked last is clicked again', async () => {
  const times =
    '<button aria-label="Tuesday">24</button><button class="time">9:00</button><button class="time">9:30</button>';
  root.innerHTML = times;
  root.querySelectorAll('button')[2]?.setAttribute('data-clicked', '');
  keepFirstChoice(root, (control) => control.click());
  const heard: (string | null)[] = [];
  root.addEventListener('click', ({ target }) => heard.push((target as HTMLElement).textContent));
  // The script's page may have other controls between them.
  await replaceBy(`<button>Log In</button>${times}`);
  expect(heard).toEqual(['9:30']);
});

test('nothing is clicked where the new page has no such button', async () => {
  root.innerHTML = '<button data-clicked>9:00</button>';
  keepFirstChoice(root, (control) => control.click());
  const heard: unknown[] = [];
  root.addEventListener('click', ({ target }) => heard.push(target));
  await replaceBy('<button>9:30</button>');
  expect(heard).toEqual([]);
});

test('of two event types with one title, the chosen one is kept', async () => {
  const types = (checked: string) =>
    ['call', 'call-2']
      .map((slug) => `<label><input type="radio" name="${checked}" value="${slug}">Call</label>`)
      .join('');
  root.innerHTML = types('server');
  keepFirstChoice(root, (control) => control.click());
  root.querySelectorAll('input')[1]?.click();
  await replaceBy(types('script'));
  expect([...root.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([false, true]);
});

test('a day is chosen before the time of that day', async () => {
  root.innerHTML =
    '<button class="day" data-clicked>25</button><button class="time" data-clicked>9:00</button>';
  keepFirstChoice(root, (control) => control.click());
  const heard: (string | null)[] = [];
  root.addEventListener('click', ({ target }) => {
    const { textContent } = target as HTMLElement;
    heard.push(textContent);
    // The times of the day come with it.
    if (textContent === '25') root.insertAdjacentHTML('beforeend', '<button class="time">9:00</button>');
  });
  await replaceBy('<button class="day">25</button>');
  expect(heard).toEqual(['25', '9:00']);
});
