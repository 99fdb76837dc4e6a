/** One short way to ask, and how it is written out. */
export interface ShortForm {
  /** What somebody types, and what becomes of it. */
  readonly example: readonly [said: string, writtenOut: string];
  readonly pattern: RegExp;
  /** A replacement for `String.replace`. */
  readonly replacement: string;
}
