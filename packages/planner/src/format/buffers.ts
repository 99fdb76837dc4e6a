import { MINUTE_MS } from '@dayloom/time';
import { type Block, formatInstant } from './format.ts';

/**
 * Time kept free after each block of a task. The planner's format has no such field. So a task with a buffer
 * is planned in chunks that include it, and the buffer is removed from the planned blocks. The next block
 * keeps its distance, and a block still ends within working hours.
 */
interface Buffered {
  readonly minutes: number;
  readonly minChunk: number;
  readonly maxChunk: number;
}

export function withBuffer(open: number, minChunk: number, maxChunk: number, buffer: number): Buffered {
  const chunks = open > 0 ? Math.ceil(open / maxChunk) : 0;
  return { minutes: open + chunks * buffer, minChunk: minChunk + buffer, maxChunk: maxChunk + buffer };
}

/**
 * Removes the buffers. If the plan has more chunks than expected, the last ones use their buffer for work.
 */
export function withoutBuffers<Planned extends Block>(
  blocks: readonly Planned[],
  getBuffer: (task: string) => { readonly buffer: number; readonly open: number },
): Planned[] {
  const byTask = new Map<string, Planned[]>();
  for (const block of blocks) byTask.set(block.task, [...(byTask.get(block.task) ?? []), block]);
  return [...byTask].flatMap(([task, own]) => {
    const { buffer, open } = getBuffer(task);
    if (buffer === 0) return own;
    const length = (block: Planned) => (Date.parse(block.end) - Date.parse(block.start)) / MINUTE_MS;
    let spare = Math.max(0, open - own.reduce((sum, block) => sum + length(block) - buffer, 0));
    return own
      .toSorted((a, b) => b.start.localeCompare(a.start))
      .map((block) => {
        const returned = Math.min(buffer, spare);
        spare -= returned;
        return { ...block, end: addMinutes(block.end, returned - buffer) };
      });
  });
}

/** The instant `minutes` later, in the planner's format. */
export function addMinutes(instant: string, minutes: number): string {
  return formatInstant(Date.parse(instant) + minutes * MINUTE_MS);
}
