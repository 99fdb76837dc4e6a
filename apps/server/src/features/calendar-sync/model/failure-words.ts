import type { SyncFailureKind } from '@dayloom/contracts';

/**
 * Explains a failure to the user, with what to do next. `name` is the provider's name or the host of a feed.
 * A `reason` is a sentence; 'the server' in it is replaced by the name.
 */
export function failureWords(kind: SyncFailureKind, name: string, reason: string): string {
  switch (kind) {
    case 'reconnect_needed':
      return `${name} no longer accepts our access. Reconnect the account; nothing is lost.`;
    case 'rate_limited':
      return `${name} asked us to wait. The sync continues automatically.`;
    case 'unavailable':
      return `${describeReason(name, reason)} We will try again automatically.`;
    case 'rejected':
      return describeReason(name, reason);
  }
}

function describeReason(name: string, reason: string): string {
  return reason.replace(/^The server\b/, () => name);
}

/** Shown for a feed whose download takes too long. */
export function describeSlowRead(name: string): string {
  return `${name} takes longer than a minute to send its calendar. We will try again automatically, in 15 minutes or later.`;
}

/** Shown for an event that is paused because it is sent over and over. */
export const LOOP_WORDS =
  'Another tool changes an event back each time we send it. We will not send it for an hour. Let only one tool copy between these calendars.';
