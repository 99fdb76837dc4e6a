import type { EndpointResponse, planningApi } from '@dayloom/contracts';
import { listMovableMeetings } from '#features/calendar/operations/read-occurrences.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { buildInstance } from '../rules/build-instance.ts';
import type { DependencyLimits } from '../rules/dependency-limits.ts';
import { getHorizon } from '../rules/snapshot.ts';
import { getBuffer } from '../rules/task-inputs.ts';
import { toTitles } from '../rules/task-titles.ts';
import { loadSnapshot } from './snapshot.ts';

type Answer = Omit<EndpointResponse<(typeof planningApi)['readInstance']>, 'success' | 'message'>;

/** The instance that a plan would be made from now, with the titles, which the planner does not know. */
export async function readInstance(platform: DbContext, scope: Scope): Promise<Answer> {
  const snapshot = await loadSnapshot(platform, scope);
  const { start, end } = getHorizon(snapshot);
  const meetings = await listMovableMeetings(platform.db, scope, new Date(start), new Date(end));
  const titles = toTitles(snapshot.tasks);
  const { instance, getSettledWork, waitFor } = buildInstance(snapshot);
  return {
    instance: { ...instance, overrides: instance.overrides ?? {} },
    tasks: snapshot.tasks.map(({ id }) => ({
      taskId: id,
      title: titles[id] ?? '',
      bufferMinutes: getBuffer(snapshot, id),
      ...getSettledWork(id),
      dependents: listDependents(waitFor(id)),
    })),
    mostWorkMinutes: snapshot.scheduling.mostWorkMinutes,
    meetings: meetings.map(({ starts_at, ends_at, event_id, recurrence_id, title }) => ({
      eventId: event_id,
      recurrenceId: recurrence_id || null,
      title,
      startsAt: starts_at.toISOString(),
      endsAt: ends_at.toISOString(),
    })),
  };
}

const listDependents = ({ after, until }: DependencyLimits) => ({
  after: [...after],
  notBefore: until && new Date(until.endsAt).toISOString(),
});
