import type { Reminder, ReminderChannel, ReminderSettings, ReminderSubject } from '@dayloom/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { ReminderContent, StoredReminderKind } from '../model/reminder.ts';

/** The defaults of some kinds may be missing. */
export type StoredSettings = Partial<Omit<ReminderSettings, 'defaults'>> & {
  readonly defaults?: Partial<ReminderSettings['defaults']>;
};

declare module '#platform/db.ts' {
  interface Tables {
    reminder_users: {
      user_id: string;
      settings: ColumnType<StoredSettings, string | undefined, string>;
      covered_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
      offered_plan: ColumnType<string | null, string | null | undefined, string | null>;
    };
    reminder_overrides: {
      user_id: string;
      subject: ReminderSubject;
      subject_id: string;
      reminders: ColumnType<Reminder[], string, string>;
    };
    reminders: {
      user_id: string;
      id: Generated<string>;
      kind: StoredReminderKind;
      subject_id: string;
      occurrence: string;
      minutes_before: number;
      channel: ReminderChannel;
      starts_at: Date;
      due_at: Date;
      useful_until: Date;
      content: ColumnType<ReminderContent, string, string>;
      state: Generated<'pending' | 'sent' | 'dropped'>;
      settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
      note: ColumnType<string | null, string | null | undefined, string | null>;
    };
    reminder_changes: { user_id: string; transaction: Generated<string> };
    reminder_sweeps: { id: Generated<boolean>; swept_at: Date };
  }
}
