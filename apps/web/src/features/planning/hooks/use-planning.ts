import type { Block, Proposal, Task } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { minutesInWords } from '#lib/format-minutes.ts';
import { formatShortDate, formatTime } from '#lib/format-time.ts';
import {
  mutateOptimistically,
  type OptimisticChange,
  optimisticChange,
  withOptimisticChanges,
} from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { shownTasks } from '#lib/shown-data.ts';
import { onStreamMessage } from '#lib/stream.ts';
import { useNavigate } from '#lib/use-router.tsx';
import { getQueue } from '#lib/waiting-changes.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import {
  acceptProposal,
  type BlockChange,
  changeBlock,
  type OpenTasksAnswer,
  openTasksKey,
  type PlanAnswer,
  pinTask,
  proposePlan,
  rejectProposal,
  removeBlock,
  shownPlan,
  skipOccurrence,
} from '../api.ts';
import {
  confirmedMinutes,
  gapInWords,
  isSameWork,
  momentInWords,
  sameRisks,
  statusAfter,
} from '../model/plan-items.ts';

function usePlanCache() {
  const client = useQueryClient();
  const read = useCallback(() => client.getQueryData<PlanAnswer>(queryKeys.plan), [client]);
  /** Stores the result of a command. A plan request from before the command is outdated and is sent again. */
  const remember = useCallback(
    async (change: (answer: PlanAnswer) => PlanAnswer) => {
      const plan = { queryKey: queryKeys.plan, exact: true };
      const wasAsked = client.isFetching(plan) > 0;
      await client.cancelQueries(plan);
      client.setQueryData<PlanAnswer>(queryKeys.plan, (answer) => answer && change(answer));
      if (wasAsked) await client.refetchQueries(plan);
    },
    [client],
  );
  const refresh = useCallback(() => {
    for (const queryKey of [queryKeys.plan, queryKeys.tasks])
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }, [client]);
  return { client, read, remember, refresh };
}

/** Proposes, accepts and dismisses plans. Nothing moves before a proposal is accepted. */
export function usePlanning(hasTasks: boolean) {
  const { client, read, remember, refresh } = usePlanCache();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'proposing' | 'accepting' | null>(null);
  const asking = useRef<AbortController | null>(null);
  /** Settles when the latest request has saved its result. */
  const running = useRef<Promise<void>>(Promise.resolve());
  const improvements = usePlanProgress(busy === 'proposing');

  /**
   * Requests a first plan, which is shown at once, and then a better one, which takes its place. Tells
   * `onFirst` the first proposal with something to decide, and returns the last one.
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
          await remember((answer) => ({ ...answer, proposal: first }));
          onFirst?.(first);
        }
        if (own.signal.aborted) return null;
        const { proposal } = await proposePlan({ effort: 'full', improves: first._id }, own.signal);
        if (own.signal.aborted) return null;
        if (proposal.changes.length > 0) {
          await remember((answer) => ({ ...answer, proposal }));
          if (first.changes.length === 0) onFirst?.(proposal);
          return proposal;
        }
        if (first.changes.length > 0) await remember((answer) => ({ ...answer, proposal: null }));
        const unplacedCount = proposal.atRisk.filter(({ shortMinutes }) => shortMinutes > 0).length;
        if (unplacedCount > 0) {
          notify.info(
            `Nothing moves. ${unplacedCount} ${unplacedCount === 1 ? 'task does not' : 'tasks do not'} fit this week.`,
          );
        } else if (proposal.notPlannedYet > 0) {
          const count = proposal.notPlannedYet;
          notify.info(
            `Nothing moves: the days are full. ${count} ${count === 1 ? 'task is' : 'tasks are'} not planned yet.`,
          );
        } else if (proposal.stayed > 0) {
          const gap = gapInWords(proposal.gap);
          notify.success(
            `Your plan still fits: all ${proposal.stayed} blocks stay where they are.${gap ? ` ${gap}.` : ''}`,
          );
        } else {
          notify.info('There is nothing to plan this week.');
        }
        // A later request sees what changed since this one began.
        if (own.signal.aborted) return null;
        // An empty diff needs no consent; its deadline information is stored with the plan.
        // The saved plan may have changed since it was fetched, by an earlier request of this page too.
        await client.refetchQueries({ queryKey: queryKeys.plan, exact: true });
        if (own.signal.aborted) return null;
        if (sameRisks(proposal.atRisk, read()?.atRisk ?? [])) await rejectProposal(proposal._id);
        else await acceptProposal(proposal._id, []);
        refresh();
      } catch (error) {
        if (!own.signal.aborted)
          notify.error(getMessage(error, 'The week could not be planned. Try again in a moment.'));
      } finally {
        finish();
        if (asking.current === own) setBusy(null);
      }
      return null;
    },
    [client, hasTasks, navigate, read, refresh, remember],
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
        await remember((answer) => ({ ...answer, plan, proposal: next, atRisk: proposal.atRisk }));
        offerUndo(
          client,
          next ? 'Plan saved as you chose. It calls for more changes: see the new proposal' : 'Plan saved',
          commandId,
        );
      } catch (error) {
        const isOutdated =
          error instanceof ApiError && (error.code === 'proposal_outdated' || error.code === 'not_found');
        notify.error(
          getMessage(error, 'The plan could not be saved.'),
          isOutdated ? { label: 'Plan again', run: () => void propose() } : undefined,
        );
      }
      setBusy(null);
      refresh();
    },
    [client, propose, refresh, remember],
  );

  const dismiss = useCallback(
    async (proposal: Proposal) => {
      const without = (answer: PlanAnswer): PlanAnswer => ({ ...answer, proposal: null });
      asking.current?.abort();
      await running.current;
      try {
        await mutateOptimistically(client, {
          changes: [optimisticChange(shownPlan, without)],
          send: () => rejectUnlessGone(proposal._id),
          remember: () => remember(without),
        });
      } catch (error) {
        notify.error(getMessage(error, 'The proposal could not be dismissed.'));
      }
    },
    [client, remember],
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
  const { client, read, remember, refresh } = usePlanCache();

  const run = useCallback(
    async (
      changes: readonly OptimisticChange[],
      send: () => Promise<{ plan: PlanAnswer['plan']; commandId: string | null }>,
      said: string,
      failed: string,
      undone?: string,
    ): Promise<boolean> => {
      let isDone = false;
      try {
        await mutateOptimistically(client, {
          scope: 'plan',
          changes,
          send,
          remember: async ({ plan, commandId }) => {
            offerUndo(client, said, commandId, undone ? { undone } : {});
            // A changed plan invalidates a proposal that was based on the old one.
            await remember((answer) => ({ ...answer, plan, proposal: null }));
            if (changes.some(({ of }) => of === shownTasks.name))
              await client.invalidateQueries({ queryKey: openTasksKey });
          },
        });
        isDone = true;
      } catch (error) {
        notify.error(getMessage(error, failed));
      }
      refresh();
      return isDone;
    },
    [client, remember, refresh],
  );

  const change = useCallback(
    (block: Block, input: BlockChange, said: string, others: readonly OptimisticChange[] = []) =>
      run(
        [changingBlocks(patched(block._id, shownAs(input))), ...others],
        () => changeBlock(block._id, input),
        said,
        `${block.title} could not be changed.`,
      ),
    [run],
  );

  return {
    move: (block: Block, place: { startsAt: string; endsAt: string }) =>
      run(
        [changingBlocks(patched(block._id, { ...place, isPinned: true }))],
        () => changeBlock(block._id, place),
        `${block.title} is pinned to ${momentInWords(place.startsAt)}`,
        `${block.title} could not be moved.`,
        `${block.title} is back at ${momentInWords(block.startsAt)}`,
      ),
    /**
     * Of the block under way, which planning leaves in place without a pin. Without one it may reach over a pinned block:
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
    setDone: async (block: Block, isDone: boolean) => {
      const input = { state: isDone ? ('done' as const) : ('planned' as const) };
      const task = client
        .getQueryData<OpenTasksAnswer>(openTasksKey)
        ?.tasks.find(({ _id }) => _id === block.taskId);
      const answer = read();
      const blocks = answer ? withOptimisticChanges(client, shownPlan, answer).plan.blocks : [];
      // A second press, before the first one is drawn, would be a change that undoes nothing.
      if (blocks.find(({ _id }) => _id === block._id)?.state === input.state) return true;
      const after = patched(block._id, shownAs(input))(blocks);
      // A task outside the list is done; only reopening a block can change its status.
      // Finishing a later occurrence leaves the task open.
      const status = task && block.occurrenceOn === null && statusAfter(task, blocks, after);
      const left = task && task.durationMinutes - confirmedMinutes(task._id, after);
      const withStatus = optimisticChange(shownTasks, (tasks) =>
        tasks.map((one) => (status && one._id === block.taskId ? { ...one, status } : one)),
      );
      return change(
        block,
        input,
        !isDone
          ? `${block.title} is open again`
          : status === 'open' && left
            ? `This part of ${block.title} is done, ${minutesInWords(left)} left`
            : `${block.title} is done`,
        [withStatus],
      );
    },
    remove: (block: Block) =>
      run(
        [changingBlocks((blocks) => blocks.filter(({ _id }) => _id !== block._id))],
        () => removeBlock(block._id),
        `${block.title} is removed from the plan`,
        `${block.title} could not be removed.`,
      ),
    /** Skips one occurrence of a task that repeats. */
    skip: (block: Block) =>
      run(
        [changingBlocks((blocks) => blocks.filter((one) => !isSameWork(one, block)))],
        () => skipOccurrence(block),
        `${block.title} is skipped on ${formatShortDate(new Date(block.startsAt))}`,
        `${block.title} could not be skipped.`,
      ),
    pin: (
      task: Pick<Task, '_id' | 'title' | 'project' | 'priority'>,
      place: { startsAt: string; endsAt: string },
    ) => {
      const draft = toDraft(task, place);
      return run(
        [changingBlocks((blocks) => [...blocks, draft])],
        () => pinTask({ taskId: task._id, ...place }),
        `${task.title} is pinned to ${momentInWords(place.startsAt)}`,
        `${task.title} could not be planned there.`,
      );
    },
  };
}

const changingBlocks = (change: (blocks: Block[]) => Block[]) =>
  optimisticChange(shownPlan, (answer) => ({
    ...answer,
    plan: { ...answer.plan, blocks: change(answer.plan.blocks) },
  }));

/** A block as it looks after a change: what is confirmed is finished. */
const shownAs = (change: BlockChange): Partial<Block> =>
  change.state === undefined ? change : { ...change, isFinished: change.state === 'done' };

const patched = (id: string, change: Partial<Block>) => (blocks: Block[]) =>
  blocks.map((block) => (block._id === id ? { ...block, ...change } : block));

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
