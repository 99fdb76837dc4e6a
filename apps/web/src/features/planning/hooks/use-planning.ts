import type { Block, Proposal, Task } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import type { ChangeKind } from '#lib/change-kinds.ts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatShortDate, formatTime } from '#lib/format-time.ts';
import { mutateOptimistically, optimisticChange, withOptimisticChanges } from '#lib/optimistic.ts';
import { optimisticPlan, type PlanResponse } from '#lib/optimistic-plan.ts';
import { queryKeys } from '#lib/query-client.ts';
import { onStreamMessage } from '#lib/stream.ts';
import { useNavigate } from '#lib/use-router.tsx';
import { getQueue, sendChange } from '#lib/waiting-changes.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo, offerWithdrawal, type Reversal } from '#ui/undo.ts';
import {
  acceptProposal,
  type OpenTasksResponse,
  openTasksKey,
  proposePlan,
  rejectProposal,
  type TaskResponse,
  toTaskKey,
} from '../api.ts';
import type { BlockChange, Pin } from '../model/block-changes.ts';
import { formatMoment, statusAfter, sumConfirmedMinutes } from '../model/plan-items.ts';
import { blockEdit, blockRemoval, type ChangedBlock, cachePlan, pin } from './waiting-blocks.ts';

function refreshPlan(client: QueryClient): void {
  for (const queryKey of [queryKeys.plan, queryKeys.tasks])
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/** Proposes, accepts and dismisses plans. Nothing moves before a proposal is accepted. */
export function usePlanning(hasTasks: boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'proposing' | 'accepting' | null>(null);
  const asking = useRef<AbortController | null>(null);
  /** Settles when the latest request has saved its result. */
  const running = useRef<Promise<void>>(Promise.resolve());
  const improvements = usePlanProgress(busy === 'proposing');

  /**
   * Requests a first plan, which is shown at once, and then a better one, which takes its place. Calls
   * `onFirst` with the first proposal that has something to decide, and returns the last one.
   */
  const propose = useCallback(
    async (onFirst?: (proposal: Proposal) => void): Promise<Proposal | null> => {
      if (!hasTasks) {
        notify.info('There is nothing to plan yet. Add a task first.', {
          label: 'Add a task',
          run: () => void navigate('/tasks'),
        });
        return null;
      }
      asking.current?.abort();
      const own = new AbortController();
      asking.current = own;
      setBusy('proposing');
      const before = running.current;
      let finish = () => {};
      running.current = new Promise((resolve) => {
        finish = resolve;
      });
      try {
        // The former request may just be saving its deadline information, which must not outlive this one's.
        await before;
        // The plan has a place for what was captured a moment ago.
        await getQueue(client).drain();
        if (own.signal.aborted) return null;
        const { proposal: first } = await proposePlan({ effort: 'first' }, own.signal);
        if (first.changes.length > 0) {
          await cachePlan(client, (response) => ({ ...response, proposal: first }));
          onFirst?.(first);
        }
        if (own.signal.aborted) return null;
        const { proposal } = await proposePlan({ effort: 'full', improves: first._id }, own.signal);
        if (own.signal.aborted) return null;
        if (proposal.changes.length > 0) {
          await cachePlan(client, (response) => ({ ...response, proposal }));
          if (first.changes.length === 0) onFirst?.(proposal);
          return proposal;
        }
        if (first.changes.length > 0)
          await cachePlan(client, (response) => ({ ...response, proposal: null }));
        const { describeNothingMoves, settleEmptyProposal } = await import('./plan-day.ts');
        describeNothingMoves(proposal);
        // A later request sees what changed since this one began.
        if (own.signal.aborted) return null;
        // The saved plan may have changed since it was fetched, by an earlier request of this page too.
        await client.refetchQueries({ queryKey: queryKeys.plan, exact: true });
        if (own.signal.aborted) return null;
        await settleEmptyProposal(client, proposal);
        refreshPlan(client);
      } catch (error) {
        if (!own.signal.aborted)
          notify.error(getMessage(error, 'The week could not be planned. Try again in a moment.'));
      } finally {
        finish();
        if (asking.current === own) setBusy(null);
      }
      return null;
    },
    [client, hasTasks, navigate],
  );

  const accept = useCallback(
    async (proposal: Proposal, exceptChanges: string[]) => {
      // What is shown is what is accepted.
      asking.current?.abort();
      await running.current;
      setBusy('accepting');
      try {
        const answered = await acceptProposal(proposal._id, exceptChanges);
        const { plan, commandId, proposal: next } = answered;
        await cachePlan(client, (response) => ({
          ...response,
          plan,
          proposal: next,
          atRisk: proposal.atRisk,
        }));
        offerUndo(client, next ? 'Plan saved as you chose. See the new proposal' : 'Plan saved', commandId);
      } catch (error) {
        const isOutdated =
          error instanceof ApiError && (error.code === 'proposal_outdated' || error.code === 'not_found');
        notify.error(
          getMessage(error, 'The plan could not be saved.'),
          isOutdated ? { label: 'Plan again', run: () => void propose() } : undefined,
        );
      }
      setBusy(null);
      refreshPlan(client);
    },
    [client, propose],
  );

  const dismiss = useCallback(
    async (proposal: Proposal) => {
      const without = (response: PlanResponse): PlanResponse => ({ ...response, proposal: null });
      asking.current?.abort();
      await running.current;
      try {
        await mutateOptimistically(client, {
          changes: [optimisticChange(optimisticPlan, without)],
          send: () => rejectUnlessGone(proposal._id),
          updateCache: () => cachePlan(client, without),
        });
      } catch (error) {
        notify.error(getMessage(error, 'The proposal could not be dismissed.'));
      }
    },
    [client],
  );

  /** The server stops its search when the request is aborted. */
  const stop = useCallback(() => asking.current?.abort(), []);

  return { busy, improvements, propose, stop, accept, dismiss };
}

/** Number of improved plans since the first one; null before the server reports any. */
function usePlanProgress(isPlanning: boolean): number | null {
  const [improvements, setImprovements] = useState<number | null>(null);
  useEffect(() => {
    if (!isPlanning) return;
    const stop = onStreamMessage((message) => {
      if (message.type === 'plan.progress') setImprovements(message.improvements);
    });
    return () => {
      stop();
      setImprovements(null);
    };
  }, [isPlanning]);
  return improvements;
}

async function rejectUnlessGone(id: string): Promise<void> {
  try {
    await rejectProposal(id);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}

/** Manual changes to blocks: shown at once, with undo. */
export function useBlockActions() {
  const client = useQueryClient();

  const submit = useCallback(
    async <Input extends Pin>(
      kind: ChangeKind<Input, ChangedBlock>,
      input: Input,
      said: string,
      reversal: Reversal = {},
    ): Promise<boolean> => {
      const { taskId, title } = input.block;
      try {
        const outcome = await sendChange(client, kind, taskId, input);
        if (outcome.status === 'waits')
          offerWithdrawal(client, `${said}. It waits for the connection`, [outcome.id]);
        else offerUndo(client, said, outcome.response.commandId, reversal);
        return true;
      } catch (error) {
        notify.error(getMessage(error, `${title} could not be changed.`));
        return false;
      } finally {
        refreshPlan(client);
      }
    },
    [client],
  );

  const change = (
    block: Block,
    input: BlockChange,
    said: string,
    reversal: Reversal = {},
    status?: Task['status'],
  ) => submit(blockEdit, { block, change: input, status }, said, reversal);

  return {
    move: (block: Block, place: { startsAt: string; endsAt: string }) =>
      change(
        block,
        { ...place, isPinned: true },
        `${block.title} is pinned to ${formatMoment(place.startsAt)}`,
        { undone: `${block.title} is back at ${formatMoment(block.startsAt)}` },
      ),
    /**
     * For the block under way, which planning leaves in place without a pin. Without one it may reach over a pinned block:
     * which of the two gives way is decided afterwards.
     */
    lengthen: (block: Block, endsAt: string) =>
      change(
        block,
        { endsAt, isPinned: false },
        `${block.title} lasts until ${formatTime(new Date(endsAt))}`,
      ),
    setPinned: (block: Block, isPinned: boolean) =>
      change(block, { isPinned }, isPinned ? `${block.title} is pinned` : `${block.title} may move again`),
    setDone: async (block: Block, isDone: boolean, onReverted?: () => void) => {
      const state = isDone ? 'done' : 'planned';
      const task =
        client.getQueryData<OpenTasksResponse>(openTasksKey)?.tasks.find(({ _id }) => _id === block.taskId) ??
        // The dashboard has only that of the block under way.
        client.getQueryData<TaskResponse>(toTaskKey(block.taskId))?.task;
      const response = client.getQueryData<PlanResponse>(queryKeys.plan);
      const blocks = response ? withOptimisticChanges(client, optimisticPlan, response).plan.blocks : [];
      // A second press, before the first one is drawn, would be a change that undoes nothing.
      if (blocks.find(({ _id }) => _id === block._id)?.state === state) return true;
      const after = blocks.map((one) => (one._id === block._id ? ({ ...one, state } as const) : one));
      // A task outside the list is done; only reopening a block can change its status.
      // Finishing a later occurrence leaves the task open.
      const status = block.occurrenceOn === null && task ? statusAfter(task, blocks, after) : undefined;
      const left = task && task.durationMinutes - sumConfirmedMinutes(task._id, after);
      return change(
        block,
        { state, ...(isDone && { finishedAt: new Date().toISOString() }) },
        !isDone
          ? `${block.title} is open again`
          : status === 'open' && left
            ? `This part of ${block.title} is done, ${formatMinutes(left)} left`
            : `${block.title} is done`,
        { onReverted },
        status,
      );
    },
    remove: (block: Block) =>
      submit(blockRemoval, { block, isSkipped: false }, `${block.title} is removed from the plan`),
    /** Skips one occurrence of a task that repeats. */
    skip: (block: Block) =>
      submit(
        blockRemoval,
        { block, isSkipped: true },
        `${block.title} is skipped on ${formatShortDate(new Date(block.startsAt))}`,
      ),
    pin: (
      task: Pick<Task, '_id' | 'title' | 'project' | 'priority'>,
      place: { startsAt: string; endsAt: string },
    ) =>
      submit(
        pin,
        { block: toDraft(task, place) },
        `${task.title} is pinned to ${formatMoment(place.startsAt)}`,
      ),
  };
}

function toDraft(
  task: Pick<Task, '_id' | 'title' | 'project' | 'priority'>,
  place: { startsAt: string; endsAt: string },
): Block {
  return {
    ...place,
    _id: crypto.randomUUID(),
    taskId: task._id,
    occurrenceOn: null,
    title: task.title,
    project: task.project,
    priority: task.priority,
    isPinned: true,
    state: 'planned',
    isFinished: false,
    chunk: 1,
    chunkCount: 1,
    isLastChance: false,
    version: 1,
  };
}
