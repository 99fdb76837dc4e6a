import type { NewEventType } from '@dayloom/contracts';

/** What can be booked with a host, as it is stored. */
export interface StoredEventType extends NewEventType {
  readonly id: string;
  readonly version: number;
}

const DEFAULT_MINUTES = [15, 30, 60] as const;

/** The event types of a host who has set up nothing. */
export function listDefaultEventTypes(): NewEventType[] {
  return DEFAULT_MINUTES.map((minutes) => ({
    slug: `${minutes}-min`,
    title: `${minutes} minutes`,
    description: '',
    durations: [minutes],
    location: { kind: 'none' },
    color: '#4FD3CC',
    isHidden: false,
    needsApproval: false,
    confirmsEmail: false,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    minimumNoticeMinutes: 120,
    horizonDays: 60,
    stepMinutes: minutes === 15 ? 15 : 30,
    dailyCap: null,
    weeklyCap: null,
    hours: null,
    overrides: [],
    questions: [],
  }));
}
