import type { RemoteEvent } from '../features/calendar/model/event.ts';

/**
 * An event of one hour in Berlin on Tuesday 17 November 2026, in a provider's form. `change` replaces
 * properties.
 */
export function remoteEvent(uid: string, change: Partial<RemoteEvent> = {}): RemoteEvent {
  return {
    uid,
    recurrenceId: null,
    title: 'Review',
    description: '',
    location: '',
    status: 'confirmed',
    isBusy: true,
    isAllDay: false,
    start: { at: '20261117T100000', timeZone: 'Europe/Berlin' },
    end: { at: '20261117T110000', timeZone: 'Europe/Berlin' },
    recurrence: null,
    details: {},
    zoneDefinition: null,
    madeBy: null,
    ...change,
  };
}
