import type { CalendarDomain, SyncFailureKind } from '@dayloom/contracts';
import type { ColumnType, Generated } from 'kysely';

export interface AccountTable {
  user_id: string;
  id: string;
  domain: CalendarDomain;
  subject: string;
  email: string;
  server_url: string | null;
  type: Generated<'personal' | 'work' | 'other'>;
  tags: ColumnType<string[], string | undefined, string>;
  is_primary: boolean;
  state: Generated<'connected' | 'reconnect_needed'>;
  sealed_grant: string;
  renewal_holder: string | null;
  renewing_until: Date | null;
  failure_kind: SyncFailureKind | null;
  failure_message: string | null;
  created_at: Date;
}

declare module '#platform/db.ts' {
  interface Tables {
    calendar_accounts: AccountTable;
    oauth_flows: {
      user_id: string;
      domain: CalendarDomain;
      sealed_verifier: string;
      nonce: string;
      expires_at: Date;
    };
    oauth_codes: { user_id: string; code_hash: string; is_connected: boolean | null; used_at: Date };
  }
}
