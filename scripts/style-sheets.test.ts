import { expect, it } from 'vitest';
import { listStyleProblems, listUnknownVariables } from './style-sheets.ts';

const sheet = (text: string) => [{ path: 'apps/web/src/ui/task-row.css', text }];
const source = [{ path: 'apps/web/src/ui/task-row.tsx', text: `<p className="task-row task-row-title" />` }];

it('accepts classes with the name of their file', () => {
  const css = `@layer ui.parts { .task-row:hover > .task-row-title { color: red; margin: 0.5rem; } }`;
  expect(listStyleProblems(sheet(css), source)).toEqual([]);
});

it('refuses other names', () => {
  expect(listStyleProblems(sheet('.title { color: red }'), source)).toEqual([
    `apps/web/src/ui/task-row.css: .title has to begin with 'task-row'`,
  ]);
});

it('refuses classes that nothing uses', () => {
  expect(listStyleProblems(sheet('/* .task-row-old */ .task-row-gone { color: red }'), source)).toEqual([
    'apps/web/src/ui/task-row.css: nothing uses .task-row-gone',
  ]);
});

it('accepts variants that are put together', () => {
  const variants = [{ path: 'apps/web/src/ui/task-row.tsx', text: 'clsx(`task-row-${size}`)' }];
  expect(listStyleProblems(sheet('.task-row-small { margin: 0 }'), variants)).toEqual([]);
});

it('accepts parts of other components inside, and refuses them in front', () => {
  expect(listStyleProblems(sheet('.task-row .button { margin: 0 } '), source)).toEqual([]);
  expect(listStyleProblems(sheet('.button .task-row { margin: 0 } '), source)).toEqual([
    `apps/web/src/ui/task-row.css: .button has to begin with 'task-row'`,
  ]);
});

it('refuses variables that nothing sets', () => {
  const css =
    '.task-row { --gap: 4px; margin: var(--gap); color: var(--text-1); top: var(--top); left: var(--left) }';
  const sets = [{ path: 'apps/web/src/ui/task-row.tsx', text: `style={{ '--top': top }}` }];
  expect(listUnknownVariables(sheet(css), sets, ['--text-1'])).toEqual([
    'apps/web/src/ui/task-row.css: nothing sets --left',
  ]);
});
