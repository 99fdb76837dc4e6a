import type { FoundTask } from '#features/tasks/model/found-task.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { PageTrail, readPage } from './checked-responses.ts';

/** Reading everything must end while a person waits. */
export const READ_ALL_MS = 90_000;
/** Far more than anyone has open. */
const MAX_TASKS = 20_000;

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
    // First, because a call with hundreds of thousands of arguments exhausts the stack.
    if (all.length + page.items.length > MAX_TASKS)
      throw new ProviderFailure('rejected', `${provider} has more than ${MAX_TASKS} tasks in a list.`);
    all.push(...page.items);
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
 * Turns descendants into subtasks. A task is top-level if its parent is missing (it is finished), or if it is part of a cycle
 * or below one. Duplicates count once.
 */
export function foldSubtasks(tree: readonly TreeTask[]): FoundTask[] {
  const byId = new Map(tree.map((one) => [one.task.id, one]));
  /** Null where the way up ends in a circle. Each part of a way is walked once, because chains may be long. */
  const roots = new Map<string, string | null>();
  const findRoot = (id: string): string | null => {
    const way = new Set<string>();
    let at = id;
    let root = roots.get(at);
    while (root === undefined) {
      way.add(at);
      const parentId = byId.get(at)?.parentId ?? null;
      if (parentId === null || !byId.has(parentId)) root = at;
      else if (way.has(parentId)) root = null;
      else {
        at = parentId;
        root = roots.get(at);
      }
    }
    for (const passed of way) roots.set(passed, root);
    return root;
  };
  const below = new Map<string, { title: string; done: boolean }[]>();
  const kept: FoundTask[] = [];
  for (const { task } of byId.values()) {
    const root = findRoot(task.id) ?? task.id;
    if (root === task.id) kept.push(task);
    else {
      const list = below.get(root) ?? [];
      list.push({ title: task.title, done: false });
      below.set(root, list);
    }
  }
  return kept.map((task) => ({ ...task, subtasks: [...task.subtasks, ...(below.get(task.id) ?? [])] }));
}
