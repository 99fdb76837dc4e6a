import { createStore, useStore } from '../lib/store.ts';

/** Mails about a change leave after this delay. */
const DELAY_MS = 30_000;

/** A change that others will get a mail about. */
export interface PendingMail {
  /** The change in the journal. */
  readonly commandId: string;
  /** Who is written to: 'Stand-up: 2 guests are notified'. */
  readonly text: string;
  /** Keeps the change without the mail. */
  readonly withhold?: (commandId: string) => void;
}

interface TimedMail extends PendingMail {
  /** Milliseconds since 1970, by the clock of this browser. */
  readonly dueAt: number;
}

const waiting = createStore<readonly TimedMail[]>([]);

/** What can still be stopped, the oldest first. */
export const usePendingMails = () => useStore(waiting);

export function addPendingMail(mail: PendingMail): void {
  waiting.set([...waiting.get(), { ...mail, dueAt: Date.now() + DELAY_MS }]);
  setTimeout(() => removePendingMail(mail.commandId), DELAY_MS);
}

/** Called when the mail has left, and when the change was undone or kept without it. */
export function removePendingMail(commandId: string): void {
  waiting.set(waiting.get().filter((mail) => mail.commandId !== commandId));
}

/** Called at sign-out: no title stays for the next user. */
export function forgetPendingMails(): void {
  waiting.set([]);
}
