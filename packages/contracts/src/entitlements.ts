/**
 * What each plan allows, in one table for the server, the web app and the assistant. `null` means unlimited.
 * With `BILLING=off`, everyone has the ACTIVE row.
 */
export const entitlements = {
  FREE: {
    dailyMessages: 25,
    monthlyMessages: 250,
    planningCalendarAccounts: 1,
    smsReminders: false,
    hostedLanguageModel: false,
  },
  ACTIVE: {
    dailyMessages: 500,
    monthlyMessages: 5_000,
    planningCalendarAccounts: null,
    smsReminders: true,
    hostedLanguageModel: true,
  },
} as const satisfies Record<string, Entitlements>;

export interface Entitlements {
  readonly dailyMessages: number | null;
  readonly monthlyMessages: number | null;
  readonly planningCalendarAccounts: number | null;
  readonly smsReminders: boolean;
  readonly hostedLanguageModel: boolean;
}

export type AccountStatus = keyof typeof entitlements;

/** What a plan allows, by `settings.accountStatus`: every status other than FREE is a paid plan. */
export function entitlementsFor(accountStatus: string): Entitlements {
  return accountStatus === 'FREE' ? entitlements.FREE : entitlements.ACTIVE;
}
