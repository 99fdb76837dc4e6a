/**
 * What each plan may do, in one table that the server, the web app and the assistant consult. `null` means
 * without a limit. A server with `BILLING=off` gives everyone the ACTIVE row.
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
