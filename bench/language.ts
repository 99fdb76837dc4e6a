import { readTimes } from '../packages/language/src/time-expressions/read-times.ts';
import { understand } from '../packages/language/src/understanding/understand.ts';
import { evaluate, type Scores } from '../scripts/language-model/evaluate.ts';
import { type Example, readRows, toExample } from '../scripts/language-model/examples.ts';
import { trainModel } from '../scripts/language-model/train.ts';
import { sharedPath } from '../scripts/shared-dir.ts';

const FOLDS = 5;
const NOW = { now: Date.UTC(2026, 10, 23, 9), isMonthFirst: true };

/**
 * How well requests are understood that were not in the training: a fifth of the rows at a time, and each source
 * at a time. Then how long the shipped model takes.
 */
export async function run(): Promise<void> {
  const file = sharedPath('language', 'requests.jsonl');
  if (!file) {
    console.log('language: the conformance data with the requests is missing.');
    return;
  }
  const examples = readRows(file).map(toExample);
  console.log('requests of known sources, a fifth kept out of the training');
  for (let fold = 0; fold < 2; fold++) print(`fold ${fold + 1}`, examples, (_, at) => at % FOLDS === fold);
  console.log('requests of a source kept out of the training');
  for (const source of new Set(examples.map((example) => example.source)))
    print(source, examples, (example) => example.source === source);
  measureSpeed(examples);
}

function print(
  name: string,
  examples: readonly Example[],
  isKeptOut: (example: Example, at: number) => boolean,
): void {
  const weights = trainModel(examples.filter((example, at) => !isKeptOut(example, at)));
  const scores = evaluate(weights, examples.filter(isKeptOut));
  console.log(`  ${name.padEnd(7)} ${describe(scores)}`);
  const low = Object.entries(scores.byIntent).filter(([, share]) => share < 0.88);
  if (low.length > 0)
    console.log(
      `          under 88 %: ${low.map(([intent, share]) => `${intent} ${percent(share)}`).join(', ')}`,
    );
}

const percent = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`);

const describe = ({ intents, falseAlarms, times, titles }: Scores): string =>
  `intents ${percent(intents)}, false alarms ${percent(falseAlarms)}, times ${percent(times)}, titles ${percent(titles)}`;

function measureSpeed(examples: readonly Example[]): void {
  const texts = examples.slice(0, 1_000).map(({ text }) => text);
  const first = performance.now();
  understand(texts[0] ?? '', NOW);
  const loaded = performance.now();
  for (const text of texts) understand(text, NOW);
  const understood = performance.now();
  for (const text of texts) readTimes(text, NOW);
  const read = performance.now();
  console.log(`  first request ${(loaded - first).toFixed(0)} ms, with unpacking the model (goal 50)`);
  console.log(
    `  ${((understood - loaded) / texts.length).toFixed(2)} ms each (goal 5), of it times ${((read - understood) / texts.length).toFixed(2)}`,
  );
}
