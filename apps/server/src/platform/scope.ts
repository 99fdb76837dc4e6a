declare const minted: unique symbol;

/** Who acts, for the journal: a person, the assistant for them, their API token, or the system. */
export type Actor = 'user' | 'assistant' | 'token' | 'system';

/**
 * Proof that access was checked: every store function requires one and reads its `userId`. Only session code
 * and job runners mint it, so a missing access check is a type error.
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

/** The same user, for changes that the assistant makes. */
export function asAssistant({ userId }: Scope): Scope {
  return mintScope(userId, 'assistant');
}
