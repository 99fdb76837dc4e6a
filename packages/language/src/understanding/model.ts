import { INTENT_BITS, toIntentFeatures } from './intent-features.ts';
import { INTENTS, type Intent, WORD_LABELS } from './labels.ts';
import {
  placeAfter,
  SLOT_BITS,
  type SlotContext,
  type SlotFeatures,
  type TimeMark,
  toSlotFeatures,
} from './slot-features.ts';
import type { Word } from './words.ts';

/** Tables of weights: for each feature one number per intent, and one per label of a word. */
export interface Weights {
  readonly intents: ArrayLike<number>;
  readonly slots: ArrayLike<number>;
  /** What the weights of intents are divided by, to give log odds. */
  readonly intentScale: number;
}

/** The weights as they are stored: signed bytes in base64. */
export interface StoredWeights {
  readonly intents: string;
  readonly slots: string;
  readonly intentScale: number;
}

export const INTENT_WEIGHTS = (1 << INTENT_BITS) * INTENTS.length;
export const SLOT_WEIGHTS = (1 << SLOT_BITS) * WORD_LABELS.length;

export function unpackWeights({ intents, slots, intentScale }: StoredWeights): Weights {
  return { intents: toBytes(intents), slots: toBytes(slots), intentScale };
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Signed bytes of base64 (RFC 4648). Pure packages have no `atob`. Four figures are three bytes. */
function toBytes(base64: string): Int8Array {
  const values = new Uint8Array(128);
  for (let at = 0; at < BASE64.length; at++) values[BASE64.charCodeAt(at)] = at;
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  const bytes = new Int8Array((base64.length / 4) * 3);
  for (let at = 0, place = 0; at < base64.length; at += 4, place += 3) {
    const figures =
      ((values[base64.charCodeAt(at)] ?? 0) << 18) |
      ((values[base64.charCodeAt(at + 1)] ?? 0) << 12) |
      ((values[base64.charCodeAt(at + 2)] ?? 0) << 6) |
      (values[base64.charCodeAt(at + 3)] ?? 0);
    bytes[place] = figures >> 16;
    bytes[place + 1] = figures >> 8;
    bytes[place + 2] = figures;
  }
  return bytes.subarray(0, bytes.length - padding);
}

/** The score of each intent, as log odds up to a constant. */
export function scoreIntents(
  { intents, intentScale }: Weights,
  words: readonly Word[],
  marks: readonly TimeMark[],
): number[] {
  const scores = INTENTS.map(() => 0);
  for (const feature of toIntentFeatures(words, marks)) {
    for (let at = 0; at < scores.length; at++)
      scores[at] = (scores[at] ?? 0) + (intents[feature * scores.length + at] ?? 0);
  }
  return scores.map((score) => score / intentScale);
}

export interface IntentGuess {
  readonly intent: Intent;
  /** 0..1 */
  readonly confidence: number;
}

/** Log odds in favour of talk about other things: a request not understood does less harm than one imagined. */
const IN_DOUBT = 0.25;

export function guessIntent(
  weights: Weights,
  words: readonly Word[],
  marks: readonly TimeMark[],
): IntentGuess {
  const scores = scoreIntents(weights, words, marks).map((score, at) =>
    INTENTS[at] === 'other' ? score + IN_DOUBT : score,
  );
  const best = scores.indexOf(Math.max(...scores));
  const total = scores.reduce((sum, score) => sum + Math.exp(score - (scores[best] ?? 0)), 0);
  return { intent: INTENTS[best] ?? 'other', confidence: 1 / total };
}

/** The labels of the words that fit best together (Viterbi 1967). */
export function labelWords({ slots }: Pick<Weights, 'slots'>, context: SlotContext): string[] {
  return computeBestLabels(slots, toSlotFeatures(context)).map((label) => WORD_LABELS[label] ?? 'O');
}

/** For each label, whether it may follow each other one: a part goes on only behind a word of that part. */
export const MAY_FOLLOW: readonly (readonly boolean[])[] = WORD_LABELS.map((label) =>
  WORD_LABELS.map((before) => !label.startsWith('I') || before.slice(2) === label.slice(2)),
);

/** Places in `WORD_LABELS`, one for each word. */
export function computeBestLabels(slots: ArrayLike<number>, features: readonly SlotFeatures[]): number[] {
  const size = WORD_LABELS.length;
  const steps: Int8Array[] = [];
  let scores = new Float64Array(size);
  const own = new Float64Array(size);
  const sums = new Float64Array(size);
  for (const [at, feature] of features.entries()) {
    own.fill(0);
    for (const place of feature.own)
      for (let label = 0; label < size; label++)
        own[label] = (own[label] ?? 0) + (slots[place * size + label] ?? 0);
    const next = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
    const from = new Int8Array(size);
    for (let before = at === 0 ? -1 : 0; before < (at === 0 ? 0 : size); before++) {
      sums.fill(0);
      for (const joined of feature.joined) {
        const place = placeAfter(joined, before) * size;
        for (let label = 0; label < size; label++)
          sums[label] = (sums[label] ?? 0) + (slots[place + label] ?? 0);
      }
      const score = before === -1 ? 0 : (scores[before] ?? 0);
      if (score === Number.NEGATIVE_INFINITY) continue;
      for (let label = 0; label < size; label++) {
        if (before === -1 ? WORD_LABELS[label]?.startsWith('I') : !MAY_FOLLOW[label]?.[before]) continue;
        const total = score + (own[label] ?? 0) + (sums[label] ?? 0);
        if (total <= (next[label] ?? 0)) continue;
        next[label] = total;
        from[label] = before;
      }
    }
    steps.push(from);
    scores = next;
  }
  if (features.length === 0) return [];
  const labels: number[] = [scores.indexOf(Math.max(...scores))];
  for (let at = features.length - 1; at > 0; at--) labels.unshift(steps[at]?.[labels[0] ?? 0] ?? 0);
  return labels;
}
