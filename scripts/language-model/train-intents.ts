import { toIntentFeatures } from '../../packages/language/src/understanding/intent-features.ts';
import { INTENTS } from '../../packages/language/src/understanding/labels.ts';
import { INTENT_WEIGHTS } from '../../packages/language/src/understanding/model.ts';
import type { Example } from './examples.ts';
import { createRandom, shuffle } from './random.ts';

const EPOCHS = 12;
const RATE = 0.15;
/** Features that are left out at random, so that the model does not lean on single words. */
const DROPPED = 0.15;

/**
 * Softmax regression with AdaGrad. Where several intents are right, half of the target goes to the main one, the
 * rest to where the model puts it. The weights are the average of the second half of the training.
 */
export function trainIntents(examples: readonly Example[], seed: number): Float64Array {
  const size = INTENTS.length;
  const random = createRandom(seed);
  const rows = examples.map(({ row, intent, words, marks }) => ({
    features: toIntentFeatures(words, marks),
    right: row.accept.map((one) => INTENTS.indexOf(one)),
    main: INTENTS.indexOf(intent),
  }));
  const weights = new Float64Array(INTENT_WEIGHTS);
  const squares = new Float64Array(INTENT_WEIGHTS);
  const average = new Float64Array(INTENT_WEIGHTS);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { features, right, main } of shuffle(rows, random)) {
      const chances = toChances(weights, features);
      const rightChance = right.reduce((sum, at) => sum + (chances[at] ?? 0), 0);
      for (let at = 0; at < size; at++) {
        const share = right.includes(at) ? (chances[at] ?? 0) / rightChance : 0;
        const target = 0.5 * share + (at === main ? 0.5 : 0);
        const error = (chances[at] ?? 0) - target;
        if (Math.abs(error) < 1e-4) continue;
        for (const feature of features) {
          if (random() < DROPPED) continue;
          const place = feature * size + at;
          squares[place] = (squares[place] ?? 0) + error * error;
          weights[place] = (weights[place] ?? 0) - (RATE * error) / Math.sqrt((squares[place] ?? 0) + 0.5);
        }
      }
    }
    if (epoch >= EPOCHS / 2)
      for (let at = 0; at < average.length; at++) average[at] = (average[at] ?? 0) + (weights[at] ?? 0);
  }
  return average.map((sum) => sum / (EPOCHS / 2));
}

function toChances(weights: Float64Array, features: readonly number[]): number[] {
  const size = INTENTS.length;
  const scores = INTENTS.map((_, at) =>
    features.reduce((sum, feature) => sum + (weights[feature * size + at] ?? 0), 0),
  );
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
