/**
 * Understands scheduling phrases in English. Pure: its only inputs are the text, the current time and the
 * zone.
 */
export { parseQuickAdd, type QuickAdd, type QuickAddOptions } from './quick-add.ts';
export type { TextRange, Token, TokenKind } from './scan.ts';
