export type { Stayed } from '../ports.ts';
/** Merging is decided by rules of this feature; whoever meets two sides of an event from outside asks for it here. */
export type { Disagreement, Family, MergedField } from '../rules/merge.ts';
export { baseAfterAttempt, differencesOf, isSameFamily, mergeFamilies, mineInPlace } from '../rules/merge.ts';
