declare const minted: unique symbol;

/** Who acts, for the journal: a person, the assistant for them, an API token of theirs, or the system. */
export type Actor = 'user' | 'assistant' | 'token' | 'system';

/**
 * Proof that access was checked: every store function wants one and reads its `userId`. Only session code
 * and job runners mint it, so 'did we check who is asking?' is a type error and not a review comment.
 */
export interface Scope {
  readonly [minted]: true;
  readonly userId: string;
  readonly actor: Actor;
}

/** For session code and jobs only. */
export function mintScope(userId: string, actor: Actor): Scope {
  return { userId, actor } as Scope;
}
