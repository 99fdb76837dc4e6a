/** In order: a message never goes back to an earlier status. */
const STEPS = ['waiting', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'skipped'] as const;
export type MessageStatus = (typeof STEPS)[number];

const FINAL: readonly MessageStatus[] = ['delivered', 'undelivered', 'failed', 'skipped'];

/** Whether a report of the provider changes the status. Reports arrive in any order. */
export function isProgress(known: MessageStatus, reported: MessageStatus): boolean {
  return !FINAL.includes(known) && known !== reported;
}

const RETRY_MINUTES = [1, 5, 15, 60];

/** When to retry after a failure of the provider; null means no more retries. */
export function decideRetry(attempts: number, retryAfterSeconds: number | null, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  if (minutes === undefined) return null;
  return new Date(now.getTime() + Math.max(minutes * 60, retryAfterSeconds ?? 0) * 1_000);
}
