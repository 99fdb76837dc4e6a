export type TokenKind =
  | 'duration'
  | 'chunk'
  | 'project'
  | 'priority'
  | 'due'
  | 'start'
  | 'recurrence'
  | 'hard'
  /** Working or personal hours, or the part of the day. */
  | 'hours'
  | 'someday'
  /** Words without a meaning of their own: 'todo:'. */
  | 'filler'
  /** Understood, but longer or shorter than a task may be. It is reported, and sets no field. */
  | 'problem';

/** A range `[from, to)` of the text (UTF-16 offsets, as in `String.slice`). */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Words that were understood; `text` is `source.slice(from, to)`. */
export interface Token extends TextRange {
  readonly kind: TokenKind;
  readonly text: string;
}

/**
 * Replaces words that were taken. It is neither a letter nor a space, so no reader reads across it; and it is in Latin-1:
 * with another character, engines compile every pattern once more.
 */
const TAKEN = '\u0080';

/** A text from which one reader after another takes the words it understands. */
export class Scan {
  readonly source: string;
  readonly tokens: Token[] = [];
  #rest: string;

  constructor(source: string, ignored: readonly TextRange[]) {
    this.source = source;
    this.#rest = source;
    for (const range of ignored) this.hide(range.from, range.to);
  }

  /** The text with all taken words replaced; offsets are those of the source. */
  get rest(): string {
    return this.#rest;
  }

  /** Keeps the words in the title and hides them from every reader. */
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

/** A pattern for whole words in any case. `source` must not use numbered groups. */
export function words(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`, 'giu');
}
