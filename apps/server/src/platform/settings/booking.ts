import { z } from 'zod';

const limit = z.coerce.number().int().min(1).max(1_000_000).optional();

/** Booking by visitors, limited by their network, and mail to strangers, limited by user. The sandbox has no practical limit. */
export const bookingSettings = {
  BOOKING_HOLDS_PER_VISITOR: limit.describe(
    'How many times one network may keep at once while forms are filled in. Unset: 5; in the sandbox 100,000.',
  ),
  BOOKING_ATTEMPTS_PER_MINUTE: limit.describe(
    'How often one network may keep, book, move or cancel times, or answer meeting requests, in a minute. Unset: 20; in the sandbox 100,000.',
  ),
  BOOKING_FREE_ATTEMPTS: limit.describe(
    'How often one network may keep or book times in ten minutes before it has to compute a proof of work, which the booking page does by itself. Unset: 12; in the sandbox 100,000.',
  ),
  BOOKING_FREE_ATTEMPTS_PER_HOST: limit.describe(
    'The same for all visitors of one host together. Unset: 120; in the sandbox 100,000.',
  ),
  MEETING_REQUESTS_PER_HOUR: limit.describe(
    'How many meeting requests one user may send in an hour. Unset: 30; in the sandbox 100,000.',
  ),
  MEETING_ATTENDEES_PER_HOUR: limit.describe(
    'How many attendees one user may ask by mail in an hour. Unset: 200; in the sandbox 100,000.',
  ),
};
