/** Understands scheduling English. Pure: the text, now and the zone are all it knows. */
export { parseQuickAdd, type QuickAdd, type QuickAddOptions } from './quick-add.ts';
export type { TextRange, Token, TokenKind } from './scan.ts';
