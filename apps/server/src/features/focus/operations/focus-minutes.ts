import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { sumSessions } from '../store/sessions.ts';

/** Minutes of recorded sessions in a range. */
export async function sumFocusMinutes(
  db: Db,
  scope: Scope,
  range: { readonly from: Date; readonly to: Date },
): Promise<number> {
  return (await sumSessions(db, scope, range)).minutes;
}
