import type { NotificationsPlatform } from '#features/notifications/operations/platform.ts';
import type { PhonePlatform } from '#features/phone/operations/platform.ts';
import type { Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';

export interface RemindersPlatform
  extends NotificationsPlatform,
    PhonePlatform,
    Pick<Platform, 'journal' | 'compute'> {
  /** Called when a user's calendar, tasks or plan have changed, outside any transaction. */
  readonly afterChange: (scope: Scope) => Promise<void>;
}
