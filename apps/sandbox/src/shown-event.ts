/** An event as stored in a demo calendar, to check what was really written. */
export interface ShownEvent {
  readonly provider: 'google' | 'microsoft';
  readonly calendar: string;
  readonly title: string;
  readonly location: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isBusy: boolean;
}
