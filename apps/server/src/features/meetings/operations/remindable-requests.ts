import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { listUnanswered, type UnansweredRequest } from '../store/requests.ts';

/** The user's open requests whose time to answer ends in the range, with the number of missing answers. */
export function listRemindableRequests(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<UnansweredRequest[]> {
  return listUnanswered(db, scope, from, to);
}
