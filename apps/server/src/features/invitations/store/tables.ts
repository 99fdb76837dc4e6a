import type { ColumnType, Generated } from 'kysely';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import type { AnswerVersion } from '../model/invitation.ts';

declare module '#platform/db.ts' {
  interface Tables {
    invitations: {
      user_id: string;
      id: string;
      calendar_id: string;
      uid: string;
      title: string;
      sent: ColumnType<EventRecord[], never, string>;
      sequence: Generated<number>;
      answers_from: ColumnType<Record<string, number>, never, string>;
      due_at: Date | null;
      ends_at: Date | null;
    };
    invited_guests: {
      user_id: string;
      invitation_id: string;
      email: string;
      token_hash: string;
      sealed_token: string;
      answers: ColumnType<Record<string, AnswerVersion>, never, string>;
    };
  }
}
