import type { EventWriter } from '#features/calendar/operations/platform.ts';
import type { PhonePlatform } from '#features/phone/operations/platform.ts';
import type { Mailer, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import type { SharedCounts } from '#platform/shared-counts.ts';
import type { PictureWriter } from '../ports.ts';
import type { OfferCache } from './offer-cache.ts';
import type { SlotCache } from './offer-slots.ts';

/** Changes bookings: their events in the hosts' calendars, and the emails about them. */
export type BookingWriter = EventWriter & Mailer;

/** What the public booking pages need. Hosts and jobs need parts of it. */
export interface BookingPlatform
  extends BookingWriter,
    Pick<PhonePlatform, 'sms'>,
    Pick<Platform, 'db' | 'log' | 'compute'> {
  readonly slotCache: SlotCache;
  readonly knownOffers: OfferCache;
  readonly counts: SharedCounts;
  readonly pictures: PictureWriter;
  /** The page of a meeting request, by an attendee's token; null when it leads nowhere. Counts the use. */
  readonly followAttendeeLink: (token: string) => Promise<string | null>;
  /** Reads connected calendars again. False when one of them could not be read in time. */
  readonly refreshCalendars: (scope: Scope, calendarIds: readonly string[]) => Promise<boolean>;
}
