/** A response of the server as a query holds it. */
export interface KeptResponse {
  /** What it is a response about. A newer one takes its place, also with another key. */
  readonly topic: string;
  readonly key: readonly unknown[];
  readonly data: unknown;
  /** When it was read, in milliseconds. */
  readonly readAt: number;
}

/** A change that the server has not confirmed yet (see `waiting-changes.ts`). */
export interface KeptChange {
  /** Its `Idempotency-Key`. */
  readonly id: string;
  readonly kind: string;
  /** What it changes. Changes of one subject are sent in their order. */
  readonly subject: string;
  /** It survives structured cloning. */
  readonly input: unknown;
  readonly createdAt: number;
  readonly problem: ChangeProblem | null;
}

/** Why a change cannot be sent without a decision of the user. */
export type ChangeProblem =
  /** Somebody else changed the same: `theirs` is what the server has. */
  | { readonly kind: 'conflict'; readonly theirs: unknown }
  /** What it changes was deleted elsewhere. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string };

/** The data of one user in this browser. It gives no access to data of other users. */
export interface OfflineStore {
  /** Whether it survives the page. */
  readonly isDurable: boolean;
  listResponses(): Promise<KeptResponse[]>;
  keepResponses(responses: readonly KeptResponse[]): Promise<void>;
  /** In the order in which they were made. */
  listChanges(): Promise<KeptChange[]>;
  keepChange(change: KeptChange): Promise<void>;
  /** Removes changes and stores what others became, at once or not at all. */
  replaceChanges(removed: readonly string[], changed: readonly KeptChange[]): Promise<void>;
  /**
   * Removes everything of the user, or all but the changes; pages that are still open can store nothing more. When the
   * server ended the session, the changes wait for the user to sign in again.
   */
  forget(options?: { readonly keepsChanges: boolean }): Promise<void>;
}

/** For browsers without storage, and before it is known who is signed in. */
export class MemoryStore implements OfflineStore {
  readonly isDurable = false;
  readonly #changes = new Map<string, KeptChange>();

  async listResponses(): Promise<KeptResponse[]> {
    return [];
  }

  async keepResponses(): Promise<void> {}

  async listChanges(): Promise<KeptChange[]> {
    return [...this.#changes.values()];
  }

  async keepChange(change: KeptChange): Promise<void> {
    this.#changes.set(change.id, change);
  }

  async replaceChanges(removed: readonly string[], changed: readonly KeptChange[]): Promise<void> {
    for (const id of removed) this.#changes.delete(id);
    for (const change of changed) if (this.#changes.has(change.id)) this.#changes.set(change.id, change);
  }

  async forget(): Promise<void> {
    this.#changes.clear();
  }
}
