import type { Block } from '@dayloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { registerKind } from '#lib/change-kinds.ts';
import { optimisticChange } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { shownTasks } from '#lib/shown-data.ts';
import { type PlanAnswer, shownPlan } from '#lib/shown-plan.ts';
import { changeBlock } from '../api.ts';
import { applyBlockChange, type BlockEdit } from '../model/block-changes.ts';

type Changed = Awaited<ReturnType<typeof changeBlock>>;

/** Stores the result of a command. A plan request from before the command is outdated and is sent again. */
export async function rememberPlan(
  client: QueryClient,
  change: (answer: PlanAnswer) => PlanAnswer,
): Promise<void> {
  const plan = { queryKey: queryKeys.plan, exact: true };
  const wasAsked = client.isFetching(plan) > 0;
  await client.cancelQueries(plan);
  client.setQueryData<PlanAnswer>(queryKeys.plan, (answer) => answer && change(answer));
  if (wasAsked) await client.refetchQueries(plan);
}

/** A changed plan invalidates a proposal that was based on the old one. */
export const rememberNewPlan = (client: QueryClient, plan: PlanAnswer['plan']) =>
  rememberPlan(client, (answer) => ({ ...answer, plan, proposal: null }));

export const changingBlocks = (change: (blocks: Block[]) => Block[]) =>
  optimisticChange(shownPlan, (answer) => ({
    ...answer,
    plan: { ...answer.plan, blocks: change(answer.plan.blocks) },
  }));

/** Its subject is the task, whose own changes wait too: finishing a block may complete it. */
export const blockEdit = registerKind<BlockEdit, Changed>({
  name: 'block.change',
  // Each answer has the whole plan.
  isOrdered: true,
  show: ({ block, change, status }) => [
    changingBlocks((blocks) =>
      blocks.map((one) => (one._id === block._id ? applyBlockChange(one, change) : one)),
    ),
    optimisticChange(shownTasks, (tasks) =>
      tasks.map((task) => (status && task._id === block.taskId ? { ...task, status } : task)),
    ),
  ],
  send: ({ block, change: { finishedAt, ...change } }, { idempotencyKey, as, madeAt }) =>
    changeBlock(
      block._id,
      { ...change, ...(madeAt && { version: block.version, finishedAt }) },
      { idempotencyKey, as },
    ),
  remember: (client, _, { plan }) =>
    Promise.all([
      rememberNewPlan(client, plan),
      ...[queryKeys.tasks, queryKeys.dashboard].map((queryKey) => client.invalidateQueries({ queryKey })),
    ]),
  // Also of one that was made on top of another one, which has been sent since.
  decide: async (...refused) => (await import('./meet-block.ts')).decideBlock(...refused),
});
