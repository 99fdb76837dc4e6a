import {
  addSubscribedCalendar,
  findExternalCalendar,
  listExternalCalendars,
  removeExternalCalendar,
} from '#features/calendar/operations/external-calendars.ts';
import { defaultFeedName } from '#features/calendar-sync/model/feed-name.ts';
import { startSync } from '#features/calendar-sync/operations/synced-calendars.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { parseFeedUrl } from '../rules/feed-url.ts';
import { endCalendars } from './end-calendars.ts';

const MAX_SUBSCRIPTIONS = 50;

/** Subscribes to the .ics file at an address. */
export async function subscribe(
  { db, clock, jobs }: DbContext & Pick<Platform, 'jobs'>,
  scope: Scope,
  input: { url: string; name?: string | undefined },
): Promise<string> {
  const url = parseFeedUrl(input.url);
  if (!url) {
    throw new AppError(
      'invalid_request',
      'This is not the address of a calendar. One begins with https:// or webcal://.',
      {
        fields: { url: 'begins with https:// or webcal://' },
      },
    );
  }
  return db.transaction().execute(async (tx) => {
    const subscribed = (await listExternalCalendars(tx, scope)).filter((calendar) => calendar.url !== null);
    const known = subscribed.find((calendar) => calendar.url === url.href);
    if (known) return known.id;
    if (subscribed.length >= MAX_SUBSCRIPTIONS) {
      throw new AppError(
        'limit_reached',
        `At most ${MAX_SUBSCRIPTIONS} calendars can be subscribed to. Remove one first.`,
      );
    }
    const name = input.name?.trim() || defaultFeedName(url.href);
    const id = await addSubscribedCalendar(tx, scope, { name, url: url.href }, clock());
    await startSync({ clock, jobs }, tx, scope, [id]);
    await notifyChanged(tx, scope, 'calendar-accounts');
    return id;
  });
}

export async function unsubscribe(
  platform: DbContext & Pick<Platform, 'config' | 'jobs'>,
  scope: Scope,
  id: string,
): Promise<void> {
  const { db } = platform;
  const calendar = await findExternalCalendar(db, scope, id);
  if (!calendar?.url) throw notFound('The subscribed calendar');
  await db.transaction().execute(async (tx) => {
    await endCalendars(platform, tx, scope, new Set([id]));
    await removeExternalCalendar(tx, scope, id);
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}
