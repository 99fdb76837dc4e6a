import type { Explanation } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { toWorkId } from '../model/block.ts';
import { toInstance, toPlannerBlock } from '../rules/build-instance.ts';
import type { BlockExplanation, ExplainRequest } from '../rules/solve.ts';
import { getBuffer, listDayBoundTasks } from '../rules/task-inputs.ts';
import { toTitles } from '../rules/task-titles.ts';
import { findBlock } from '../store/blocks.ts';
import { loadSnapshot, SOLVER } from './snapshot.ts';

/** The furthest that the planner looks ahead to explain a block. */
const EXPLAIN_DAYS = 56;

export async function explainBlock(
  platform: DbContext & Pick<Platform, 'compute' | 'log'>,
  scope: Scope,
  id: string,
): Promise<Explanation> {
  const block = await findBlock(platform.db, scope, id);
  if (!block) throw notFound('The block');
  const now = platform.clock();
  const place = { startsAt: block.startsAt, endsAt: block.endsAt, isChosen: true };
  const plainly = (summary: string, detail: string): Explanation => ({
    summary,
    places: [{ ...place, headline: summary, detail }],
    placesTried: 1,
  });
  if (block.state === 'done') return plainly('Done.', 'This work is finished.');
  if (block.isPinned)
    return plainly(
      'You put it here.',
      'It is pinned, so planning does not move it. Unpin it to let it move.',
    );
  if (Date.parse(block.startsAt) <= now.getTime())
    return plainly('It has started.', 'Planning does not move a running block.');

  const days = Math.ceil((Date.parse(block.endsAt) - now.getTime()) / DAY_MS) + 1;
  const snapshot = await loadSnapshot(platform, scope, ({ scheduling }) =>
    Math.min(EXPLAIN_DAYS, Math.max(scheduling.horizonDays, days)),
  );
  const instance = toInstance(snapshot);
  const asPlanned = (instance.previous ?? []).filter((candidate) =>
    instance.tasks.some((task) => task.id === candidate.task),
  );
  const asked = toPlannerBlock(block, getBuffer(snapshot, toWorkId(block)));
  const isThere = asPlanned.some(
    (candidate) =>
      candidate.task === asked.task && candidate.start === asked.start && candidate.end === asked.end,
  );
  if (!isThere) return plainly('It is off the planning grid.', 'Plan again to let it find its best place.');
  const request: ExplainRequest = {
    // No previous plan, because the current place is not a reason for itself.
    instance: { ...instance, previous: null },
    blocks: asPlanned,
    block: asked,
    titles: toTitles(snapshot.tasks),
    forTheirDay: listDayBoundTasks(snapshot.tasks),
  };
  try {
    const { summary, places, placesTried } = await platform.compute.run<BlockExplanation>(
      SOLVER,
      'explainBlock',
      request,
    );
    return {
      summary,
      placesTried,
      places: places.map((one) => ({
        ...one,
        startsAt: iso(one.startsAt),
        endsAt: one.isChosen ? block.endsAt : iso(one.endsAt),
      })),
    };
  } catch (error) {
    platform.log.warn({ err: error }, 'A block could not be explained');
    return plainly('Things have changed since it was planned.', 'Plan again to see where it fits now.');
  }
}

function iso(instant: string): string {
  return new Date(instant).toISOString();
}
