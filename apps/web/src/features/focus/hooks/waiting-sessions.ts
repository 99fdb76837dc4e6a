import type { NewFocusSession } from '@dayloom/contracts';
import { decideRefusal, findCode, registerKind } from '#lib/change-kinds.ts';
import { optimisticChange } from '#lib/optimistic.ts';
import { optimisticTasks } from '#lib/optimistic-entities.ts';
import { queryKeys } from '#lib/query-client.ts';
import { recordSession } from '../api.ts';

type Session = NewFocusSession;
type Recorded = Awaited<ReturnType<typeof recordSession>>;

const withoutTask = (session: Session): Session => ({ ...session, taskId: null, outcome: 'stopped' });

/** A session of work, which may end while the server cannot be reached. Its own id prevents that it counts twice. */
export const recordedSession = registerKind<Session, Recorded>({
  name: 'focus.record',
  show: ({ taskId, outcome, endedAt }) =>
    taskId !== null && outcome === 'done'
      ? [
          optimisticChange(optimisticTasks, (all) =>
            all.map((task) =>
              task._id === taskId ? { ...task, status: 'done', completedAt: endedAt } : task,
            ),
          ),
        ]
      : [],
  send: async (input, { as, madeAt }) => {
    const session: Session = { ...input, madeAt };
    try {
      return await recordSession(session, { as });
    } catch (error) {
      // The work was done, although its task does not exist any more.
      if (session.taskId === null || findCode(error) !== 'not_found') throw error;
      return await recordSession(withoutTask(session), { as });
    }
  },
  updateCache: (client) =>
    Promise.all(
      [queryKeys.tasks, queryKeys.focus, queryKeys.dashboard].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    ),
  // Its task is not added after all.
  withdraw: (session, { kind }) => (kind === 'task.create' ? withoutTask(session) : session),
  decide: async (_, error) => decideRefusal(error),
});
