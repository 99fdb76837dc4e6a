import type { SyncFailureKind } from '@dayloom/contracts';

/**
 * Explains a failure to the user, with what to do next. `name` is the provider's name or the host of a feed.
 * A `reason` is a sentence; 'the server' in it is replaced by the name.
 */
export function failureWords(kind: SyncFailureKind, name: string, reason: string): string {
  switch (kind) {
    case 'reconnect_needed':
      return `${name} does not accept our access any more. Reconnect the account; nothing of yours is lost.`;
    case 'rate_limited':
      return `${name} asked for a pause. It goes on by itself.`;
    case 'unavailable':
      return `${describeReason(name, reason)} It is tried again by itself.`;
    case 'rejected':
      return describeReason(name, reason);
  }
}

function describeReason(name: string, reason: string): string {
  return reason.replace(/^The server\b/, () => name);
}

/** Shown for a feed whose download takes too long. */
export function describeSlowRead(name: string): string {
  return `${name} takes longer than a minute to hand over its calendar. It is tried again by itself, in a quarter of an hour or later.`;
}

/** Shown for an event that is paused because it is sent over and over. */
export const LOOP_WORDS =
  'An event is changed back each time it is sent: another tool writes to it as well. Sending it pauses for an hour. Let only one of the two copy between these calendars.';
