import type { ChatAction, ChatCard } from '@dayloom/contracts';

/** An action as it is kept. */
export interface KeptAction extends ChatAction {
  /** For a draft, a digest of the object that it would change. When it differs, the draft is out of date. */
  readonly basis?: string;
}

/** The results of a turn's calls. */
export interface CallResults {
  readonly state: 'done' | 'waiting' | 'failed';
  readonly actions: readonly KeptAction[];
  readonly cards: readonly ChatCard[];
  readonly commandIds: readonly string[];
  /** What the tools returned, for language models and other agents. */
  readonly outputs: readonly unknown[];
  /** One for each action of a draft. */
  readonly previews: readonly { readonly cards: readonly ChatCard[]; readonly concerns: readonly string[] }[];
  /** Everything was like that already, so nothing was changed. */
  readonly isUnchanged?: boolean;
  /** The objects of an applied draft had changed, so it waits for a decision again. */
  readonly isDraftedAgain?: boolean;
  /** Why they failed. With the state `done`: why the last of them failed, after others that cannot be undone. */
  readonly problem: string | null;
}
