import { readEnum, readInstant, readList, readName, readObject } from './fields.ts';
import type { Block, Plan } from './format.ts';

/**
 * Reads a `schedplan/1` document. Checks its shape only; `scorePlan` checks the plan itself.
 *
 * @throws {InvalidInstance} naming the first invalid field.
 */
export function parsePlan(json: unknown): Plan {
  const top = readObject(json, '');
  const format = readEnum(top.format, 'format', ['schedplan/1'] as const);
  return {
    format,
    instance: readName(top.instance, 'instance'),
    blocks: readList(top.blocks, 'blocks', readBlock),
  };
}

function readBlock(value: unknown, path: string): Block {
  const block = readObject(value, path);
  return {
    task: readName(block.task, `${path}.task`),
    start: readInstant(block.start, `${path}.start`),
    end: readInstant(block.end, `${path}.end`),
  };
}
