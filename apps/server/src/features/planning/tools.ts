import { type ChatCard, type ChatTask, Instant, NewTask, type Proposal, type Task } from '@dayloom/contracts';
import { z } from 'zod';
import { createTask } from '#features/tasks/operations/change-tasks.ts';
import { sayChatTask, toChatTask } from '#features/tasks/operations/chat-tasks.ts';
import { readTask, type TaskFeature } from '#features/tasks/operations/read-tasks.ts';
import type { Platform } from '#platform/context.ts';
import { type Tool, type ToolContext, tool } from '#platform/tools.ts';
import { pinTask } from './operations/blocks.ts';
import { acceptProposal, proposePlan } from './operations/proposals.ts';

const { title, notes, durationMinutes, dueOn, dueAt, dueKind, priority, project, hours, recurrenceRule } =
  NewTask.shape;
const CreateInput = z.object({
  title,
  notes,
  durationMinutes,
  dueOn,
  dueAt,
  dueKind,
  priority,
  project,
  hours,
  recurrenceRule,
  takesPlaceAt: Instant.optional().meta({ description: 'Pins the task at this time' }),
});
const PlanInput = z.object({ proposalId: z.uuid().optional() });

/** The tools for planned work. */
export function planningTools(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'compute' | 'journal'>,
  tasks: TaskFeature,
): Tool[] {
  const describe = ({ timeZone }: ToolContext, task: Pick<ChatTask, 'title' | 'dueOn' | 'dueAt'>) =>
    sayChatTask(task, { now: platform.clock().getTime(), timeZone });
  return [
    tool<z.output<typeof CreateInput>>({
      name: 'create_task',
      description: 'Add a task. The planner finds a time for it unless takesPlaceAt gives one.',
      scope: 'write:tasks',
      input: CreateInput,
      isReadOnly: false,
      async preview(context, { takesPlaceAt: _time, ...input }) {
        const draft = { title: input.title, dueOn: input.dueOn ?? null, dueAt: input.dueAt ?? null };
        return { summary: `Add the task ${describe(context, draft)}`, concerns: [], cards: [] };
      },
      async run(context, { takesPlaceAt, ...input }) {
        const { task, commandId } = await createTask(tasks, context.scope, NewTask.parse(input));
        const pinned =
          takesPlaceAt === undefined
            ? null
            : await pinTask(platform, context.scope, { taskId: task._id, startsAt: takesPlaceAt });
        const saved: Task = pinned ? await readTask(tasks, context.scope, task._id) : task;
        return {
          summary: `Added the task ${describe(context, toChatTask(saved))}`,
          commandIds: [commandId, pinned?.commandId].flatMap((id) => id ?? []),
          cards: [{ kind: 'task', change: 'created', task: toChatTask(saved), before: null }],
          output: { task: toChatTask(saved) },
        };
      },
    }),
    tool<z.output<typeof PlanInput>>({
      name: 'plan',
      description: 'Plan the open tasks into free time. The result is a proposal that has to be accepted.',
      scope: 'write:planning',
      input: PlanInput,
      isReadOnly: false,
      async preview({ scope }) {
        const proposal = await proposePlan(platform, scope);
        return {
          summary: sayProposal(proposal),
          concerns: ['plan'],
          cards: toPlanCards(proposal),
          input: { proposalId: proposal._id },
        };
      },
      async run({ scope }, { proposalId }) {
        const id = proposalId ?? (await proposePlan(platform, scope))._id;
        const { commandId, plan } = await acceptProposal(platform, scope, id);
        return {
          summary: 'Planned your tasks',
          commandIds: [commandId],
          cards: [],
          output: { blocks: plan.blocks },
        };
      },
    }),
  ];
}

function sayProposal({ changes, atRisk }: Proposal): string {
  const count = (kind: Proposal['changes'][number]['kind']) =>
    changes.filter((change) => change.kind === kind).length;
  const parts = [
    [count('added'), 'to add'],
    [count('moved'), 'to move'],
    [count('removed'), 'to remove'],
  ].flatMap(([number, what]) =>
    number === 0 ? [] : [`${number} ${number === 1 ? 'block' : 'blocks'} ${what}`],
  );
  const plan = parts.length === 0 ? 'Nothing to change in your plan' : `Plan: ${parts.join(', ')}`;
  return atRisk.length === 0
    ? plan
    : `${plan}. ${atRisk
        .map(({ sentence }) => sentence)
        .slice(0, 3)
        .join(' ')}`;
}

const toPlanCards = (proposal: Proposal): ChatCard[] => [
  {
    kind: 'plan',
    proposalId: proposal._id,
    changes: proposal.changes.map(({ title: name, from, to }) => ({ title: name, before: from, after: to })),
    unplanned: proposal.atRisk.filter(({ shortMinutes }) => shortMinutes > 0).map(({ title: name }) => name),
  },
];
