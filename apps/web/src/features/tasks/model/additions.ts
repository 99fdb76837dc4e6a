import type { NewTask, Task } from '@dayloom/contracts';
import { useSyncExternalStore } from 'react';
import { provisionalTask } from './quick-add.ts';

interface Addition {
  /** As the list shows it: our own guess, then the server's answer. */
  task: Task;
  isStored: boolean;
}

/** A task that the server did not take, kept until its owner sends it again or lets go of it. */
export interface Refusal {
  wish: NewTask;
  reason: string;
}

interface State {
  additions: readonly Addition[];
  refusals: readonly Refusal[];
}

let state: State = { additions: [], refusals: [] };
const watchers = new Set<() => void>();
/** Resolves when the server has answered for a task, whatever it said. */
const answers = new Map<string, { promise: Promise<void>; resolve: () => void }>();
let lastAt = 0;

const isAtStake = ({ additions, refusals }: State) =>
  refusals.length > 0 || additions.some(({ isStored }) => !isStored);
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function set(next: State): void {
  if (isAtStake(next) !== isAtStake(state)) {
    if (isAtStake(next)) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  }
  state = next;
  for (const watcher of watchers) watcher();
}

/** No two at the same instant, so that the newest stands first in the order in which they were written. */
function nextInstant(): Date {
  lastAt = Math.max(Date.now(), lastAt + 1);
  return new Date(lastAt);
}

/** Shows tasks before the server has heard of them. They stay over whatever the lists say until `settle`. */
export function showAdditions(wishes: readonly NewTask[], taskMinutes?: number): void {
  const added = wishes.map((wish) => ({
    task: provisionalTask(wish, nextInstant(), taskMinutes),
    isStored: false,
  }));
  for (const { task } of added) {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    answers.set(task._id, { promise, resolve });
  }
  set({ ...state, additions: [...added, ...state.additions] });
}

/** The line was only read now: what was shown as it was typed gets its length, date and the rest. */
export function rereadAddition(wish: NewTask, taskMinutes?: number): void {
  replace(wish._id, ({ task }) => ({
    task: provisionalTask(wish, new Date(task.createdAt), taskMinutes),
    isStored: false,
  }));
}

/** The server has the task; its clock may be another, so the place in the list is kept. */
export function confirmAddition(stored: Task): void {
  replace(stored._id, ({ task }) => ({ task: { ...stored, createdAt: task.createdAt }, isStored: true }));
  answered(stored._id);
}

export function dropAddition(id: string | undefined): void {
  set({ ...state, additions: state.additions.filter(({ task }) => task._id !== id) });
  answered(id);
}

/** A later change of a task that still stands here. */
export function changeAddition(id: string, next: Task | null): void {
  if (!state.additions.some(({ task }) => task._id === id)) return;
  if (next) replace(id, ({ isStored }) => ({ task: next, isStored }));
  else dropAddition(id);
}

/** The lists have been asked again: what the server has stands in them. */
export function dropStoredAdditions(ids: ReadonlySet<string>): void {
  set({
    ...state,
    additions: state.additions.filter(({ task, isStored }) => !isStored || !ids.has(task._id)),
  });
}

export const storedAdditions = () =>
  new Set(state.additions.filter(({ isStored }) => isStored).map(({ task }) => task._id));

/** What is done to a task right after it was written waits until the server knows it. */
export const whenAdded = (id: string): Promise<void> => answers.get(id)?.promise ?? Promise.resolve();

export const findAddition = (id: string): Task | undefined =>
  state.additions.find(({ task }) => task._id === id)?.task;

export function keepRefusals(refusals: readonly Refusal[]): void {
  set({ ...state, refusals: [...state.refusals, ...refusals] });
}

/** Takes the refused tasks off the list, to send them again or to let go of them. */
export function takeRefusals(): readonly Refusal[] {
  const { refusals } = state;
  set({ ...state, refusals: [] });
  return refusals;
}

function replace(id: string | undefined, change: (one: Addition) => Addition): void {
  set({ ...state, additions: state.additions.map((one) => (one.task._id === id ? change(one) : one)) });
}

function answered(id: string | undefined): void {
  answers.get(id ?? '')?.resolve();
  answers.delete(id ?? '');
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const useAdditions = () => useSyncExternalStore(subscribe, () => state.additions);
export const useRefusals = () => useSyncExternalStore(subscribe, () => state.refusals);
