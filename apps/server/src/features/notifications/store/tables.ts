import type { NotificationKind } from '@dayloom/contracts';
import type { Generated } from 'kysely';

declare module '#platform/db.ts' {
  interface Tables {
    notifications: {
      user_id: string;
      id: Generated<string>;
      key: string;
      kind: NotificationKind;
      title: string;
      text: string;
      at: Date | null;
      path: string;
      command_id: string | null;
      created_at: Date;
      read_at: Date | null;
    };
    push_keys: {
      id: Generated<boolean>;
      public_key: string;
      sealed_private_key: string;
      created_at: Date;
    };
    push_subscriptions: {
      user_id: string;
      id: string;
      endpoint_hash: string;
      sealed_subscription: string;
      created_at: Date;
    };
  }
}
