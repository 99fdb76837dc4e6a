import type {
  Hints,
  HoursOverride,
  Preferences,
  Scheduling,
  Subscription,
  WeeklyHours,
} from '@dayloom/contracts';
import type { ColumnType } from 'kysely';

/** A subscription with the mode in which it was bought: one from the sandbox counts only there. */
export interface SubscriptionRecord extends Subscription {
  readonly mode: 'live' | 'sandbox';
}

export interface UserRow {
  id: string;
  canonical_id: string;
  first_name: string;
  last_name: string;
  email: string;
  is_email_verified: boolean;
  bio: string;
  /** The picture from the identity provider. */
  photo_url: string | null;
  /** An uploaded photo, which takes precedence over the provider's picture. */
  photo_name: string | null;
  mobile: string | null;
  unverified_mobile: string | null;
  mobile_code_expires_at: Date | null;
  is_mobile_demo: boolean;
  username: string;
  referral_code: string;
  referred_by: string | null;
  time_zone: string;
  home_time_zone: string | null;
  /** The locale of the user's browser (BCP 47); null until it is known. */
  locale: string | null;
  hours: ColumnType<{ work: WeeklyHours; personal: WeeklyHours }, string, string>;
  hours_overrides: ColumnType<HoursOverride[], string | undefined, string>;
  /** May contain only the values that differ from the defaults. */
  scheduling: ColumnType<Partial<Scheduling>, string | undefined, string>;
  subscription: ColumnType<SubscriptionRecord | null, string | null, string | null>;
  send_reminders: boolean;
  preferences: ColumnType<Preferences, string, string>;
  hints: ColumnType<Hints, string | undefined, string>;
  message_count: number;
  message_month_count: number;
  last_message_at: Date | null;
  onboarded_at: Date | null;
  /** Set while the account is closed: when it is deleted with all its data. */
  deletes_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  updated_at: Date;
}

export type DirectoryKind = 'identity' | 'email' | 'canonical' | 'username' | 'referral' | 'mobile';

declare module '#platform/db.ts' {
  interface Tables {
    users: UserRow;
    user_directory: {
      kind: DirectoryKind;
      value: string;
      user_id: string;
      created_at: Date;
      retired_at: Date | null;
    };
    held_usernames: { name_hash: string; held_until: Date };
  }
}

export type User = Omit<
  UserRow,
  'hours' | 'hours_overrides' | 'preferences' | 'hints' | 'scheduling' | 'subscription' | 'deletes_at'
> & {
  scheduling: Partial<Scheduling>;
  deletes_at: Date | null;
  subscription: SubscriptionRecord | null;
  hours: { work: WeeklyHours; personal: WeeklyHours };
  hours_overrides: HoursOverride[];
  preferences: Preferences;
  hints: Hints;
};
