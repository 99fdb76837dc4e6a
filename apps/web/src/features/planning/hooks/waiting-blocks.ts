import type { Block, Task } from '@dayloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { type Decision, registerKind, type SendContext } from '#lib/change-kinds.ts';
import type { KeptChange } from '#lib/kept-data.ts';
import { optimisticChange } from '#lib/optimistic.ts';
import { optimisticTasks } from '#lib/optimistic-entities.ts';
import { optimisticPlan, type PlanResponse } from '#lib/optimistic-plan.ts';
import { queryKeys } from '#lib/query-client.ts';
import { changeBlock, pinTask, removeBlock } from '../api.ts';
import { applyBlockChange, type BlockEdit, type BlockRemoval, type Pin } from '../model/block-changes.ts';
import { isSameWork } from '../model/plan-items.ts';

export type ChangedBlock = Awaited<ReturnType<typeof changeBlock>>;

const PIN = 'block.pin';

/** Stores the result of a command. A plan request from before the command is outdated and is sent again. */
export async function cachePlan(
  client: QueryClient,
  change: (response: PlanResponse) => PlanResponse,
): Promise<void> {
  const plan = { queryKey: queryKeys.plan, exact: true };
  const wasAsked = client.isFetching(plan) > 0;
  await client.cancelQueries(plan);
  client.setQueryData<PlanResponse>(queryKeys.plan, (response) => response && change(response));
  if (wasAsked) await client.refetchQueries(plan);
}

/** A changed plan invalidates a proposal that was based on the old one. */
export const cacheNewPlan = (client: QueryClient, plan: PlanResponse['plan']) =>
  cachePlan(client, (response) => ({ ...response, plan, proposal: null }));

export const changingBlocks = (change: (blocks: Block[]) => Block[]) =>
  optimisticChange(optimisticPlan, (response) => ({
    ...response,
    plan: { ...response.plan, blocks: change(response.plan.blocks) },
  }));

/** Their subject is the task, whose own changes wait too: finishing a block may complete it. */
const shared = {
  // Each response has the whole plan.
  order: 'plan',
  updateCache: (client: QueryClient, _: unknown, { plan }: ChangedBlock) =>
    Promise.all([
      cacheNewPlan(client, plan),
      ...[queryKeys.tasks, queryKeys.dashboard].map((queryKey) => client.invalidateQueries({ queryKey })),
    ]),
  /** Without the pin that made it, there is no block to change. */
  withdraw: <Input extends Pin>(input: Input, { kind, input: withdrawn }: KeptChange): Input | null =>
    kind === PIN && (withdrawn as Pin).block._id === input.block._id ? null : input,
  // Also of one that was made on top of another one, which has been sent since.
  decide: async <Input extends Pin>(
    ...refused: [Input, unknown, SendContext]
  ): Promise<Decision<Input, never>> => (await import('./block-refusals.ts')).decideBlockRefusal(...refused),
};

const changingTask = (id: string, change: (task: Task) => Partial<Task>) =>
  optimisticChange(optimisticTasks, (tasks) =>
    tasks.map((task) => (task._id === id ? { ...task, ...change(task) } : task)),
  );

export const blockEdit = registerKind<BlockEdit, ChangedBlock>({
  ...shared,
  name: 'block.change',
  show: ({ block, change, status }) => [
    changingBlocks((blocks) =>
      blocks.map((one) => (one._id === block._id ? applyBlockChange(one, change) : one)),
    ),
    changingTask(block.taskId, () => (status ? { status } : {})),
  ],
  send: ({ block, change: { finishedAt, ...change } }, { idempotencyKey, as, madeAt }) =>
    changeBlock(
      block._id,
      { ...change, ...(madeAt && { version: block.version, finishedAt }) },
      { idempotencyKey, as },
    ),
});

export const blockRemoval = registerKind<BlockRemoval, ChangedBlock>({
  ...shared,
  name: 'block.remove',
  show: ({ block, isSkipped }) => [
    changingBlocks((blocks) =>
      blocks.filter((one) => (isSkipped ? !isSameWork(one, block) : one._id !== block._id)),
    ),
    changingTask(block.taskId, ({ planned }) =>
      planned?.blockId === block._id && planned.blockCount === 1 ? { planned: null } : {},
    ),
  ],
  send: ({ block: { _id, version }, isSkipped }, { madeAt, ...options }) =>
    removeBlock(
      _id,
      { version: madeAt ? version : undefined, skipsOccurrence: isSkipped ? 'true' : undefined, madeAt },
      options,
    ),
});

/** The page chooses the id of the block, so that changes of it can wait as well. */
export const pin = registerKind<Pin, ChangedBlock>({
  ...shared,
  name: PIN,
  show: ({ block }) => [
    changingBlocks((blocks) => (blocks.some(({ _id }) => _id === block._id) ? blocks : [...blocks, block])),
    changingTask(block.taskId, ({ planned }) => ({
      planned: planned ?? { ...block, blockId: block._id, blockCount: 1, places: [block] },
    })),
  ],
  send: ({ block: { _id, taskId, startsAt, endsAt } }, { idempotencyKey, as }) =>
    pinTask({ _id, taskId, startsAt, endsAt }, { idempotencyKey, as }),
});
