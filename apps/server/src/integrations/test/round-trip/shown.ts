/** An occurrence in the API's response. */
export interface ShownOccurrence {
  readonly eventId: string;
  readonly recurrenceId: string | null;
  readonly title: string;
  readonly location: string;
  readonly description: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly isAllDay: boolean;
  readonly isBusy: boolean;
  readonly isRecurring: boolean;
  readonly shortened?: readonly string[];
}
