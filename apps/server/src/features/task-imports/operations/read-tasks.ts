import { type FoundTasks, MAX_IMPORTED_TASKS, TASK_IMPORT_STATE } from '@dayloom/contracts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import {
  finishTaskConsent,
  readAccountTasks,
  startTaskConsent,
} from '#features/calendar-accounts/operations/account-tasks.ts';
import type { AccountReader } from '#features/calendar-accounts/operations/platform.ts';
import type { FoundTask } from '#features/tasks/model/found-task.ts';
import { listStates } from '#features/tasks/operations/read-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { TodoistTasks } from '../ports.ts';
import { toImportedTask, toTaskId } from '../rules/imported-tasks.ts';

export interface TaskImportsPlatform extends AccountReader {
  readonly todoist: TodoistTasks;
}

/** Reads an account by its token, which is neither stored nor logged. */
export async function readTodoist(
  platform: DbContext & Pick<TaskImportsPlatform, 'todoist'>,
  scope: Scope,
  token: string,
): Promise<FoundTasks> {
  const tasks = await orRefuse('Todoist', () => platform.todoist.list(token), {
    token: 'is not accepted by Todoist',
  });
  // A task has the same id with every token of its owner.
  return toFound(platform, scope, { source: 'Todoist', account: 'todoist' }, tasks);
}

/** The tasks of a connected account, or the page where it allows reading them. */
export async function readAccount(
  platform: AccountReader,
  scope: Scope,
  accountId: string,
): Promise<{ found: FoundTasks | null; authUrl: string | null }> {
  const { homeTimeZone } = await getTimeRules(platform, scope);
  const { name, subject, tasks } = await orRefuse('The account', () =>
    readAccountTasks(platform, scope, accountId, { homeTimeZone }),
  );
  if (!tasks) {
    const state = TASK_IMPORT_STATE + accountId;
    return { found: null, authUrl: await startTaskConsent(platform, scope, accountId, state) };
  }
  return {
    found: await toFound(platform, scope, { source: name, account: `${name} ${subject}` }, tasks),
    authUrl: null,
  };
}

/** Takes the permission that the person brought back, and reads the tasks. */
export async function allowAccount(
  platform: AccountReader,
  scope: Scope,
  accountId: string,
  code: string,
): Promise<FoundTasks> {
  await finishTaskConsent(platform, scope, accountId, code);
  const { found } = await readAccount(platform, scope, accountId);
  if (found) return found;
  throw new AppError('unavailable', 'You gave access, but the tasks still cannot be read. Start again.');
}

/** A failure of the provider in words for the person who waits. */
async function orRefuse<Result>(
  name: string,
  call: () => Promise<Result>,
  notAccepted: Record<string, string> = {},
): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    const { kind, retryAfterSeconds: wait } = cause;
    if (kind === 'reconnect_needed')
      throw new AppError('unprocessable', `${cause.message} Nothing was imported.`, {
        cause,
        fields: notAccepted,
      });
    if (kind === 'rejected')
      throw new AppError('unprocessable', `${cause.message} Nothing was imported.`, { cause });
    const when = kind === 'rate_limited' && wait ? `in ${formatWait(wait)}` : 'in a few minutes';
    throw new AppError('unavailable', `${cause.message} Nothing was imported. Try again ${when}.`, {
      cause,
      fields: { provider: `${name} did not answer` },
    });
  }
}

function formatWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/**
 * What of the tasks can be added. Those that were imported before and still exist are left out. One that was imported
 * and deleted gets a new id, because the deleted one still has its own: an undone import can be repeated.
 */
async function toFound(
  platform: DbContext,
  scope: Scope,
  { source, account }: { readonly source: string; readonly account: string },
  all: readonly FoundTask[],
): Promise<FoundTasks> {
  const { homeTimeZone } = await getTimeRules(platform, scope);
  const context = { account: `${scope.userId} ${account}`, homeTimeZone, now: platform.clock() };
  const unique = [...new Map(all.map((task) => [task.id, task])).values()];
  const ids = new Map<string, string>();
  let imported = 0;
  let left = unique;
  for (let generation = 0; left.length > 0; generation += 1) {
    const candidates = left.map((task) => ({ task, id: toTaskId(context.account, task.id, generation) }));
    const states = await listStates(
      platform,
      scope,
      candidates.map(({ id }) => id),
    );
    left = [];
    for (const { task, id } of candidates) {
      const state = states.get(id);
      if (state === 'live') imported += 1;
      else if (state === 'deleted') left.push(task);
      else ids.set(task.id, id);
    }
  }
  const fresh = unique.filter((task) => ids.has(task.id));
  const read = fresh
    .slice(0, MAX_IMPORTED_TASKS)
    .map((task) => toImportedTask(task, ids.get(task.id) ?? '', context));
  return {
    source,
    tasks: read.map(({ task }) => task),
    imported,
    more: Math.max(0, fresh.length - MAX_IMPORTED_TASKS),
    problems: read.flatMap(({ problems }) => problems),
  };
}
