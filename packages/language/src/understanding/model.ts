import { INTENT_BITS, toIntentFeatures } from './intent-features.ts';
import { INTENTS, type Intent, WORD_LABELS } from './labels.ts';
import { SLOT_BITS, type SlotContext, toSlotFeatures } from './slot-features.ts';
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

/** Signed bytes of base64 (RFC 4648). Pure packages have no `atob`. */
function toBytes(base64: string): Int8Array {
  const values = new Uint8Array(128);
  for (let at = 0; at < BASE64.length; at++) values[BASE64.charCodeAt(at)] = at;
  const length = base64.length - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
  const bytes = new Int8Array(Math.floor((length * 3) / 4));
  let [buffer, bits, place] = [0, 0, 0];
  for (let at = 0; at < length; at++) {
    buffer = ((buffer << 6) | (values[base64.charCodeAt(at)] ?? 0)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place++] = (buffer >> bits) & 0xff;
  }
  return bytes;
}

/** The score of each intent, as log odds up to a constant. */
export function scoreIntents({ intents, intentScale }: Weights, words: readonly Word[]): number[] {
  const scores = INTENTS.map(() => 0);
  for (const feature of toIntentFeatures(words)) {
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

export function guessIntent(weights: Weights, words: readonly Word[]): IntentGuess {
  const scores = scoreIntents(weights, words);
  const best = scores.indexOf(Math.max(...scores));
  const total = scores.reduce((sum, score) => sum + Math.exp(score - (scores[best] ?? 0)), 0);
  return { intent: INTENTS[best] ?? 'other', confidence: 1 / total };
}

/** The label of each word, from left to right. */
export function labelWords({ slots }: Pick<Weights, 'slots'>, context: SlotContext): string[] {
  const labels: string[] = [];
  let before: [string, string] = ['^', '^'];
  for (let at = 0; at < context.words.length; at++) {
    const label = WORD_LABELS[findBestLabel(slots, toSlotFeatures(context, at, before), before[1])] ?? 'O';
    labels.push(label);
    before = [before[1], label];
  }
  return labels;
}

/** A word goes on with a part only if the word before it was of that part. */
export function findBestLabel(slots: ArrayLike<number>, features: readonly number[], before: string): number {
  const size = WORD_LABELS.length;
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [at, label] of WORD_LABELS.entries()) {
    if (label.startsWith('I') && before.slice(2) !== label.slice(2)) continue;
    let score = 0;
    for (const feature of features) score += slots[feature * size + at] ?? 0;
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}
