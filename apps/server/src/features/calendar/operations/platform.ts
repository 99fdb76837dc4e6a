import type { Platform } from '#platform/context.ts';
import type { OutboundQueue } from '../ports.ts';

export type CalendarPlatform = Pick<Platform, 'db' | 'config' | 'clock' | 'log' | 'jobs' | 'journal'> & {
  readonly outboundQueue: OutboundQueue;
};
