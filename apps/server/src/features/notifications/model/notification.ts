import type { NotificationKind } from '@dayloom/contracts';

/** An entry of the list behind the bell. */
export interface NewNotification {
  /** What it is about. A second notification about the same is not stored. */
  readonly key: string;
  readonly kind: NotificationKind;
  readonly title: string;
  readonly text: string;
  readonly at: Date | null;
  readonly path: string;
  readonly commandId?: string;
}
