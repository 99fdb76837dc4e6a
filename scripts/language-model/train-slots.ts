import { WORD_LABELS } from '../../packages/language/src/understanding/labels.ts';
import { MAY_FOLLOW, SLOT_WEIGHTS } from '../../packages/language/src/understanding/model.ts';
import {
  placeAfter,
  type SlotFeatures,
  toSlotFeatures,
} from '../../packages/language/src/understanding/slot-features.ts';
import type { Example } from './examples.ts';
import { createRandom, shuffle } from './random.ts';

const EPOCHS = 8;
const RATE = 0.15;
/** Features of a request that are left out at random, so that the model does not lean on single ones. */
const DROPPED = 0.3;
/** Smaller errors are not learned from. */
const MIN_ERROR = 1e-3;
const SIZE = WORD_LABELS.length;

interface Row {
  readonly features: readonly SlotFeatures[];
  /** For each word, whether each label is right. */
  readonly isRight: readonly (readonly boolean[])[];
}

/**
 * A conditional random field (Lafferty et al. 2001), trained with AdaGrad. The weights are the average of the second
 * half of the training.
 */
export function trainSlots(examples: readonly Example[], seed: number): Float64Array {
  const random = createRandom(seed);
  const rows = examples.flatMap((example) => toRow(example) ?? []);
  const weights = new Float64Array(SLOT_WEIGHTS);
  const squares = new Float64Array(SLOT_WEIGHTS);
  const average = new Float64Array(SLOT_WEIGHTS);
  const change = (place: number, error: number) => {
    squares[place] = (squares[place] ?? 0) + error * error;
    weights[place] = (weights[place] ?? 0) - (RATE * error) / Math.sqrt((squares[place] ?? 0) + 0.5);
  };
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { features, isRight } of shuffle(rows, random)) {
      const kept = features.map(({ own, joined }) => ({
        own: own.filter(() => random() >= DROPPED),
        joined: joined.filter(() => random() >= DROPPED),
      }));
      const scores = scoreRow(weights, kept);
      const found = computeChances(scores, null);
      const wanted = computeChances(scores, isRight);
      for (const [at, { own, joined }] of kept.entries()) {
        for (let label = 0; label < SIZE; label++) {
          let ownError = 0;
          for (let before = 0; before < (at === 0 ? 1 : SIZE); before++) {
            const place = before * SIZE + label;
            const error = (found[at]?.[place] ?? 0) - (wanted[at]?.[place] ?? 0);
            ownError += error;
            if (Math.abs(error) < MIN_ERROR) continue;
            for (const feature of joined)
              change(placeAfter(feature, at === 0 ? -1 : before) * SIZE + label, error);
          }
          if (Math.abs(ownError) < MIN_ERROR) continue;
          for (const feature of own) change(feature * SIZE + label, ownError);
        }
      }
    }
    if (epoch >= EPOCHS / 2)
      for (let at = 0; at < average.length; at++) average[at] = (average[at] ?? 0) + (weights[at] ?? 0);
  }
  return average;
}

/** Null if the row does not say its labels. A row that names no title may have one. */
function toRow(example: Example): Row | null {
  if (example.labels === null || example.words.length === 0) return null;
  const isRight = example.labels.map((right) =>
    WORD_LABELS.map(
      (label) => label === right || (!example.hasTitle && right === 'O' && label.endsWith('title')),
    ),
  );
  return { features: toSlotFeatures(example), isRight };
}

/** For each word, the scores of the pairs of labels before it and its own; of the first word only the first row counts. */
function scoreRow(weights: Float64Array, features: readonly SlotFeatures[]): Float64Array[] {
  return features.map(({ own, joined }, at) => {
    const scores = new Float64Array(SIZE * SIZE);
    for (let before = 0; before < (at === 0 ? 1 : SIZE); before++) {
      const row = before * SIZE;
      for (const feature of own)
        for (let label = 0; label < SIZE; label++)
          scores[row + label] = (scores[row + label] ?? 0) + (weights[feature * SIZE + label] ?? 0);
      for (const feature of joined) {
        const place = placeAfter(feature, at === 0 ? -1 : before) * SIZE;
        for (let label = 0; label < SIZE; label++)
          scores[row + label] = (scores[row + label] ?? 0) + (weights[place + label] ?? 0);
      }
    }
    return scores;
  });
}

/** For each word, how likely each pair of labels is, if only the right labels are possible, or all of them. */
function computeChances(scores: readonly Float64Array[], isRight: Row['isRight'] | null): Float64Array[] {
  const isPossible = (at: number, before: number, label: number) =>
    (isRight === null || isRight[at]?.[label] === true) &&
    (at === 0 ? before === 0 && !WORD_LABELS[label]?.startsWith('I') : MAY_FOLLOW[label]?.[before] === true);
  const forward: Float64Array[] = [];
  const pairs = scores.map((row, at) => {
    const most = row.reduce((one, other) => Math.max(one, other));
    return row.map((score, place) =>
      isPossible(at, Math.floor(place / SIZE), place % SIZE) ? Math.exp(score - most) : 0,
    );
  });
  let before = new Float64Array(SIZE);
  before[0] = 1;
  for (const pair of pairs) {
    const next = new Float64Array(SIZE);
    for (let from = 0; from < SIZE; from++) {
      if (before[from] === 0) continue;
      for (let label = 0; label < SIZE; label++)
        next[label] = (next[label] ?? 0) + (before[from] ?? 0) * (pair[from * SIZE + label] ?? 0);
    }
    forward.push(before);
    before = normalize(next);
  }
  let after = new Float64Array(SIZE).fill(1);
  for (let at = pairs.length - 1; at >= 0; at--) {
    const pair = pairs[at] ?? new Float64Array(SIZE * SIZE);
    const next = new Float64Array(SIZE);
    let total = 0;
    for (let from = 0; from < SIZE; from++) {
      for (let label = 0; label < SIZE; label++) {
        const place = from * SIZE + label;
        const chance = (pair[place] ?? 0) * (after[label] ?? 0);
        next[from] = (next[from] ?? 0) + chance;
        pair[place] = chance * (forward[at]?.[from] ?? 0);
        total += pair[place] ?? 0;
      }
    }
    if (total > 0) for (let place = 0; place < pair.length; place++) pair[place] = (pair[place] ?? 0) / total;
    after = normalize(next);
  }
  return pairs;
}

function normalize(values: Float64Array): Float64Array<ArrayBuffer> {
  const total = values.reduce((one, other) => one + other, 0);
  return Float64Array.from(values, (value) => (total > 0 ? value / total : 0));
}
