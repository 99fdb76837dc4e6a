/**
 * Zones, intervals, availability and free slots. Pure and small, without polyfills or a clock, for use in the
 * browser. Recurrence and iCalendar are separate entry points ('@dayloom/time/recurrence',
 * '@dayloom/time/icalendar').
 */
export * from './availability.ts';
export * from './civil-date.ts';
export { findInstant } from './instant-text.ts';
export * from './intervals.ts';
export * from './local-day.ts';
export * from './opening-hours.ts';
export { InvalidSlotRequest, type SlotRequest } from './slot-request.ts';
export { listSlotStarts, listSlots } from './slots.ts';
export * from './units.ts';
export { getZone, isTimeZone, isZone, type Zone } from './zone.ts';
export { haveSameClocks } from './zone-changes.ts';
export { findZoneName } from './zone-names.ts';
