import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';

export const at = (text: string, timeZone: string | null = 'Europe/Berlin'): EventTime => ({
  at: text,
  timeZone,
});
export const on = (text: string): EventTime => ({ at: text, timeZone: null });
export const NO_RECURRENCE = { rules: [], exceptionRules: [], rdates: [], exdates: [] };

export function event(uid: string, change: Partial<RemoteEvent> = {}): RemoteEvent {
  return {
    uid,
    recurrenceId: null,
    title: 'Review',
    description: 'Bring the figures.\nAnd coffee.',
    location: 'Room 2',
    status: 'confirmed',
    isBusy: true,
    isAllDay: false,
    start: at('20261124T100000'),
    end: at('20261124T110000'),
    recurrence: null,
    details: {},
    zoneDefinition: null,
    madeBy: null,
    ...change,
  };
}

/** Tuesdays at ten, across the end of summer time in Europe and America. */
export const series = (uid: string, change: Partial<RemoteEvent> = {}) =>
  event(uid, {
    title: 'Tuesdays',
    start: at('20261006T100000'),
    end: at('20261006T103000'),
    recurrence: { ...NO_RECURRENCE, rules: ['FREQ=WEEKLY;COUNT=10;BYDAY=TU'] },
    ...change,
  });
export const instance = (
  master: RemoteEvent,
  startsAt: EventTime,
  change: Partial<RemoteEvent>,
): RemoteEvent => ({
  ...master,
  recurrence: null,
  recurrenceId: startsAt,
  ...change,
});
