import type { BookingStatus, NewEventType } from '@dayloom/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { BookingDetails, UnsentMail } from '../model/booking.ts';

declare module '#platform/db.ts' {
  interface Tables {
    booking_pages: { user_id: string; allows_shared_links: Generated<boolean>; created_at: Date };
    event_types: {
      user_id: string;
      id: string;
      slug: string;
      position: number;
      fields: ColumnType<Omit<NewEventType, 'slug'>, string, string>;
      version: Generated<number>;
      created_at: Date;
      updated_at: Date;
    };
    bookings: {
      user_id: string;
      id: string;
      status: BookingStatus;
      event_type_id: string;
      starts_at: Date;
      ends_at: Date;
      /** A range of PostgreSQL, `["...","...")`. */
      blocked: string;
      hold_expires_at: Date | null;
      holder: string | null;
      title: Generated<string>;
      name: Generated<string>;
      email: Generated<string>;
      details: ColumnType<BookingDetails, string | undefined, string>;
      token_hash: string | null;
      sealed_token: string | null;
      idempotency_key: string | null;
      request_hash: string | null;
      email_code_hash: string | null;
      event_id: string | null;
      sequence: Generated<number>;
      is_no_show: Generated<boolean>;
      unsent_news: UnsentMail | null;
      created_at: Date;
      updated_at: Date;
    };
    links: {
      id: Generated<string>;
      token_hash: string;
      user_id: string;
      kind: string;
      target: ColumnType<Record<string, string>, string, string>;
      uses_left: number | null;
      uses: Generated<number>;
      created_at: Date;
      expires_at: Date;
      revoked_at: Date | null;
    };
    used_proofs: { id: string; expires_at: Date };
    availability_changes: { user_id: string; session: number; changes: string };
  }
}
