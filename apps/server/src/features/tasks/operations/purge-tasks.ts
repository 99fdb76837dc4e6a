import { DAY_MS } from '@dayloom/time';
import type { DbContext } from '#platform/context.ts';
import { purgeDeletedTasks } from '../store/write.ts';

const KEEP_DELETED_DAYS = 30;

/** Purges tasks that were deleted more than 30 days ago; until then they can be restored. */
export async function purgeOldTasks({ db, clock }: DbContext): Promise<void> {
  await purgeDeletedTasks(db, new Date(clock().getTime() - KEEP_DELETED_DAYS * DAY_MS));
}
