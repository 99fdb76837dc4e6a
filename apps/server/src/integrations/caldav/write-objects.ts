import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { untrustedWork } from '#platform/untrusted-work.ts';
import {
  changedCalendarText,
  type ObjectWrite,
  rejoinedCalendarText,
  remainingCalendarText,
  restoredCalendarText,
} from './ics-write.ts';
import { areSmall } from './read-objects.ts';

const MODULE = new URL('./ics-write.ts', import.meta.url);
const CALL_MS = 15_000;
/** Each component is compared with its known record: some 30 ms for this much text. */
const CHARACTERS_INLINE = 16_000;

const functions = { changedCalendarText, rejoinedCalendarText, remainingCalendarText, restoredCalendarText };
type Functions = typeof functions;

/**
 * Rewrites calendar objects. Their texts come from other people and are parsed again: small ones at once,
 * others in the worker pool. An object that needs too much time or memory is refused.
 */
export async function writeCalendarObject<Name extends keyof Functions>(
  ownerId: string,
  name: Name,
  change: Parameters<Functions[Name]>[0],
): Promise<ReturnType<Functions[Name]>> {
  if (areSmall(toTexts(change), CHARACTERS_INLINE)) {
    const write = functions[name] as (change: unknown) => ReturnType<Functions[Name]>;
    return write(change);
  }
  try {
    return await untrustedWork.run({ owner: ownerId, module: MODULE, name, argument: change, ms: CALL_MS });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error;
    throw new ProviderFailure(
      'rejected',
      'The event takes too much time or memory to change. Change it in its original calendar.',
      { cause: error, providerCode: 'too_costly' },
    );
  }
}

function toTexts({ raw = '', earlier = [] }: Partial<ObjectWrite>): string[] {
  return [raw, ...earlier.flatMap((state) => state.map((resource) => resource.raw ?? ''))];
}
