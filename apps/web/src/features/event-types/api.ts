import {
  bookingApi,
  type EndpointResponse,
  type EventType,
  type EventTypeChange,
  type NewEventType,
  type OneTimeLink,
} from '@dayloom/contracts';
import { call } from '#lib/api.ts';
import { optimisticData } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';

export type BookingSettings = EndpointResponse<typeof bookingApi.getBookingSettings>['settings'];

export const eventTypesKey = [...queryKeys.bookings, 'event-types'] as const;
/** The links of an event type. They belong to no list of bookings, which a topic would read again. */
export const toLinksKey = (eventTypeId: string) => ['one-time-links', eventTypeId] as const;
export const settingsKey = [...queryKeys.bookings, 'settings'] as const;

/** With the changes that the server has not answered yet. */
export const optimisticEventTypes = optimisticData<readonly EventType[]>('event-types');
export const optimisticSettings = optimisticData<BookingSettings>('booking-settings');

export async function fetchEventTypes(signal: AbortSignal): Promise<readonly EventType[]> {
  return (await call(bookingApi.listEventTypes, {}, { signal })).eventTypes;
}

export async function createEventType(body: NewEventType): Promise<EventType> {
  return (await call(bookingApi.createEventType, { body })).eventType;
}

export async function changeEventType(id: string, body: EventTypeChange): Promise<EventType> {
  return (await call(bookingApi.changeEventType, { params: { id }, body })).eventType;
}

export async function orderEventTypes(ids: string[]): Promise<readonly EventType[]> {
  return (await call(bookingApi.orderEventTypes, { body: { ids } })).eventTypes;
}

export const removeEventType = (id: string) => call(bookingApi.removeEventType, { params: { id } });

export const createOneTimeLink = (id: string) => call(bookingApi.createOneTimeLink, { params: { id } });

export async function fetchOneTimeLinks(id: string, signal: AbortSignal): Promise<readonly OneTimeLink[]> {
  return (await call(bookingApi.listOneTimeLinks, { params: { id } }, { signal })).links;
}

export const revokeOneTimeLink = (id: string) => call(bookingApi.revokeOneTimeLink, { params: { id } });

export async function fetchSettings(signal: AbortSignal): Promise<BookingSettings> {
  return (await call(bookingApi.getBookingSettings, {}, { signal })).settings;
}

export async function changeSettings(body: Partial<BookingSettings>): Promise<BookingSettings> {
  return (await call(bookingApi.changeBookingSettings, { body })).settings;
}
