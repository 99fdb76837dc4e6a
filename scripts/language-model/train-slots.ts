import { WORD_LABELS } from '../../packages/language/src/understanding/labels.ts';
import { findBestLabel, SLOT_WEIGHTS } from '../../packages/language/src/understanding/model.ts';
import { toSlotFeatures } from '../../packages/language/src/understanding/slot-features.ts';
import type { Example } from './examples.ts';
import { createRandom, shuffle } from './random.ts';

const EPOCHS = 10;

/** An averaged perceptron that labels words from left to right (Collins 2002). */
export function trainSlots(examples: readonly Example[]): Float64Array {
  const size = WORD_LABELS.length;
  const random = createRandom(5);
  const weights = new Float64Array(SLOT_WEIGHTS);
  const late = new Float64Array(SLOT_WEIGHTS);
  let step = 1;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const example of shuffle(examples, random)) {
      const { labels, words, hasTitle } = example;
      if (!labels) continue;
      let before: [string, string] = ['^', '^'];
      for (let at = 0; at < words.length; at++) {
        const features = toSlotFeatures(example, at, before);
        const guess = findBestLabel(weights, features, before[1]);
        const label = labels[at] ?? 'O';
        const right = WORD_LABELS.indexOf(label);
        const mayBeTitle = !hasTitle && label === 'O' && WORD_LABELS[guess]?.endsWith('title');
        if (guess !== right && !mayBeTitle) {
          for (const feature of features) {
            for (const [place, change] of [
              [feature * size + right, 1],
              [feature * size + guess, -1],
            ] as const) {
              weights[place] = (weights[place] ?? 0) + change;
              late[place] = (late[place] ?? 0) + change * step;
            }
          }
        }
        step++;
        // Mostly the right label, so that it learns; sometimes its own, so that it can go on after a mistake.
        before = [before[1], random() < 0.9 ? label : (WORD_LABELS[guess] ?? 'O')];
      }
    }
  }
  return weights.map((weight, at) => weight - (late[at] ?? 0) / step);
}
