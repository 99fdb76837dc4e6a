import type { TextSender } from '#features/phone/operations/platform.ts';
import type { Mailer, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';

export interface RemindersPlatform extends TextSender, Mailer, Pick<Platform, 'journal' | 'compute'> {
  /** Called when a user's calendar, tasks or plan have changed, outside any transaction. */
  readonly afterChange: (scope: Scope) => Promise<void>;
}
