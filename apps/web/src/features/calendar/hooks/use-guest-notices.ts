import type { PendingNotice } from '@dayloom/contracts';
import { createStore, useStore } from '#lib/store.ts';

/** Guests are notified after this delay. */
export const NOTICE_DELAY_MS = 30_000;

/** A change that its guests will be notified of. */
export interface GuestNotice extends PendingNotice {
  /** The change in the journal. */
  readonly commandId: string;
  readonly title: string;
  /** Milliseconds since 1970, by the clock of this browser. */
  readonly dueAt: number;
}

const waiting = createStore<readonly GuestNotice[]>([]);

/** The notices that can still be stopped, the oldest first. */
export const useGuestNotices = () => useStore(waiting);

export function addGuestNotice(notice: Omit<GuestNotice, 'dueAt'>): void {
  waiting.set([...waiting.get(), { ...notice, dueAt: Date.now() + NOTICE_DELAY_MS }]);
  setTimeout(() => removeGuestNotice(notice.commandId), NOTICE_DELAY_MS);
}

/** Called when the guests were notified, and when the change was undone or saved without notifying them. */
export function removeGuestNotice(commandId: string): void {
  waiting.set(waiting.get().filter((notice) => notice.commandId !== commandId));
}

/** Called at sign-out: no title stays for the next user. */
export function forgetGuestNotices(): void {
  waiting.set([]);
}
