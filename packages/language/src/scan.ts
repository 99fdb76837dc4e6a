export type TokenKind =
  | 'duration'
  | 'chunk'
  | 'project'
  | 'priority'
  | 'due'
  | 'start'
  | 'recurrence'
  | 'hard'
  /** Understood, but more or less than a task may have: to be told, and in no field. */
  | 'problem';

/** A stretch `[from, to)` of the text (UTF-16 offsets, as in `String.slice`). */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Words that were understood; `text` is `source.slice(from, to)`. */
export interface Token extends TextRange {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Stands where words were taken: neither a letter nor a space, so no reader reads across it. */
const TAKEN = '\uFFFC';

/** A text from which readers take the words they understand, one reader after another. */
export class Scan {
  readonly source: string;
  readonly tokens: Token[] = [];
  #rest: string;

  constructor(source: string, ignored: readonly TextRange[]) {
    this.source = source;
    this.#rest = source;
    for (const range of ignored) this.hide(range.from, range.to);
  }

  /** The text with everything blanked out that was taken; offsets are those of the source. */
  get rest(): string {
    return this.#rest;
  }

  /** Keeps the words for the title and from every reader. */
  hide(from: number, to: number): void {
    const start = Math.max(0, Math.min(from, this.source.length));
    const end = Math.max(start, Math.min(to, this.source.length));
    this.#rest = this.#rest.slice(0, start) + TAKEN.repeat(end - start) + this.#rest.slice(end);
  }

  take(kind: TokenKind, from: number, to: number): void {
    this.tokens.push({ kind, from, to, text: this.source.slice(from, to) });
    this.hide(from, to);
  }
}

/** A pattern for whole words, tried in any case at any place. `source` must not capture by number from outside. */
export function words(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`, 'giu');
}
