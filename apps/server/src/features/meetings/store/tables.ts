import type { MeetingAnswer } from '@dayloom/contracts';
import type { Generated } from 'kysely';

declare module '#platform/db.ts' {
  interface Tables {
    meeting_requests: {
      user_id: string;
      id: string;
      slug: string;
      status: 'open' | 'confirmed' | 'withdrawn';
      title: string;
      message: string;
      location: string;
      duration_minutes: number;
      time_zone: string;
      times: Date[];
      shows_answers: boolean;
      answer_by: string | null;
      expires_at: Date;
      remind_at: Date | null;
      rounds: Generated<number>;
      confirmed_at: Date | null;
      event_id: string | null;
      sequence: Generated<number>;
      sends_at: Date;
      unreported_since: Date | null;
      reported_at: Date | null;
      idempotency_key: string | null;
      request_hash: string | null;
      created_at: Date;
      updated_at: Date;
    };
    meeting_attendees: {
      user_id: string;
      id: string;
      request_id: string;
      position: number;
      email: string;
      name: string;
      token_hash: string;
      sealed_token: string;
      link_uses: Generated<number>;
      viewed_at: Date | null;
      answered_at: Date | null;
      reminded_at: Date | null;
      answer: MeetingAnswer | null;
      answer_times: Generated<Date[]>;
      reason: Generated<string>;
    };
  }
}
