import type { Platform } from '#platform/context.ts';
import type { OutboundQueue } from '../ports.ts';

/** Adds, moves and removes events. */
export interface EventWriter extends Pick<Platform, 'clock' | 'config' | 'journal'> {
  readonly outboundQueue: OutboundQueue;
}

export interface CalendarPlatform extends EventWriter, Pick<Platform, 'db' | 'log'> {}
