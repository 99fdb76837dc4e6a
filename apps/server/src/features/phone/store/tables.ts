import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { UnsentNote } from '#features/notifications/model/unsent-note.ts';
import type { MessageStatus } from '../model/delivery.ts';

export type CountKind = 'user' | 'number' | 'address' | 'all' | 'host';

declare module '#platform/db.ts' {
  interface Tables {
    phone_codes: {
      user_id: string;
      mobile: string;
      sealed_code: string | null;
      is_live: boolean;
      tries: number;
      expires_at: Date;
      sends: number;
      sent_at: Date;
      next_send_at: Date;
    };
    sms_counts: { kind: CountKind; key: string; day: string; count: number };
    sms_messages: {
      user_id: string;
      id: string;
      kind: string;
      mobile: string;
      body: string | null;
      status: MessageStatus;
      reason: string | null;
      provider_id: string | null;
      attempts: number;
      created_at: Date;
      send_at: Date;
      sent_at: Date | null;
      time_zone: string | null;
      useful_until: Date | null;
      note: JSONColumnType<UnsentNote> | null;
    };
    phone_checks: {
      mobile: string;
      token_hash: string;
      sealed_code: string | null;
      tries: Generated<number>;
      expires_at: Date;
      verified_at: Date | null;
      sends: number;
      sent_at: Date;
      next_send_at: Date;
    };
    sms_consents: {
      user_id: string;
      id: string;
      position: GeneratedAlways<string>;
      mobile: string;
      is_given: boolean;
      source: 'settings' | 'text' | 'unverified' | 'booking';
      wording: string;
      network_address: string | null;
      user_agent: string | null;
      created_at: Date;
    };
    sms_opt_outs: { mobile: string; source: 'text' | 'provider'; opted_out_at: Date };
    sms_inbound: { id: string; mobile: string; keyword: string | null; received_at: Date };
  }
}
