import type { SyncFailureKind, SyncStatus } from '@dayloom/contracts';
import { SECOND_MS } from '@dayloom/time';
import { type PollingReason, pollingMs } from './retry.ts';

/** How late a sync run may be before the calendar counts as behind: it waits in a queue and takes time. */
const GRACE_MS = 120 * SECOND_MS;

export interface SyncState {
  readonly isComplete: boolean;
  readonly lastSuccessAt: Date | null;
  readonly nextAt: Date;
  readonly isRunning: boolean;
  readonly eventsSeen: number;
  readonly pendingWrites: number;
  readonly pendingCopies: number;
  readonly channelExpiresAt: Date | null;
  readonly failure: { readonly kind: SyncFailureKind; readonly message: string } | null;
  readonly problems: SyncStatus['problems'];
}

/** The sync status shown to the user. A null state means that the calendar is not synced. */
export function toSyncStatus(
  state: SyncState | null,
  options: { now: Date; isPaused: boolean; isFeed: boolean },
): SyncStatus {
  const { now, isPaused, isFeed } = options;
  if (!state) {
    return {
      state: 'paused',
      lastSyncAt: null,
      lagSeconds: 0,
      eventsSeen: 0,
      pendingWrites: 0,
      pendingCopies: 0,
      isPushed: false,
      failure: null,
      problems: null,
    };
  }
  const isPushed = state.channelExpiresAt !== null && state.channelExpiresAt > now;
  const rhythm: PollingReason = isFeed ? 'feed' : isPushed ? 'pushed' : 'asked';
  const allowed = pollingMs(rhythm) * 1.25 + GRACE_MS;
  const since = state.lastSuccessAt ? now.getTime() - state.lastSuccessAt.getTime() : 0;
  return {
    state: toState(state, isPaused),
    lastSyncAt: state.lastSuccessAt?.toISOString() ?? null,
    lagSeconds: Math.max(0, Math.round((since - allowed) / SECOND_MS)),
    eventsSeen: state.eventsSeen,
    pendingWrites: state.pendingWrites,
    pendingCopies: state.pendingCopies,
    isPushed,
    failure: state.failure && {
      ...state.failure,
      retryAt: state.failure.kind === 'reconnect_needed' ? null : state.nextAt.toISOString(),
    },
    problems: state.problems,
  };
}

function toState(state: SyncState, isPaused: boolean): SyncStatus['state'] {
  if (isPaused) return 'paused';
  if (state.failure) return 'failing';
  if (state.isComplete) return 'in_step';
  return state.isRunning ? 'first_sync' : 'waiting';
}
