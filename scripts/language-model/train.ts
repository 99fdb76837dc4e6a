import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StoredWeights, Weights } from '../../packages/language/src/understanding/model.ts';
import { type Example, makeExamples, readRows, toExample } from './examples.ts';
import { trainIntents } from './train-intents.ts';
import { trainSlots } from './train-slots.ts';

const OUTPUT = fileURLToPath(
  new URL('../../packages/language/src/understanding/weights.json', import.meta.url),
);

/** With one seed alone, a figure moves by a point with the words that happen to fill the templates. */
const SEEDS = [99, 5_417, 271_828];

/** Weights from examples of the public data and of the templates: the average over all seeds. */
export function trainModel(examples: readonly Example[]): Weights {
  const labelled = examples.filter(({ labels, row }) => labels !== null && row.intent !== 'other');
  const intents = SEEDS.map((seed) => trainIntents([...examples, ...makeExamples(6, seed)], seed));
  const slots = SEEDS.map((seed) => {
    const made = makeExamples(2, seed).filter(({ intent }) => intent !== 'other');
    return trainSlots([...labelled, ...made], seed);
  });
  return { ...round(average(intents)), slots: round(average(slots)).intents };
}

const average = (all: readonly Float64Array[]): Float64Array =>
  (all[0] ?? new Float64Array()).map(
    (_, at) => all.reduce((sum, one) => sum + (one[at] ?? 0), 0) / all.length,
  );

/** Signed bytes, so that the largest weight is 127. */
function round(weights: Float64Array): { readonly intents: Int8Array; readonly intentScale: number } {
  const intentScale = 127 / weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9);
  return { intents: Int8Array.from(weights, (weight) => Math.round(weight * intentScale)), intentScale };
}

const toBase64 = (bytes: ArrayLike<number>): string =>
  Buffer.from(Int8Array.from(bytes).buffer).toString('base64');

function main([file]: readonly string[]): void {
  if (file === undefined) {
    console.error('Usage: node scripts/language-model/train.ts REQUESTS.jsonl (see docs/language-model.md)');
    process.exitCode = 2;
    return;
  }
  const { intents, slots, intentScale } = trainModel(readRows(file).map(toExample));
  const stored: StoredWeights = { intents: toBase64(intents), slots: toBase64(slots), intentScale };
  writeFileSync(OUTPUT, `${JSON.stringify(stored)}\n`);
  console.log(`${path.relative(process.cwd(), OUTPUT)}: ${JSON.stringify(stored).length} bytes`);
}

if (import.meta.main) main(process.argv.slice(2));
