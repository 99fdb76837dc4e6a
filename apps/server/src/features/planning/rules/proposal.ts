import { randomUUID } from 'node:crypto';
import type { AtRisk, PlanChange } from '@dayloom/contracts';
import {
  describeRisk,
  diffPlans,
  type Instance,
  type RiskyTask,
  withLatenessFromDeadline,
} from '@dayloom/planner';
import { MINUTE_MS } from '@dayloom/time';
import type { PlannedWork } from '#features/tasks/model/planned-work.ts';
import { parseWorkId, type StoredBlock, toWorkId } from '../model/block.ts';
import type { BuiltInstance } from './build-instance.ts';
import { findLastFixedPredecessor, type LastFixedBlock } from './dependency-limits.ts';
import { findDue, formatInstant, getHorizon, type Snapshot } from './snapshot.ts';
import type { Solution, SolvedBlock } from './solve.ts';
import { toTitles } from './task-titles.ts';
import { createWording } from './wording.ts';

export interface PlanDiff {
  /** The movable part of the plan after the change; unmoved blocks keep their ids. */
  readonly blocks: readonly StoredBlock[];
  readonly changes: readonly PlanChange[];
  readonly stayed: number;
}

/** The difference between the movable blocks and a solution. */
export function toDiff(
  movable: readonly StoredBlock[],
  solution: Pick<Solution, 'blocks'>,
  tasks: readonly Pick<PlannedWork, 'taskId' | 'title'>[],
): PlanDiff {
  const titles = new Map(tasks.map(({ taskId, title }) => [taskId, title]));
  const getTitle = (work: string) => titles.get(parseWorkId(work).taskId) ?? '';
  const key = (block: { task: string; start: string; end: string }) =>
    `${block.task} ${block.start} ${block.end}`;
  const before = movable.map((block) => ({
    task: toWorkId(block),
    start: formatInstant(Date.parse(block.startsAt)),
    end: formatInstant(Date.parse(block.endsAt)),
    stored: block,
  }));
  const storedBy = new Map(before.map((block) => [key(block), block.stored]));
  const solvedBy = new Map(solution.blocks.map((block) => [key(block), block]));
  const diff = diffPlans({ blocks: before }, { blocks: solution.blocks });

  const kept = diff.kept.map((block) => ({
    ...(storedBy.get(key(block)) as StoredBlock),
    isLastChance: solvedBy.get(key(block))?.isLastChance ?? false,
  }));
  const moved = diff.moved.map(({ from, to }) => {
    const stored = storedBy.get(key(from)) as StoredBlock;
    return { ...placed(solvedBy.get(key(to)) as SolvedBlock), id: stored.id, version: stored.version + 1 };
  });
  const added = diff.added.map((block) => placed(solvedBy.get(key(block)) as SolvedBlock));

  const place = (block: { start: string; end: string }) => ({
    startsAt: iso(block.start),
    endsAt: iso(block.end),
  });
  const changes: PlanChange[] = [
    ...diff.moved.map(({ task, from, to }) => ({
      id: `${task}:${iso(from.start)}`,
      ...parseWorkId(task),
      title: getTitle(task),
      kind: 'moved' as const,
      from: place(from),
      to: place(to),
      reason: solvedBy.get(key(to))?.reason ?? null,
    })),
    ...diff.added.map((block) => ({
      id: `${block.task}:+${iso(block.start)}`,
      ...parseWorkId(block.task),
      title: getTitle(block.task),
      kind: 'added' as const,
      from: null,
      to: place(block),
      reason: solvedBy.get(key(block))?.reason ?? null,
    })),
    ...diff.removed.map((block) => ({
      id: `${block.task}:-${iso(block.start)}`,
      ...parseWorkId(block.task),
      title: getTitle(block.task),
      kind: 'removed' as const,
      from: place(block),
      to: null,
      reason: null,
    })),
  ];
  changes.sort((a, b) => (a.to ?? a.from)!.startsAt.localeCompare((b.to ?? b.from)!.startsAt));
  return { blocks: [...kept, ...moved, ...added], changes, stayed: kept.length };
}

function placed(block: SolvedBlock): StoredBlock {
  return {
    id: randomUUID(),
    ...parseWorkId(block.task),
    startsAt: iso(block.start),
    endsAt: iso(block.end),
    isPinned: false,
    state: 'planned',
    isLastChance: block.isLastChance,
    version: 1,
  };
}

function iso(instant: string | number): string {
  return new Date(instant).toISOString();
}

/** Splits risks into those within the horizon and those that may wait for a later plan. */
export function splitRisks(
  risks: readonly RiskyTask[],
  { tasks, end }: Pick<Instance, 'tasks' | 'end'>,
): [due: RiskyTask[], later: RiskyTask[]] {
  const dues = new Map(tasks.map(({ id, due }) => [id, due]));
  const isDue = ({ task }: RiskyTask) => {
    const due = dues.get(task) ?? null;
    return due !== null && Date.parse(due) <= Date.parse(end);
  };
  return [risks.filter(isDue), risks.filter((risk) => !isDue(risk))];
}

/**
 * Known risks with deadlines after a shortened horizon. Such a plan does not change them, so they are kept.
 */
export function keepLaterRisks(
  known: readonly AtRisk[],
  changes: readonly PlanChange[],
  snapshot: Snapshot,
): AtRisk[] {
  if (snapshot.horizonDays >= snapshot.scheduling.horizonDays) return [];
  const changed = new Set(changes.map(toWorkId));
  const { end } = getHorizon(snapshot);
  return known.filter((risk) => {
    const work = toWorkId(risk);
    const task = snapshot.tasks.find(({ id }) => id === work);
    const due = task && findDue(task, snapshot);
    return due && Date.parse(due) > end && !changed.has(work);
  });
}

/** Describes the tasks at risk. */
export function listAtRisk(risks: readonly RiskyTask[], snapshot: Snapshot, built: BuiltInstance): AtRisk[] {
  const byId = new Map(snapshot.tasks.map((task) => [task.id, task]));
  const wording = createWording(toTitles(snapshot.tasks), snapshot.timeZone);
  return risks.flatMap((risk) => {
    const task = byId.get(risk.task);
    if (!task) return [];
    const said = withLatenessFromDeadline(risk, built.instance);
    const { shortMinutes, lateMinutes } = said;
    const isHard = task.due_kind === 'hard' && (task.due_at !== null || task.due_on !== null);
    const obstacle = findObstacle(risk, snapshot.tasks, built);
    const sentences = [
      describeRisk(said, wording, isHard),
      ...(obstacle
        ? [
            `It waits for '${wording.getName(obstacle.taskId)}', which ends ${wording.formatTime(iso(obstacle.endsAt))}.`,
          ]
        : []),
    ];
    return [
      {
        taskId: task.taskId,
        occurrenceOn: task.occurrenceOn,
        title: task.title,
        shortMinutes,
        lateMinutes,
        isHard,
        sentence: sentences.join(' '),
      },
    ];
  });
}

/** The fixed block that a task has to wait for, if that alone leaves too little time. */
function findObstacle(
  { task: id, shortMinutes }: RiskyTask,
  tasks: readonly PlannedWork[],
  { instance, waitFor }: BuiltInstance,
): LastFixedBlock | null {
  const due = instance.tasks.find((task) => task.id === id)?.due ?? instance.end;
  const limit = Math.min(Date.parse(due), Date.parse(instance.end)) - shortMinutes * MINUTE_MS;
  const before = findLastFixedPredecessor(id, tasks, waitFor);
  return before && before.endsAt > limit ? before : null;
}
