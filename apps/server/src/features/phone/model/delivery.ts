/** A message waits, is being sent, went out, and met its fate: no news takes it a step back. */
const STEPS = ['waiting', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'skipped'] as const;
export type MessageStatus = (typeof STEPS)[number];

const FINAL: readonly MessageStatus[] = ['delivered', 'undelivered', 'failed', 'skipped'];

/** Whether a report of the provider changes what is known: they come in any order. */
export function isProgress(known: MessageStatus, reported: MessageStatus): boolean {
  return !FINAL.includes(known) && known !== reported;
}

const RETRY_MINUTES = [1, 5, 15, 60];

/** When to try again after a failure of the provider; null gives up. */
export function decideRetry(attempts: number, retryAfterSeconds: number | null, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  if (minutes === undefined) return null;
  return new Date(now.getTime() + Math.max(minutes * 60, retryAfterSeconds ?? 0) * 1_000);
}
