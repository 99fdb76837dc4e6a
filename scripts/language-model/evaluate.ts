import { INTENTS, type Intent } from '../../packages/language/src/understanding/labels.ts';
import type { Weights } from '../../packages/language/src/understanding/model.ts';
import { understandWith } from '../../packages/language/src/understanding/understand.ts';
import { toWords } from '../../packages/language/src/understanding/words.ts';
import type { Example } from './examples.ts';

const NOW = { now: Date.UTC(2026, 10, 23, 9), isMonthFirst: true };
const TIMES = ['date', 'time', 'end_time', 'duration', 'recurrence'] as const;
/** A title counts as found from this F1 of its words on. */
const GOOD_F1 = 0.8;

/** Shares of 0..1; null where there is nothing to judge. */
export interface Scores {
  /** One of the right intents was found. */
  readonly intents: number | null;
  readonly byIntent: Readonly<Partial<Record<Intent, number>>>;
  /** Talk about other things that was taken for a request. */
  readonly falseAlarms: number | null;
  /** Requests of which all words of dates and times were found. */
  readonly times: number | null;
  readonly titles: number | null;
}

export function evaluate(weights: Weights, examples: readonly Example[]): Scores {
  const judged = examples.map((example) => {
    const found = understandWith(weights, example.text, NOW);
    return { example, found, isRight: example.row.accept.includes(found.intent) };
  });
  const share = <Item>(items: readonly Item[], isGood: (item: Item) => boolean) =>
    items.length === 0 ? null : items.filter(isGood).length / items.length;
  const requests = judged.filter(({ example }) => example.row.intent !== 'other' && example.labels !== null);
  const byIntent = INTENTS.flatMap((intent) => {
    const right = share(
      judged.filter(({ example }) => example.row.intent === intent),
      ({ isRight }) => isRight,
    );
    return right === null ? [] : [[intent, right] as const];
  });
  return {
    intents: share(judged, ({ isRight }) => isRight),
    byIntent: Object.fromEntries(byIntent),
    falseAlarms: share(
      judged.filter(({ example }) => example.row.intent === 'other'),
      ({ isRight }) => !isRight,
    ),
    times: share(
      requests.filter(({ example }) => TIMES.some((slot) => slot in example.row.slots)),
      ({ example, found }) => {
        const words = listWords(TIMES.flatMap((slot) => found.slots[slot] ?? []));
        return listWords(TIMES.flatMap((slot) => example.row.slots[slot] ?? [])).every((word) =>
          words.includes(word),
        );
      },
    ),
    titles: share(
      requests.filter(({ example }) => example.hasTitle),
      ({ example, found }) =>
        toF1(listWords(example.row.slots['title'] ?? []), listWords(found.slots.title ?? [])) >= GOOD_F1,
    ),
  };
}

const listWords = (said: readonly string[]): string[] =>
  said.flatMap((one) => toWords(one).map(({ text }) => text));

function toF1(wanted: readonly string[], found: readonly string[]): number {
  const common = new Set(wanted.filter((word) => found.includes(word))).size;
  const total = new Set(wanted).size + new Set(found).size;
  return total === 0 ? 1 : (2 * common) / total;
}
