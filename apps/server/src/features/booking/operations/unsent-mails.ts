import { SECOND_MS } from '@dayloom/time';
import type { Mailer, Platform } from '#platform/context.ts';
import { withSavepoint } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import { clearUnsentMail, lockBookingsWithUnsentMail } from '../store/unsent-mails.ts';
import { unsealToken } from './create-booking.ts';
import { queueBookingMails } from './queue-mails.ts';

/** The process that booked notifies the hosts' pages within a moment of its commit, unless it died. */
const NOTIFIED_WITHIN_MS = 5 * SECOND_MS;

/**
 * Queues the mails about new bookings. To write and encrypt them takes longer than to book, so a booking only names
 * its mail, in its own transaction: none is lost, and its key keeps a mail from being queued twice. What fails is tried
 * again by the next run.
 */
export async function queueUnsentBookingMails(
  platform: Mailer & Pick<Platform, 'db' | 'log'>,
): Promise<void> {
  const failed: string[] = [];
  while (await writeSome(platform, failed));
}

/** False if there was nothing left. Adds to `failed`. */
function writeSome(platform: Mailer & Pick<Platform, 'db' | 'log'>, failed: string[]): Promise<boolean> {
  return platform.db.transaction().execute(async (tx) => {
    const found = await lockBookingsWithUnsentMail(tx, failed);
    for (const { kind, parts } of found) {
      const [{ scope, booking }] = parts;
      try {
        await withSavepoint(tx, async () => {
          await clearUnsentMail(tx, scope, booking.id);
          if (platform.clock().getTime() - booking.createdAt.getTime() > NOTIFIED_WITHIN_MS)
            for (const host of parts) await notifyChanged(tx, host.scope, 'bookings', 'events');
          const token = unsealToken(platform, booking);
          await queueBookingMails(platform, tx, parts, {
            kind,
            by: 'visitor',
            isChange: false,
            token,
            at: booking.createdAt,
          });
        });
      } catch (error) {
        platform.log.error(
          { err: error, booking: booking.id },
          'The mails about a booking could not be written',
        );
        failed.push(booking.id);
      }
    }
    return found.length > 0;
  });
}
