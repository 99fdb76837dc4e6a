import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { untrustedWork } from '#platform/untrusted-work.ts';
import type { Edit } from '../model/series-records.ts';
import { type EditToPlan, planEdit } from '../rules/edit.ts';
import { countDates, isSmall } from './expansion.ts';

const MODULE = new URL('../rules/edit.ts', import.meta.url);
const CALL_MS = 15_000;
/** Some ten milliseconds of work. */
const STEPS_INLINE = 10_000;
/** Each changed instance is searched for among the dates of its series. */
const COMPARISONS_INLINE = 5_000;

/**
 * The limit for one series. Writing more records, and keeping them for undo, would block the event loop for too long.
 */
const MAX_RECORDS = 2_000;

/** Plans an edit inline if it is certain to be little work; else returns null. */
export function planSmallEdit(asked: EditToPlan): Edit | null {
  const { records } = asked;
  if (!isSmall(records) || records.length * (1 + countDates(records)) > COMPARISONS_INLINE) return null;
  const budget = { left: STEPS_INLINE };
  try {
    const edit = planEdit({ ...asked, context: { ...asked.context, budget } });
    return budget.left < 0 ? null : edit;
  } catch (error) {
    if (budget.left < 0) return null;
    throw error;
  }
}

/** Plans an edit in a worker thread. Throws `unprocessable` when that takes too long or too much memory. */
export async function planEditInWorker({ userId }: Scope, asked: EditToPlan): Promise<Edit> {
  const { records, input } = asked;
  const isWholeRemoval = 'removal' in input && input.removal.scope === 'all';
  if (records.length > MAX_RECORDS && !isWholeRemoval)
    throw new AppError(
      'unprocessable',
      `This series has more than ${MAX_RECORDS} changed occurrences. Here it can only be deleted as a whole. Edit it in its original calendar.`,
    );
  return untrustedWork.run({ owner: userId, module: MODULE, name: 'planEdit', argument: asked, ms: CALL_MS });
}
