import type { ChatAction, ChatCard } from '@dayloom/contracts';

/** The results of a turn's calls. */
export interface CallResults {
  readonly state: 'done' | 'waiting' | 'failed';
  readonly actions: readonly ChatAction[];
  readonly cards: readonly ChatCard[];
  readonly commandIds: readonly string[];
  /** What the tools returned, for language models and other agents. */
  readonly outputs: readonly unknown[];
  /** Of each action of a draft. */
  readonly previews: readonly { readonly cards: readonly ChatCard[]; readonly concerns: readonly string[] }[];
  /** Why they failed. With the state `done`: why the last of them failed, after others that cannot be undone. */
  readonly problem: string | null;
}
