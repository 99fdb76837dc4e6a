import type { CalendarPlatform } from '#features/calendar/operations/platform.ts';
import type { PhonePlatform } from '#features/phone/operations/platform.ts';
import type { Platform } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { SharedCounts } from '#platform/shared-counts.ts';
import type { PictureWriter } from '../ports.ts';
import type { OfferCache } from './offer-cache.ts';
import type { SlotCache } from './offer-slots.ts';

export interface BookingPlatform
  extends CalendarPlatform,
    PhonePlatform,
    Pick<Platform, 'compute' | 'secrets' | 'mail' | 'identity'> {
  readonly slotCache: SlotCache;
  readonly knownOffers: OfferCache;
  readonly counts: SharedCounts;
  readonly pictures: PictureWriter;
  /** The page of a meeting request, by an attendee's token; null when it leads nowhere. Counts the use. */
  readonly followAttendeeLink: (token: string) => Promise<string | null>;
  /** The ids of the connected calendars that block time. They are read again before something is booked. */
  readonly listCalendarsToRefresh: (db: Db, scope: Scope) => Promise<readonly string[]>;
  /** Reads them again. False when one of them could not be read in time. */
  readonly refreshCalendars: (scope: Scope, calendarIds: readonly string[]) => Promise<boolean>;
}
