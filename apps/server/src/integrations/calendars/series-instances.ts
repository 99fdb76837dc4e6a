import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { untrustedWork } from '#platform/untrusted-work.ts';
import { filterInstances, type InstancesToFind } from './object-parts.ts';

const MODULE = new URL('./object-parts.ts', import.meta.url);
const CALL_MS = 15_000;
/** Some ten milliseconds. */
const STEPS_INLINE = 10_000;
const DATES_INLINE = 5_000;

/**
 * Finds the keys of instances that the rules of a series produce. Small work runs at once, other work in the
 * worker pool. Excessive work is refused, because a guess would cancel instances or restore cancelled ones.
 */
export async function listInstances(ownerId: string, asked: InstancesToFind): Promise<ReadonlySet<string>> {
  const { master, keys } = asked;
  if (keys.length === 0 || !master.recurrence) return new Set();
  if (keys.length * (1 + master.recurrence.rdates.length) <= DATES_INLINE) {
    const budget = { left: STEPS_INLINE };
    const found = filterInstances({ ...asked, budget });
    if (budget.left >= 0) return found;
  }
  try {
    return await untrustedWork.run({
      owner: ownerId,
      module: MODULE,
      name: 'filterInstances',
      argument: asked,
      ms: CALL_MS,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error;
    throw new ProviderFailure(
      'rejected',
      'The repeat rule of the event takes too long to evaluate. Change it in its original calendar.',
      { cause: error, providerCode: 'too_costly' },
    );
  }
}
