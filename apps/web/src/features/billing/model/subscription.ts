import type { Subscription } from '@dayloom/contracts';

/** A running but unpaid subscription: a second one must not be sold. */
export function isOwing(subscription: Subscription | null): boolean {
  return (
    subscription !== null && ['past_due', 'unpaid', 'incomplete', 'paused'].includes(subscription.status)
  );
}

const date = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone }).format(new Date(instant));

/** What happens next with a subscription, as a sentence with the date in the viewer's zone. */
export function describeNext(subscription: Subscription, timeZone: string): string {
  const { status, trialEndsAt, currentPeriodEndsAt, cancelsAtPeriodEnd, graceEndsAt } = subscription;
  const end = currentPeriodEndsAt ?? trialEndsAt;
  if (graceEndsAt) {
    return `Your last payment did not go through. Everything works until ${date(graceEndsAt, timeZone)}; choose another card before then.`;
  }
  if (!end) return 'Your subscription is active.';
  if (cancelsAtPeriodEnd) return `Cancelled: Premium ends on ${date(end, timeZone)}.`;
  if (status === 'trialing') return `Your free trial lasts until ${date(trialEndsAt ?? end, timeZone)}.`;
  return `$8 per week. The next payment is on ${date(end, timeZone)}.`;
}
