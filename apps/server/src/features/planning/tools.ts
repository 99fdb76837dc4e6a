import {
  type ChatCard,
  type ChatTask,
  Instant,
  LocalDate,
  NewTask,
  type Proposal,
  type Task,
} from '@dayloom/contracts';
import { describeRepeat } from '@dayloom/language/recurrence-words';
import { describeMinutes, describeTime } from '@dayloom/language/wording';
import { z } from 'zod';
import { createTask } from '#features/tasks/operations/change-tasks.ts';
import { describeChatTask, toChatTask } from '#features/tasks/operations/chat-tasks.ts';
import { readTask, type TaskFeature } from '#features/tasks/operations/read-tasks.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { parseInput, type Tool, type ToolContext, tool } from '#platform/tools.ts';
import { pinTask } from './operations/blocks.ts';
import { explainBlock } from './operations/explain-block.ts';
import { acceptProposal, proposePlan } from './operations/proposals.ts';
import { readPlan } from './operations/read-plan.ts';
import { type Forecast, forecastPlan } from './operations/what-if.ts';

const { title, notes, durationMinutes, dueOn, dueAt, dueKind, priority, project } = NewTask.shape;
const { hours, timeOfDay, recurrenceRule, isSplittable, maxChunkMinutes } = NewTask.shape;
const CreateInput = z.strictObject({
  title,
  notes,
  durationMinutes,
  dueOn,
  dueAt,
  dueKind,
  priority,
  project,
  hours,
  timeOfDay,
  recurrenceRule,
  isSplittable,
  maxChunkMinutes,
  takesPlaceAt: Instant.optional().meta({ description: 'Pins the task at this time' }),
});
const PlanInput = z.strictObject({
  proposalId: z.uuid().optional(),
  from: Instant.optional(),
  to: Instant.optional().meta({
    description: 'The summary names the blocks between from and to. The plan itself is for all days.',
  }),
});
const NEWER_PLAN = 'There has been a newer plan since this proposal. Plan again.';
/** More blocks are only counted. The card shows all. */
const MAX_LISTED = 12;
const ListInput = z.strictObject({ from: Instant, to: Instant });
const ExplainInput = z.strictObject({ taskId: z.uuid() });
const WhatIfInput = z.strictObject({
  tasks: z
    .array(
      z.strictObject({
        title: z.string().max(500).default('the task'),
        durationMinutes: z.int().min(5).max(4_800),
        dueOn: LocalDate.nullable().default(null),
        dueAt: Instant.nullable().default(null),
        hours: z.enum(['work', 'personal']).default('work'),
      }),
    )
    .max(10)
    .default([])
    .meta({ description: 'Tasks that the user might take on' }),
  busy: z
    .array(z.strictObject({ startsAt: Instant, endsAt: Instant }))
    .max(20)
    .default([])
    .meta({ description: 'Times that might be taken' }),
});

/** The tools for planned work. */
export function planningTools(
  platform: DbContext & Pick<Platform, 'compute' | 'journal' | 'log'>,
  tasks: TaskFeature,
): Tool[] {
  const describe = ({ timeZone }: ToolContext, task: Pick<ChatTask, 'title' | 'dueOn' | 'dueAt'>) =>
    describeChatTask(task, { now: platform.clock().getTime(), timeZone });
  const say = ({ timeZone }: ToolContext, { startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
    describeTime(
      { start: Date.parse(startsAt), end: Date.parse(endsAt) },
      { now: platform.clock().getTime(), timeZone },
    );
  /** ' for Mon, 16 Nov 2026, 09:00–Fri, 27 Nov 2026, 17:00 (Europe/Berlin)' */
  const describeSpan = (context: ToolContext, blocks: readonly { startsAt: string; endsAt: string }[]) => {
    const starts = blocks.map(({ startsAt }) => startsAt).toSorted();
    const ends = blocks.map(({ endsAt }) => endsAt).toSorted();
    const [startsAt, endsAt] = [starts[0], ends.at(-1)];
    return startsAt && endsAt ? ` for ${say(context, { startsAt, endsAt })}` : '';
  };
  const listBlocks = (
    context: ToolContext,
    blocks: readonly { name: string; startsAt: string; endsAt: string }[],
  ) =>
    blocks.length === 0
      ? 'None of it is on the day that you asked for'
      : blocks
          .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
          .slice(0, MAX_LISTED)
          .map((block) => `'${block.name}', ${say(context, block)}`)
          .join('; ') + (blocks.length > MAX_LISTED ? `; and ${blocks.length - MAX_LISTED} more` : '');
  const describeStart = (context: ToolContext, at: string) => say(context, { startsAt: at, endsAt: at });
  /** ', 2 h, every week on Sun' */
  const describeDetails = ({
    durationMinutes,
    timeOfDay: part,
    priority: rank,
    recurrenceRule: rule,
    isSplittable: isSplit,
    maxChunkMinutes: most,
  }: Partial<z.output<typeof CreateInput>>): string =>
    [
      durationMinutes === undefined ? '' : `, ${describeMinutes(durationMinutes)}`,
      rule == null ? '' : `, ${describeRepeat(rule)}`,
      rank === undefined || rank === 3 ? '' : `, priority ${rank}`,
      most === undefined ? (isSplit ? ', may be split' : '') : `, at most ${describeMinutes(most)} at a time`,
      part == null ? '' : part === 'night' ? ', at night' : `, in the ${part}`,
    ].join('');
  return [
    tool<z.output<typeof CreateInput>>({
      name: 'create_task',
      description: 'Add a task. The planner finds a time for it unless takesPlaceAt gives one.',
      scope: 'write:tasks',
      input: CreateInput,
      isReadOnly: false,
      async preview(context, { takesPlaceAt, ...input }) {
        parseInput(NewTask, input);
        if (takesPlaceAt !== undefined && Date.parse(takesPlaceAt) < platform.clock().getTime())
          throw new AppError('unprocessable', `${describeStart(context, takesPlaceAt)} has passed.`);
        const draft = { title: input.title, dueOn: input.dueOn ?? null, dueAt: input.dueAt ?? null };
        const place = takesPlaceAt === undefined ? '' : `, ${describeStart(context, takesPlaceAt)}`;
        return {
          summary: `Add the task ${describe(context, draft)}${place}${describeDetails(input)}`,
          concerns: [],
          cards: [],
        };
      },
      async run(context, { takesPlaceAt, ...input }) {
        const { task, commandId } = await createTask(tasks, context.scope, parseInput(NewTask, input));
        const pinned =
          takesPlaceAt === undefined
            ? null
            : await pinTask(platform, context.scope, { taskId: task._id, startsAt: takesPlaceAt });
        const saved: Task = pinned ? await readTask(tasks, context.scope, task._id) : task;
        const place = saved.planned && pinned ? `, ${say(context, saved.planned)}` : '';
        return {
          summary: `Added the task ${describe(context, toChatTask(saved))}${place}${describeDetails(input)}`,
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
      async preview(context, { from, to }) {
        const proposal = await proposePlan(platform, context.scope);
        const { changes } = proposal;
        const blocks = changes.flatMap(({ title: name, to: place }) => (place ? [{ ...place, name }] : []));
        // Nothing has to wait for a decision where nothing would change.
        if (changes.length === 0)
          return { summary: describeProposal(proposal), isUnchanged: true, concerns: [], cards: [] };
        const asked = from && to ? blocks.filter((one) => one.startsAt < to && one.endsAt > from) : [];
        return {
          summary: [
            describeProposal(proposal, { span: describeSpan(context, blocks) }),
            ...(from && to && blocks.length > 0 ? [listBlocks(context, asked)] : []),
          ].join('\n'),
          concerns: ['plan'],
          cards: toPlanCards(proposal),
          input: { proposalId: proposal._id },
        };
      },
      async run({ scope }, { proposalId }) {
        if (proposalId === undefined) {
          const proposal = await proposePlan(platform, scope);
          // Somebody has to see what changes first.
          if (proposal.changes.length > 0) throw new AppError('proposal_outdated', NEWER_PLAN);
          const { plan } = await readPlan(platform, scope);
          const output = { blocks: plan.blocks };
          return {
            summary: describeProposal(proposal),
            isUnchanged: true,
            commandIds: [],
            cards: [],
            output,
          };
        }
        const { commandId, plan, accepted } = await acceptProposal(platform, scope, proposalId).catch(
          (error: unknown) => {
            // Only the latest proposal is kept.
            const isGone = error instanceof AppError && error.code === 'not_found';
            throw isGone ? new AppError('proposal_outdated', NEWER_PLAN, { cause: error }) : error;
          },
        );
        return {
          summary: describeProposal(accepted, { isAccepted: true }),
          commandIds: [commandId],
          cards: [],
          output: { blocks: plan.blocks },
        };
      },
    }),
    tool<z.output<typeof ListInput>>({
      name: 'list_plan',
      description: 'The planned work of a period, and the open tasks that are at risk.',
      scope: 'read:planning',
      input: ListInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'List planned work', concerns: [], cards: [] }),
      async run(context, { from, to }) {
        const { plan, proposal, atRisk } = await readPlan(platform, context.scope);
        const blocks = plan.blocks.filter(({ startsAt, endsAt }) => endsAt > from && startsAt < to);
        return {
          summary: [
            blocks.length === 0
              ? "Nothing is planned then. 'Plan my week' finds times for your open tasks"
              : blocks.map((block) => `'${block.title}', ${say(context, block)}`).join('; '),
            ...atRisk.map(({ title: name, sentence }) => `At risk: '${name}'. ${sentence}`),
          ].join('\n'),
          commandIds: [],
          cards: [],
          output: { blocks, proposal, atRisk },
        };
      },
    }),
    tool<z.output<typeof ExplainInput>>({
      name: 'explain_plan',
      description: 'Why the next planned block of a task is where it is.',
      scope: 'read:planning',
      input: ExplainInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'Explain the plan', concerns: [], cards: [] }),
      async run(context, { taskId }) {
        const task = await readTask(tasks, context.scope, taskId);
        const now = platform.clock().toISOString();
        const { plan } = await readPlan(platform, context.scope);
        const block = plan.blocks.find((one) => one.taskId === taskId && one.endsAt > now);
        if (!block)
          return {
            summary: `'${task.title}' is not in the plan. Plan your week to find it a time`,
            commandIds: [],
            cards: [],
            output: { block: null, explanation: null },
          };
        const explanation = await explainBlock(platform, context.scope, block._id);
        const chosen = explanation.places.find(({ isChosen }) => isChosen);
        const why = [explanation.summary, chosen?.detail].filter(
          (text, at, all) => text && !all.slice(0, at).some((said) => said?.includes(text)),
        );
        return {
          summary: `'${task.title}' is planned on ${say(context, block)}. ${why.join(' ')}`.replace(
            /\.$/,
            '',
          ),
          commandIds: [],
          cards: [],
          output: { block, explanation },
        };
      },
    }),
    tool<z.output<typeof WhatIfInput>>({
      name: 'what_if',
      description:
        'What a plan would be like with more tasks or less time: where they would go, and which tasks would become late. Changes nothing.',
      scope: 'read:planning',
      input: WhatIfInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'Try a plan', concerns: [], cards: [] }),
      async run(context, input) {
        const forecast = await forecastPlan(platform, context.scope, {
          tasks: input.tasks.map(({ dueAt: due, ...task }) => ({
            ...task,
            dueAt: due === null ? null : new Date(due),
          })),
          busy: input.busy.map(({ startsAt, endsAt }) => ({
            start: Date.parse(startsAt),
            end: Date.parse(endsAt),
          })),
        });
        return {
          summary: describeForecast(forecast, (place) => say(context, place)),
          commandIds: [],
          cards: [],
          output: forecast,
        };
      },
    }),
  ];
}

function describeForecast(
  { tasks, harmed }: Forecast,
  say: (place: { startsAt: string; endsAt: string }) => string,
): string {
  const lines = tasks.map(({ title: name, blocks, shortMinutes, lateMinutes }) => {
    const places = blocks.map(say).join('; ');
    if (blocks.length === 0) return `'${name}' doesn't fit`;
    if (shortMinutes > 0)
      return `'${name}' fits only in part (${describeMinutes(shortMinutes)} are left over): ${places}`;
    return lateMinutes > 0
      ? `'${name}' doesn't fit before it is due; it would be done ${describeMinutes(lateMinutes)} late: ${places}`
      : `'${name}' fits: ${places}`;
  });
  const harm =
    harmed.length === 0
      ? 'Nothing else would become late'
      : `It would cost: ${harmed.map(({ sentence }) => sentence).join(' ')}`.replace(/\.$/, '');
  return [...lines, harm].join('. ');
}

/** What a plan changes, or has changed, and what does not fit into it. */
function describeProposal(
  { changes, atRisk }: Proposal,
  { span = '', isAccepted = false }: { readonly span?: string; readonly isAccepted?: boolean } = {},
): string {
  const parts = (['added', 'moved', 'removed'] as const).flatMap((kind) => {
    const number = changes.filter((change) => change.kind === kind).length;
    const blocks = number === 1 ? 'block' : 'blocks';
    return number === 0 ? [] : [`${number} ${blocks} ${isAccepted ? kind : TO_DO[kind]}`];
  });
  const said = isAccepted ? 'Planned your tasks' : `Plan${span}`;
  const plan = parts.length === 0 ? 'Nothing to change in your plan' : `${said}: ${parts.join(', ')}`;
  const more = atRisk.length - MAX_RISKS;
  const risks = atRisk.slice(0, MAX_RISKS).map(({ sentence }) => sentence);
  const rest = [...risks, ...(more > 0 ? [`${more} more will be late or don't fit`] : [])].join(' ');
  return rest === '' ? plan : `${plan}. ${rest}`;
}

const MAX_RISKS = 3;
const TO_DO = { added: 'to add', moved: 'to move', removed: 'to remove' } as const;

const toPlanCards = (proposal: Proposal): ChatCard[] => [
  {
    kind: 'plan',
    proposalId: proposal._id,
    changes: proposal.changes.map(({ title: name, from, to }) => ({ title: name, before: from, after: to })),
    unplanned: proposal.atRisk.filter(({ shortMinutes }) => shortMinutes > 0).map(({ title: name }) => name),
  },
];
