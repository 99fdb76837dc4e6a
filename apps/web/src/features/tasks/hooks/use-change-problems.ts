import type { Block, Task } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { formatDayAndTime, formatTime } from '#lib/format-time.ts';
import type { WaitingChange } from '#lib/kept-changes.ts';
import type { ChangeProblem } from '#lib/kept-data.ts';
import { getQueue, sendChange } from '#lib/waiting-changes.ts';
import { notify } from '#ui/toast.tsx';
import { cacheInLists, fetchTask, refreshTasks } from '../api.ts';
import { applyChange, listConflictingFields, rebase, type TaskEdit } from '../model/task-changes.ts';
import { changedFields, fieldNames, formatValue, toDraft } from '../model/task-draft.ts';
import type { TimeContext } from '../model/time-context.ts';
import { dayIn } from '../model/viewer-day.ts';
import { addAgain, type Creation, edit, type Removal, removal } from './waiting-tasks.ts';

interface Version {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface ShownProblem {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** The fields in which both versions differ. */
  readonly versions: readonly Version[];
  readonly choices: readonly { readonly label: string; readonly run: () => void }[];
}

/** The changes of tasks that need a decision, in words, with what the user can do. */
export function useChangeProblems(waiting: readonly WaitingChange[], context: TimeContext): ShownProblem[] {
  const client = useQueryClient();
  return waiting.flatMap((change) => describe(client, change, context) ?? []);
}

function describe(client: QueryClient, change: WaitingChange, context: TimeContext): ShownProblem | null {
  const { id, kind, input, problem } = change;
  if (!problem) return null;
  const queue = getQueue(client);
  const discard = () => {
    void queue.withdraw(id).then(() => refreshTasks(client));
  };
  const send = (next: unknown) => void queue.settleProblem(id, next);
  const { request, task, block } = input as Partial<Creation & TaskEdit & TaskBlockChange>;
  // A change without a task or a block is a focus session.
  const title = (request ?? task ?? block)?.title ?? 'Focus session';
  if (problem.kind === 'refused')
    return {
      id,
      title: `“${title}”`,
      why: `The server did not accept this: ${problem.reason}`,
      versions: [],
      choices: [
        { label: 'Try again', run: () => send(input) },
        { label: 'Discard', run: discard },
      ],
    };
  if (block) return describeBlock(client, { ...change, problem }, { send, discard });
  if (problem.kind === 'gone') {
    const addNew = async () => {
      await queue.withdraw(id);
      await addAgain(client, input as TaskEdit, dayIn(context));
      notify.success(`“${title}” is added again`);
    };
    return {
      id,
      title: `“${title}”`,
      why: 'This task was deleted elsewhere before your change of it was sent.',
      versions: [],
      choices: [
        { label: 'Add it again', run: () => void addNew() },
        { label: 'Discard my change', run: discard },
      ],
    };
  }
  const theirs = problem.theirs as Task;
  const takeTheirs = () => {
    void cacheInLists(client, theirs._id, theirs).then(discard);
  };
  if (kind === removal.name)
    return {
      id,
      title: `“${title}”`,
      why: 'You deleted this task. It was changed elsewhere in the meantime.',
      versions: listDifferences((input as Removal).task, theirs, context),
      choices: [
        { label: 'Delete it', run: () => send({ task: theirs }) },
        { label: 'Keep it', run: takeTheirs },
      ],
    };
  const mine = input as TaskEdit;
  return {
    id,
    title: `“${title}”`,
    why: 'You changed this task. It was changed elsewhere in the meantime.',
    versions: listConflicts(mine, theirs, context),
    choices: [
      { label: 'Keep mine', run: () => send(rebase(mine, theirs)) },
      { label: 'Take theirs', run: takeTheirs },
    ],
  };
}

const describeStatus = ({ status }: Task) => (status === 'done' ? 'Done' : 'Open');

/** The fields in which two versions of a task differ. */
function listDifferences(mine: Task, theirs: Task, { timeZone }: TimeContext): Version[] {
  const [ours, others] = [toDraft(mine, timeZone), toDraft(theirs, timeZone)];
  const fields = changedFields(ours, others).map((field) => ({
    name: fieldNames[field],
    mine: formatValue(ours, field),
    theirs: formatValue(others, field),
  }));
  if (mine.status === theirs.status) return fields;
  return [{ name: 'Status', mine: describeStatus(mine), theirs: describeStatus(theirs) }, ...fields];
}

/** Only the fields that the change is about: what else differs is theirs in any case. */
function listConflicts(mine: TaskEdit, theirs: Task, context: TimeContext): Version[] {
  const wanted = applyChange(mine.task, mine.change, context.now);
  const fields = listConflictingFields(mine, theirs).map((field) => [field, wanted[field]]);
  return listDifferences({ ...theirs, ...(Object.fromEntries(fields) as Partial<Task>) }, theirs, context);
}

/** A change of a planned block, as the planning feature lets it wait. One that is removed or added has no `change`. */
interface TaskBlockChange {
  readonly block: Block;
  readonly change?: Partial<Block>;
  /** True for one that is removed: its occurrence is skipped. */
  readonly isSkipped?: boolean;
}

function describeBlock(
  client: QueryClient,
  {
    id,
    input,
    problem,
  }: Pick<WaitingChange, 'id' | 'input'> & { problem: Exclude<ChangeProblem, { kind: 'refused' }> },
  { send, discard }: { readonly send: (next: unknown) => void; readonly discard: () => void },
): ShownProblem {
  const { block, change, isSkipped } = input as TaskBlockChange;
  const title = `“${block.title}”`;
  const isNew = !change && isSkipped === undefined;
  if (problem.kind === 'gone') {
    const complete = async () => {
      await getQueue(client).withdraw(id);
      await completeTask(client, block.taskId);
    };
    return {
      id,
      title,
      why: isNew
        ? `This task was completed or deleted elsewhere before you could pin it to ${formatDayAndTime(new Date(block.startsAt))}.`
        : 'This planned time was removed elsewhere before your change of it was sent.',
      versions: [],
      choices: [
        ...(change?.state === 'done' ? [{ label: 'Complete the task', run: () => void complete() }] : []),
        { label: 'Discard my change', run: discard },
      ],
    };
  }
  const theirs = problem.theirs as Block;
  const { startsAt, endsAt, isPinned, state } = block;
  const mine = { startsAt, endsAt, isPinned, state, ...change };
  const versions = [
    { name: 'Time', mine: formatBlockTime(mine), theirs: formatBlockTime(theirs) },
    { name: 'Status', mine: blockStates[mine.state], theirs: blockStates[theirs.state] },
  ].filter((one) => one.mine !== one.theirs);
  if (!change) {
    const remove = {
      label: isSkipped ? 'Skip it' : 'Remove it',
      run: () => send({ ...(input as TaskBlockChange), block: theirs }),
    };
    return {
      id,
      title,
      why: `You ${isSkipped ? 'skipped' : 'removed'} this planned time. It was changed elsewhere in the meantime.`,
      versions,
      // What is done cannot be skipped any more.
      choices: [
        ...(isSkipped && theirs.state === 'done' ? [] : [remove]),
        { label: 'Keep it', run: discard },
      ],
    };
  }
  return {
    id,
    title,
    why: 'You changed this planned time. It was changed elsewhere in the meantime.',
    versions,
    choices: [
      { label: 'Keep mine', run: () => send({ ...(input as TaskBlockChange), block: theirs, change: mine }) },
      { label: 'Take theirs', run: discard },
    ],
  };
}

async function completeTask(client: QueryClient, taskId: string): Promise<void> {
  try {
    const { task } = await fetchTask(taskId, {});
    const change = { status: 'done' as const };
    await sendChange(client, edit, taskId, { task, change, isVersioned: false });
    notify.success(`“${task.title}” is done`);
  } catch (error) {
    notify.error(getMessage(error, 'The task could not be completed.'));
  } finally {
    refreshTasks(client);
  }
}

const blockStates = { planned: 'Planned', done: 'Done' };

const formatBlockTime = ({ startsAt, endsAt }: Pick<Block, 'startsAt' | 'endsAt'>) =>
  `${formatDayAndTime(new Date(startsAt))} – ${formatTime(new Date(endsAt))}`;
