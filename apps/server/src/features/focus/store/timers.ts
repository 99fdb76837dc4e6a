import type { FocusTimer } from '@dayloom/contracts';
import type { ColumnType } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

declare module '#platform/db.ts' {
  interface Tables {
    focus_timers: {
      user_id: string;
      mode: FocusTimer['mode'];
      finished: number;
      ends_at: ColumnType<Date | null, string | null, string | null>;
      left_ms: number;
      worked: ColumnType<FocusTimer['worked'], string, string>;
      lengths: ColumnType<FocusTimer['lengths'], string, string>;
      task_id: string | null;
      question: ColumnType<FocusTimer['question'], string | null, string | null>;
      version: number;
    };
  }
}

export async function findTimer(db: Db, scope: Scope): Promise<FocusTimer | null> {
  const row = await db
    .selectFrom('focus_timers')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    mode: row.mode,
    finished: row.finished,
    endsAt: row.ends_at?.toISOString() ?? null,
    leftMs: row.left_ms,
    worked: row.worked,
    lengths: row.lengths,
    taskId: row.task_id,
    question: row.question,
    version: row.version,
  };
}

/** Writes the timer if it still has the version from which it was changed; false if not. */
export async function replaceTimer(db: Db, scope: Scope, timer: FocusTimer): Promise<boolean> {
  const columns = {
    mode: timer.mode,
    finished: timer.finished,
    ends_at: timer.endsAt,
    left_ms: timer.leftMs,
    worked: JSON.stringify(timer.worked),
    lengths: JSON.stringify(timer.lengths),
    task_id: timer.taskId,
    question: timer.question && JSON.stringify(timer.question),
    version: timer.version + 1,
  };
  const row =
    timer.version === 0
      ? await db
          .insertInto('focus_timers')
          .values({ user_id: scope.userId, ...columns })
          .onConflict((conflict) => conflict.constraint('focus_timers_key').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('focus_timers')
          .set(columns)
          .where('user_id', '=', scope.userId)
          .where('version', '=', timer.version)
          .returning('version')
          .executeTakeFirst();
  return row !== undefined;
}
