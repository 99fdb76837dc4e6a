/**
 * A bottom-up chart parser for short phrases. Rules make values of words and of values that stand side by side;
 * the parser finds every value that the words of a text can have.
 */

/** Words, or a value for which the function is true. */
type Item<Value> = RegExp | ((value: Value) => boolean);
/** A type guard for one kind of value. */
type Guard<Value, Kind extends Value> = (value: Value) => value is Kind;

/** What an item has matched: the match of a pattern, or the value. */
type Matched<Value, One> = One extends RegExp
  ? RegExpExecArray
  : One extends Guard<Value, infer Kind>
    ? Kind
    : Value;

export interface Rule<Value> {
  readonly items: readonly Item<Value>[];
  readonly make: (parts: readonly unknown[]) => Value | null;
}

/** The end of a word or of a number, also within '15Sep': of 'eight|eighteen' the one that reaches it is taken. */
const AT_EDGE = String.raw`(?!(?<=\p{L})\p{L}|(?<=\p{N})\p{N})`;

/** A rule with typed parts. Patterns match whole words, without regard to case. */
export function rule<Value>() {
  return <const Items extends readonly Item<Value>[]>(
    items: Items,
    make: (...parts: { [At in keyof Items]: Matched<Value, Items[At]> }) => Value | null,
  ): Rule<Value> => ({
    items: items.map((item) =>
      item instanceof RegExp ? new RegExp(`(?:${item.source})${AT_EDGE}`, 'iuy') : item,
    ),
    make: (parts) => make(...(parts as { [At in keyof Items]: Matched<Value, Items[At]> })),
  });
}

export interface FoundValue<Value> {
  readonly from: number;
  readonly to: number;
  readonly value: Value;
}

/** More values than everyday text has. */
const MAX_VALUES = 800;
/** No date or repetition takes more characters. Longer ones are lists, whose parts are read alone. */
const MAX_LENGTH = 64;
/** The same words rarely have more readings than this. */
const MAX_READINGS = 6;

const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? ' ');
const isDigitAt = (text: string, at: number): boolean => /\d/.test(text[at] ?? ' ');

/** Whether a word begins or ends at a position: '15' and 'Sep' in '15Sep' are two. */
function isEdge(text: string, at: number): boolean {
  return !isWordAt(text, at - 1) || !isWordAt(text, at) || isDigitAt(text, at - 1) !== isDigitAt(text, at);
}

function skipSpace(text: string, position: number): number {
  let at = position;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

export function parseChart<Value>(text: string, rules: readonly Rule<Value>[]): FoundValue<Value>[] {
  const found: FoundValue<Value>[] = [];
  const byStart = new Map<number, FoundValue<Value>[]>();
  const starts: number[] = [];
  for (let at = 0; at < text.length; at++) if (/\S/.test(text[at] ?? '') && isEdge(text, at)) starts.push(at);

  /** Tries the items of a rule from a position. `hasNew`: whether one of the values was added in the last pass. */
  const tryRule = (
    { items, make }: Rule<Value>,
    start: number,
    lastAdded: ReadonlySet<FoundValue<Value>> | null,
    added: FoundValue<Value>[],
  ): void => {
    const parts: unknown[] = [];
    const step = (index: number, position: number, hasNew: boolean): void => {
      const item = items[index];
      if (item === undefined) {
        if (!hasNew || position - start > MAX_LENGTH) return;
        const value = make(parts);
        if (value !== null) added.push({ from: start, to: position, value });
        return;
      }
      const at = index > 0 ? skipSpace(text, position) : position;
      if (item instanceof RegExp) {
        item.lastIndex = at;
        const match = item.exec(text);
        if (!match || !isEdge(text, at)) return;
        parts[index] = match;
        // A look ahead takes nothing, not even the space before it.
        step(index + 1, match[0] === '' ? position : at + match[0].length, hasNew);
        return;
      }
      for (const one of byStart.get(at) ?? []) {
        if (!item(one.value)) continue;
        parts[index] = one.value;
        step(index + 1, one.to, hasNew || lastAdded === null || lastAdded.has(one));
      }
    };
    step(0, start, lastAdded === null);
  };

  /** Values that are added in one pass are visible from the next pass on. */
  const keep = (one: FoundValue<Value>): boolean => {
    const here = byStart.get(one.from) ?? [];
    const readings = here.filter(({ to }) => to === one.to).length;
    if (found.length >= MAX_VALUES || readings >= MAX_READINGS) return false;
    byStart.set(one.from, [...here, one]);
    found.push(one);
    return true;
  };

  let lastAdded: Set<FoundValue<Value>> | null = null;
  do {
    const added: FoundValue<Value>[] = [];
    for (const one of rules) {
      // Rules that consist of words only apply in the first pass, all others in later passes.
      if (one.items.every((item) => item instanceof RegExp) !== (lastAdded === null)) continue;
      for (const start of starts) tryRule(one, start, lastAdded, added);
    }
    lastAdded = new Set(added.filter(keep));
  } while (lastAdded.size > 0);
  return found;
}
