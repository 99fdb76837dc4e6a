/** One choice of a list. */
export interface ListOption<Value extends string | number = string> {
  readonly value: Value;
  readonly label: string;
  /** After the label, quieter. */
  readonly detail?: string | undefined;
  readonly isDisabled?: boolean;
}

type Options = readonly Pick<ListOption, 'label' | 'isDisabled'>[];

const PAGE = 10;

/**
 * The option that a key leads to, by its index (ARIA practices, combobox). Undefined for keys that do not move.
 * Before the first move, `active` is -1.
 */
export function findOptionOfKey(key: string, options: Options, active: number): number | undefined {
  const last = options.length - 1;
  const from = Math.max(active, 0);
  // After the target, the next one in the same direction that can be chosen; else the nearest before it.
  const seek = (target: number, step: 1 | -1) => {
    const start = Math.min(Math.max(target, 0), last);
    for (const direction of [step, -step])
      for (let at = start; at >= 0 && at <= last; at += direction) if (!options[at]?.isDisabled) return at;
    return active;
  };
  if (key === 'ArrowDown') return seek(active + 1, 1);
  if (key === 'ArrowUp') return active < 0 ? seek(last, -1) : seek(active - 1, -1);
  if (key === 'PageDown') return seek(from + PAGE, 1);
  if (key === 'PageUp') return seek(from - PAGE, -1);
  if (key === 'Home') return seek(0, 1);
  if (key === 'End') return seek(last, -1);
  return undefined;
}

/** How long letters that follow one another count as one word. */
const WORD_MS = 500;

export interface Typed {
  readonly text: string;
  readonly at: number;
}

export function addLetter(typed: Typed, letter: string, at: number): Typed {
  return { text: (at - typed.at < WORD_MS ? typed.text : '') + letter.toLowerCase(), at };
}

/** The next option that begins with what was typed. One letter again and again goes through all such options. */
export function findOptionOfLetters(text: string, options: Options, active: number): number | undefined {
  const isOneLetter = text === text.charAt(0).repeat(text.length);
  const wanted = isOneLetter ? text.slice(0, 1) : text;
  const from = isOneLetter ? active + 1 : Math.max(active, 0);
  const order = options.map((_, at) => (from + at) % options.length);
  return order.find((at) => {
    const option = options[at];
    return option && !option.isDisabled && option.label.toLowerCase().startsWith(wanted);
  });
}
