import type { Platform } from '#platform/context.ts';
import type { PushSender } from '../ports.ts';

export interface NotificationsPlatform extends Pick<Platform, 'db' | 'config' | 'clock' | 'log' | 'secrets'> {
  readonly push: PushSender;
}
