import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { PersistentPart } from '../state-file.ts';

interface Kept {
  payload: AdapterPayload;
  /** Milliseconds since 1970; null if it never expires. */
  expiresAt: number | null;
}

/** The provider's storage in memory; it survives a restart with the rest of the sandbox. */
export class PersistentPayloads implements PersistentPart {
  readonly name: string;
  readonly #now: () => Date;
  readonly #changed: () => void;
  #kept: Record<string, Kept> = {};

  constructor(name: string, now: () => Date, changed: () => void) {
    this.name = name;
    this.#now = now;
    this.#changed = changed;
  }

  snapshot(): unknown {
    return this.#kept;
  }

  restore(snapshot: unknown): void {
    this.#kept = snapshot as Record<string, Kept>;
  }

  reset(): void {
    this.#kept = {};
  }

  /** The payloads of one kind that have not expired. */
  list(model: string): AdapterPayload[] {
    const now = this.#now().getTime();
    return Object.entries(this.#kept).flatMap(([at, { payload, expiresAt }]) =>
      at.startsWith(`${model}:`) && (expiresAt === null || expiresAt > now) ? [payload] : [],
    );
  }

  readonly adapter = (model: string): Adapter => {
    const key = (id: string) => `${model}:${id}`;
    const read = (kept: Kept | undefined) =>
      kept && (kept.expiresAt === null || kept.expiresAt > this.#now().getTime())
        ? structuredClone(kept.payload)
        : undefined;
    return {
      upsert: async (id, payload, expiresIn) => {
        const expiresAt = expiresIn ? this.#now().getTime() + expiresIn * 1000 : null;
        this.#kept[key(id)] = { payload: structuredClone(payload), expiresAt };
        this.#changed();
      },
      find: async (id) => read(this.#kept[key(id)]),
      findByUid: async (uid) =>
        read(
          Object.entries(this.#kept).find(
            ([at, { payload }]) => at.startsWith(`${model}:`) && payload.uid === uid,
          )?.[1],
        ),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const kept = this.#kept[key(id)];
        if (kept) kept.payload.consumed = Math.floor(this.#now().getTime() / 1000);
        this.#changed();
      },
      destroy: async (id) => {
        delete this.#kept[key(id)];
        this.#changed();
      },
      revokeByGrantId: async (grantId) => {
        for (const [at, { payload }] of Object.entries(this.#kept)) {
          if (payload.grantId === grantId) delete this.#kept[at];
        }
        this.#changed();
      },
    };
  };
}
