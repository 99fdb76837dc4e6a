import type { FoundTask } from '#features/tasks/model/found-task.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { PageTrail, readPage } from './checked-answers.ts';

/** Reading everything must end while a person waits. */
export const READ_ALL_MS = 90_000;
/** Far more than anyone has open. */
const MOST_TASKS = 20_000;

/** One page of a list, by the position that the page before named. */
type GetPage = (position: string | undefined) => Promise<unknown>;

/**
 * The members of a list of several pages. `next` names the member of a page that leads to the next one. Rejects when
 * `signal` is aborted.
 */
export async function readPages(
  provider: string,
  members: { readonly items: string; readonly next: string },
  signal: AbortSignal,
  get: GetPage,
): Promise<object[]> {
  const trail = new PageTrail(provider);
  const all: object[] = [];
  let position: string | undefined;
  do {
    if (signal.aborted)
      throw new ProviderFailure('unavailable', `${provider} takes too long to send everything.`);
    const page = readPage(provider, await get(position), members.items);
    all.push(...page.items);
    if (all.length > MOST_TASKS)
      throw new ProviderFailure('rejected', `${provider} has more than ${MOST_TASKS} tasks in a list.`);
    position = trail.follow(page.text(members.next));
  } while (position !== undefined);
  return all;
}

/** A task with its place in the tree of tasks. */
export interface TreeTask {
  readonly task: FoundTask;
  readonly parentId: string | null;
}

/**
 * Makes tasks below others their subtasks, at whatever depth. One whose parent is not among them, because it is
 * finished, is a task of its own; so is each one of a circle.
 */
export function foldSubtasks(tree: readonly TreeTask[]): FoundTask[] {
  const byId = new Map(tree.map((one) => [one.task.id, one]));
  const findRoot = ({ task, parentId }: TreeTask): string => {
    const passed = new Set([task.id]);
    let [root, next] = [task.id, parentId];
    while (next !== null && byId.has(next)) {
      // In a circle there is no root.
      if (passed.has(next)) return task.id;
      passed.add(next);
      root = next;
      next = byId.get(next)?.parentId ?? null;
    }
    return root;
  };
  const below = new Map<string, { title: string; done: boolean }[]>();
  const roots: FoundTask[] = [];
  for (const one of tree) {
    const root = findRoot(one);
    if (root === one.task.id) roots.push(one.task);
    else {
      const list = below.get(root) ?? [];
      list.push({ title: one.task.title, done: false });
      below.set(root, list);
    }
  }
  return roots.map((task) => ({ ...task, subtasks: [...task.subtasks, ...(below.get(task.id) ?? [])] }));
}
