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
  /** The message to the assistant or the call of an agent for which something is done. */
  readonly cause: string | null;
}

/** For session code and jobs only. */
export function mintScope(userId: string, actor: Actor): Scope {
  return { userId, actor, cause: null } as Scope;
}

/** The same user, for changes that the assistant makes. */
export function asAssistant({ userId }: Scope): Scope {
  return mintScope(userId, 'assistant');
}

/** The same, for changes that belong to one message or one call. */
export function withCause(scope: Scope, cause: string): Scope {
  return { ...scope, cause };
}
