import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { sumSessions } from '../store/sessions.ts';

/** Minutes of recorded sessions since then. */
export async function sumFocusMinutes(db: Db, scope: Scope, since: Date): Promise<number> {
  return (await sumSessions(db, scope, since)).minutes;
}
