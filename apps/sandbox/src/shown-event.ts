/** An event as it lies in a demo calendar, for whoever wants to see what was really written there. */
export interface ShownEvent {
  readonly provider: 'google' | 'microsoft';
  readonly calendar: string;
  readonly title: string;
  readonly location: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isBusy: boolean;
}
