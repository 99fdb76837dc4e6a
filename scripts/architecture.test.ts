import { describe, expect, it } from 'vitest';
import { listImports, listViolations } from './architecture.ts';

/** For each rule, files that must fail and similar files that must pass. */
const fixtures: Record<string, { bad: Record<string, string>; good: Record<string, string> }> = {
  'pure-packages': {
    bad: {
      'packages/planner/src/clock.ts': 'export const now = () => Date.now();',
      'packages/time/src/disk.ts': "import { readFileSync } from 'node:fs';",
      'packages/planner/src/dates.ts': "import { parse } from 'chrono-node';",
      'packages/language/src/rules.ts': "import { RRuleTemporal } from 'rrule-temporal';",
      'packages/language/src/die.ts': 'export const roll = () => Math.random();',
    },
    good: {
      'packages/planner/src/zones.ts':
        "import { zoneOf } from '@dayloom/time';\n// not Date.now() but what the caller says",
      'packages/language/src/dates.ts': "import { parse } from 'chrono-node/en';",
      'packages/time/src/rules.ts': "import { RRuleTemporal } from 'rrule-temporal';",
    },
  },
  'packages-apart': {
    bad: { 'packages/time/src/a.ts': "import { x } from '../../planner/src/x.ts';" },
    good: { 'packages/time/src/a.ts': "import { x } from './x.ts';" },
  },
  'contracts-only-zod': {
    bad: { 'packages/contracts/src/a.ts': "import { zoneOf } from '@dayloom/time';" },
    good: { 'packages/contracts/src/a.ts': "import { z } from 'zod';" },
  },
  'apps-apart': {
    bad: {
      'apps/web/src/lib/a.ts': "import { config } from '../../../server/src/platform/config.ts';",
      'apps/server/src/platform/a.ts': "import { App } from '@dayloom/web';",
      'apps/cli/src/a.ts': "import { buildApp } from '@dayloom/server';",
    },
    good: { 'apps/cli/src/a.ts': "import { plan } from '@dayloom/planner';" },
  },
  'web-stays-small': {
    bad: {
      'apps/web/src/features/calendar/model/views.ts': "import { expand } from '@dayloom/time/recurrence';",
      'apps/web/src/features/site/model/page.ts':
        "import { readMarkdown } from '../../../../site/markdown.ts';",
      'apps/web/src/lib/file.ts': "import { readFileSync } from 'node:fs';",
    },
    good: {
      'apps/web/site/read-content.ts': "import { readFileSync } from 'node:fs';",
      'apps/web/src/features/calendar/model/views.ts': "import { zoneOf } from '@dayloom/time';",
      'apps/web/src/features/booking/worker/read.ts': "import { expand } from '@dayloom/time/recurrence';",
    },
  },
  'web-feature-files': {
    bad: {
      'apps/web/src/features/tasks/markdown.ts': 'export const x = 1;',
      'apps/web/src/features/tasks/hooks.ts': 'export const x = 1;',
      'apps/web/src/features/tasks/components/use-rows.ts': 'export const x = 1;',
      'apps/web/src/features/tasks/components/use-row.tsx': 'export const x = 1;',
      'apps/web/src/features/tasks/components/rows.tsx': 'export function useRows() {}',
      'apps/web/src/features/tasks/components/row.tsx': 'const useRow = () => 1;\nexport { useRow };',
      'apps/web/src/features/tasks/components/list.tsx': 'export default function useList() {}',
      'apps/web/src/features/tasks/model/rows.ts': 'export const useRows = () => 1;',
      'apps/web/src/features/tasks/worker/questions.ts': 'export const x = 1;',
    },
    good: {
      'apps/web/src/features/tasks/api.ts': 'export const useTasks = () => 1;',
      'apps/web/src/features/tasks/components/rows.tsx':
        'function useOnce() {}\nexport const user = useOnce;',
      'apps/web/src/features/tasks/hooks/use-rows.ts': 'export const x = 1;',
      'apps/web/src/features/planning/worker/questions.ts': 'export const x = 1;',
      'apps/web/src/features/site/pages/home.ts': 'export const x = 1;',
    },
  },
  'web-feature-parts': {
    bad: {
      'apps/web/src/features/tasks/model/row.ts': "import type { RowProps } from '../components/row.tsx';",
      'apps/web/src/features/tasks/model/rows.ts': "export type Rows = import('../hooks/use-rows.ts').Rows;",
      'apps/web/src/features/tasks/hooks/use-rows.ts': "export type { Row } from '../components/row.tsx';",
      'apps/web/src/features/tasks/api.ts': "import { show } from './components/row.tsx';",
    },
    good: {
      'apps/web/src/features/tasks/components/row.tsx': "import { useRows } from '../hooks/use-rows.ts';",
      'apps/web/src/features/tasks/model/rows.ts': "import { listTasks } from '../api.ts';",
    },
  },
  'web-layers': {
    bad: {
      'apps/web/src/ui/card.tsx': "import { useTasks } from '../features/tasks/hooks.ts';",
      'apps/web/src/lib/card.ts': "new Worker(new URL('../features/tasks/worker/a.ts', import.meta.url));",
      'apps/web/src/shared/card.tsx': 'export const x = 1;',
    },
    good: {
      'apps/web/src/features/tasks/components/list.tsx': "import { Card } from '#ui/card.tsx';",
    },
  },
  'web-features-apart': {
    bad: {
      'apps/web/src/features/tasks/components/list.tsx':
        "import { Grid } from '#features/calendar/components/grid.tsx';",
    },
    good: {
      'apps/web/src/app/routes/tasks.tsx': "import { TaskList } from '#features/tasks/components/list.tsx';",
    },
  },
  'server-layers': {
    bad: {
      'apps/server/src/platform/db.ts': "import { readTask } from '../features/tasks/operations.ts';",
      'apps/server/src/features/tasks/operations.ts':
        "import { smtpMail } from '#integrations/mail/smtp-mail.ts';",
      'apps/server/src/integrations/mail/smtp-mail.ts':
        "import { getUser } from '#features/account/operations.ts';",
    },
    good: {
      'apps/server/src/app.ts': "import { smtpMail } from './integrations/mail/smtp-mail.ts';",
      'apps/server/src/integrations/google/calendar.ts':
        "import type { CalendarProvider } from '#features/calendar/ports.ts';",
    },
  },
  'feature-files': {
    bad: { 'apps/server/src/features/tasks/service.ts': 'export const x = 1;' },
    good: { 'apps/server/src/features/tasks/rules/chunks.ts': 'export const x = 1;' },
  },
  'short-imports': {
    bad: {
      'apps/server/src/features/tasks/operations.ts': "import { a } from '../../platform/db.ts';",
      'apps/web/src/ui/dialogs/a.test.ts': "import { b } from '../../lib/b.ts';",
    },
    good: {
      'apps/server/src/features/tasks/operations.ts': "import { a } from '#platform/db.ts';",
      'apps/server/src/features/tasks/store/a.ts': "import { b } from '../model.ts';",
    },
  },
  'file-endings': {
    bad: { 'apps/web/src/lib/a.ts': "import { b } from './b';" },
    good: { 'apps/web/src/lib/a.ts': "import './a.css';\nimport worker from './b.ts?worker';" },
  },
  're-exports': {
    bad: {
      'apps/server/src/features/tasks/operations.ts': "export type { Task } from './model/task.ts';",
      'packages/planner/src/format.ts': "export * from '@dayloom/time';",
    },
    good: {
      'packages/planner/src/index.ts': "export * from './format.ts';",
      'apps/web/src/features/tasks/components/all.tsx': "export { List } from './list.tsx';",
    },
  },
  'tests-apart': {
    bad: {
      'apps/web/src/lib/a.ts': "import { b } from '../test/b.ts';",
      'apps/server/src/integrations/google/a.ts': "import { b } from '../test/b.ts';",
    },
    good: {
      'apps/web/src/lib/a.test.ts': "import { b } from '../test/b.ts';",
      'bench/a.ts': "import { b } from '../packages/planner/fixtures/b.ts';",
    },
  },
  'sql-in-store': {
    bad: {
      'apps/server/src/features/tasks/operations.ts':
        "export const all = (db) => db.selectFrom('tasks').execute();",
      'apps/server/src/features/tasks/rules.ts': 'export const all = sql`select 1`;',
      'apps/server/src/features/tasks/policy.ts': "import { sql as query } from 'kysely';",
    },
    good: {
      'apps/server/src/features/tasks/store/list.ts':
        "export const all = (db) => db.selectFrom('tasks').execute();",
    },
  },
  'features-by-operations': {
    bad: {
      'apps/server/src/features/planning/operations.ts': "import { listOpenTasks } from '../tasks/store.ts';",
    },
    good: {
      'apps/server/src/features/planning/operations.ts':
        "import { listTasks } from '../tasks/operations.ts';",
    },
  },
  'entry-points-use-operations': {
    bad: {
      'apps/server/src/features/tasks/routes.ts': "import { listOpenTasks } from './store.ts';",
      'apps/server/src/features/tasks/tools.ts': "import { decide } from './rules.ts';",
    },
    good: {
      'apps/server/src/features/tasks/jobs.ts': "import { purgeTasks } from './operations.ts';",
      'apps/server/src/features/tasks/routes.ts': "import type { Task } from './model/task.ts';",
    },
  },
  'rules-are-pure': {
    bad: {
      'apps/server/src/features/planning/rules/a.ts': "import { notify } from '#platform/notify.ts';",
      'apps/server/src/features/planning/rules/b.ts': "import { readFileSync } from 'node:fs';",
      'apps/server/src/features/planning/rules/c.ts': 'export const now = () => new Date();',
      'apps/server/src/features/planning/model/d.ts': 'export const roll = () => Math.random();',
    },
    good: {
      'apps/server/src/features/tasks/rules.ts':
        "import type { TaskFields } from './model/task.ts';\nimport { AppError } from '#platform/errors.ts';",
    },
  },
  'inner-parts': {
    bad: {
      'apps/server/src/features/tasks/rules.ts': "import { findTask } from './store.ts';",
      'apps/server/src/features/tasks/rules/a.ts': "import type { TaskRow } from '../store/tasks.ts';",
      'apps/server/src/features/tasks/store.ts': "import type { Decision } from './rules.ts';",
      'apps/server/src/features/tasks/ports.ts': "import type { Added } from './operations.ts';",
      'apps/server/src/features/tasks/model/task.ts': "import type { Input } from '../ports.ts';",
      'apps/server/src/features/tasks/model/a.ts': "export type A = import('../store/tasks.ts').A;",
      'apps/server/src/features/tasks/model/b.ts': "export type { B } from '../rules.ts';",
      'apps/server/src/features/tasks/rules/c.ts':
        "import type {\n  // What a user's task has.\n  C,\n} from '../operations.ts';",
      'apps/server/src/features/tasks/rules/d.ts':
        "import type { Plan } from '#features/planning/operations.ts';",
      'apps/server/src/features/tasks/policy.ts': "import { readTask } from './operations.ts';",
      'apps/server/src/features/tasks/operations.ts': "import { routes } from './routes.ts';",
      'apps/server/src/features/tasks/operations/a.ts': "import type { Job } from '../jobs.ts';",
      'apps/server/src/features/tasks/model/plan.ts':
        "import { plan } from '#features/planning/operations.ts';",
    },
    good: {
      'apps/server/src/features/tasks/rules.ts': "import type { Task } from './model/task.ts';",
      'apps/server/src/features/tasks/store.ts': "import type { Task } from './model/task.ts';",
      'apps/server/src/features/tasks/ports.ts': "import type { Task } from './model/task.ts';",
      'apps/server/src/features/planning/rules.ts': "import type { Task } from '../tasks/model/task.ts';",
      'apps/server/src/integrations/google/tasks.ts':
        "import type { Task } from '#features/tasks/model/task.ts';",
    },
  },
  'features-without-cycles': {
    bad: {
      'apps/server/src/features/tasks/operations.ts': "import { a } from '../planning/operations.ts';",
      'apps/server/src/features/planning/operations.ts': "import type { B } from '../tasks/operations.ts';",
    },
    good: {
      'apps/server/src/features/planning/operations.ts': "import { b } from '../tasks/operations.ts';",
    },
  },
  'narrow-platform': {
    bad: {
      'apps/server/src/features/tasks/operations.ts':
        'export async function readTask({ db }: Platform, scope: Scope): Promise<Task> {}',
      'apps/server/src/features/tasks/operations/tasks.ts':
        'export const f = (platform: Platform) => platform;',
      'apps/server/src/features/tasks/rules.ts': 'export interface Tasks extends Sources, Platform {}',
      'apps/server/src/features/tasks/store.ts': 'export type Tasks = { readonly sms: Sms } & Platform;',
      'apps/server/src/features/tasks/routes.ts': "type Tasks = Omit<Platform, 'log'>;",
      'apps/server/src/identity/context.ts': 'export interface IdentityContext extends Platform {}',
      'apps/server/src/features/tasks/jobs.ts':
        "import type { Platform as Everything } from '#platform/context.ts';",
    },
    good: {
      'apps/server/src/app.ts': 'const platform: Platform = {};',
      'apps/server/src/features/tasks/operations.ts':
        "import type { DbContext, Platform } from '#platform/context.ts';\n// The whole Platform is too much.\ninterface Tasks extends Pick<Platform, 'db' | 'journal'> {}\nexport const f = ({ db }: DbContext, clock: Platform['clock'], tasks: Tasks) => db;",
    },
  },
  'files-without-cycles': {
    bad: {
      'packages/time/src/a.ts': "import { b } from './b.ts';",
      'packages/time/src/b.ts': "import { type C } from './c.ts';",
      'packages/time/src/c.ts': "export type { A } from './a.ts';",
    },
    good: {
      'packages/time/src/a.ts': "import { b } from './b.ts';\nimport { c } from './c.ts';",
      'packages/time/src/b.ts': "import type { C } from './c.ts';",
    },
  },
  'kebab-case': {
    bad: { 'apps/web/src/ui/TaskRow.tsx': 'export const x = 1;' },
    good: {
      'apps/web/src/ui/task-row.test.tsx': 'export const x = 1;',
      'apps/server/src/migrations/0001_platform.ts': '',
    },
  },
  names: {
    bad: { 'apps/web/src/lib/utils.ts': '', 'apps/server/src/platform/helpers/dates.ts': '' },
    good: { 'apps/web/src/lib/return-path.ts': '' },
  },
};

const check = (files: Record<string, string>) =>
  listViolations(Object.entries(files).map(([path, text]) => ({ path, text })));

describe('the architecture check', () => {
  for (const [rule, { bad, good }] of Object.entries(fixtures)) {
    it(`finds what breaks '${rule}', and only that`, () => {
      // A cycle needs all its files; all other violations must be found in each file alone.
      const samples = rule.endsWith('-without-cycles')
        ? [bad]
        : Object.entries(bad).map(([path, text]) => ({ [path]: text }));
      for (const sample of samples) expect(check(sample).map((violation) => violation.rule)).toContain(rule);
      expect(check(good)).toEqual([]);
    });
  }

  it('finds a cycle of types through every form of import', () => {
    const cycle = {
      'apps/web/src/lib/a.ts': "import type {\n  // The caller's\n  B,\n} from './b.ts';",
      'apps/web/src/lib/b.ts': "import { type C } from '#lib/c.ts';",
      'apps/web/src/lib/c.ts': "export type C = import('./a.ts').A;",
    };
    expect(check(cycle)).toEqual([
      {
        rule: 'files-without-cycles',
        file: 'apps/web/src/lib/a.ts -> apps/web/src/lib/b.ts -> apps/web/src/lib/c.ts -> apps/web/src/lib/a.ts',
        message: 'import each other in a cycle',
      },
    ]);
  });

  it('reads every form of import', () => {
    const text =
      "import a from './a.ts';\nimport {\n  // B's\n  b,\n} from './b.ts';\nexport * from './c.ts';\nimport './d.css';\nconst e = await import('./e.ts');\nimport type { F } from './f.ts';\ntype G = import('./g.ts').G;\nawait import(`./h.ts`);\nnew Worker(new URL('./i.ts', import.meta.url));";
    expect(new Set(listImports({ path: 'x/y.ts', text }).map(({ target }) => target))).toEqual(
      new Set('a.ts b.ts c.ts d.css e.ts f.ts g.ts h.ts i.ts'.split(' ').map((name) => `x/${name}`)),
    );
  });
});
