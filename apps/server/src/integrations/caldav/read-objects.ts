import { AppError } from '#platform/errors.ts';
import { untrustedWork } from '#platform/untrusted-work.ts';
import { type ReadCalendarObject, readCalendarObject } from './ics-event.ts';
import type { ObjectsToRead } from './object-worker.ts';

const WORKER = new URL('./object-worker.ts', import.meta.url);
const CALL_MS = 15_000;
/** Reading takes linear time, at most 20 ms for this much text. Rules of time zones cost extra. */
const CHARACTERS_INLINE = 64_000;

/** Whether the texts together have at most `most` characters and define no time zones. */
export function areSmall(texts: readonly string[], most: number): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > most) return false;
  // A line may be folded anywhere (RFC 5545 §3.1).
  return texts.every((text) => !/VTIMEZONE/i.test(text.replace(/\s+/g, '')));
}

/**
 * Reads calendar objects in the order of their texts: small ones at once, others in the worker pool. The
 * result of an object that needs too much time or memory is only a problem.
 */
export async function readCalendarObjects(
  ownerId: string,
  { texts, addresses }: ObjectsToRead,
  { callMs }: { readonly callMs: number } = { callMs: CALL_MS },
): Promise<ReadCalendarObject[]> {
  if (areSmall(texts, CHARACTERS_INLINE)) return texts.map((text) => readCalendarObject(text, addresses));
  const read: ReadCalendarObject[] = [];
  let count = texts.length;
  while (read.length < texts.length) {
    const left = texts.slice(read.length, read.length + count);
    const isRead = await readInPool(ownerId, { texts: left, addresses }, callMs, (object) =>
      read.push(object),
    );
    if (!isRead && left.length === 1)
      read.push({
        records: [],
        problem: 'An event takes too much time or memory to read, so it is not shown',
      });
    // An object late in the batch may have exhausted the call, so it gets a separate call.
    count = isRead || left.length === 1 ? texts.length : 1;
  }
  return read;
}

/** False when the call exceeded its limits. Objects read by then were reported. */
async function readInPool(
  ownerId: string,
  argument: ObjectsToRead,
  ms: number,
  onProgress: (read: ReadCalendarObject) => void,
): Promise<boolean> {
  try {
    await untrustedWork.run({
      owner: ownerId,
      module: WORKER,
      name: 'readObjects',
      argument,
      ms,
      onProgress,
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return false;
    throw error;
  }
}
