import type {
  EventType,
  EventTypeChange,
  NewEventType,
  PublicEventType,
  PublicProfile,
} from '@dayloom/contracts';
import { type Conference, MOST_EVENT_TYPES } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { getPublicProfile } from '#features/account/operations/profile.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { findConference } from '#features/calendar/operations/conferences.ts';
import type { PhonePlatform } from '#features/phone/operations/platform.ts';
import { offersTexts } from '#features/phone/operations/visitor-texts.ts';
import type { Platform } from '#platform/context.ts';
import { AppError, brokenConstraint, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredEventType } from '../model/event-type.ts';
import { describeLocation } from '../rules/answers.ts';
import {
  deleteEventType,
  findEventTypeRow,
  insertEventType,
  lockEventTypes,
  updateEventType,
  updateOrder,
  updatePage,
} from '../store/event-types.ts';
import { insertLink } from '../store/links.ts';
import { findHosts, getPage, listStoredEventTypes } from './hosts.ts';

type EventTypePlatform = Pick<Platform, 'db' | 'clock' | 'config'>;
type PagePlatform = EventTypePlatform & PhonePlatform;

const LINK_DAYS = 30;

export async function listEventTypes(platform: EventTypePlatform, scope: Scope): Promise<EventType[]> {
  const username = await getUsername(platform, scope);
  return (await listStoredEventTypes(platform, scope)).map((one) => toEventType(platform, username, one));
}

export async function createEventType(
  platform: EventTypePlatform,
  scope: Scope,
  input: NewEventType,
): Promise<EventType> {
  await getPage(platform, scope);
  const made = await refuseTakenSlug(
    platform.db.transaction().execute(async (tx) => {
      if ((await lockEventTypes(tx, scope)) >= MOST_EVENT_TYPES)
        throw new AppError('unprocessable', `There are ${MOST_EVENT_TYPES} event types already.`);
      const eventType = await insertEventType(tx, scope, input, platform.clock());
      await notifyChanged(tx, scope, 'bookings');
      return eventType;
    }),
  );
  return toEventType(platform, await getUsername(platform, scope), made);
}

export async function changeEventType(
  platform: EventTypePlatform,
  scope: Scope,
  id: string,
  { version, ...change }: EventTypeChange,
): Promise<EventType> {
  const current = await findEventTypeRow(platform.db, scope, id);
  if (!current) throw notFound('The event type');
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next = { ...current, ...given, version: version ?? current.version };
  const changed = await refuseTakenSlug(updateEventType(platform.db, scope, next, platform.clock()));
  if (!changed)
    throw new AppError('version_conflict', 'This event type was changed elsewhere. Reload it and try again.');
  await notifyChanged(platform.db, scope, 'bookings');
  return toEventType(platform, await getUsername(platform, scope), changed);
}

export async function orderEventTypes(
  platform: EventTypePlatform,
  scope: Scope,
  ids: readonly string[],
): Promise<EventType[]> {
  await updateOrder(platform.db, scope, ids);
  await notifyChanged(platform.db, scope, 'bookings');
  return listEventTypes(platform, scope);
}

export async function removeEventType(platform: EventTypePlatform, scope: Scope, id: string): Promise<void> {
  if (!(await deleteEventType(platform.db, scope, id))) throw notFound('The event type');
  await notifyChanged(platform.db, scope, 'bookings');
}

/** A link with which an event type, hidden or not, can be booked once. */
export async function createOneTimeLink(
  { db, clock, config }: EventTypePlatform,
  scope: Scope,
  eventTypeId: string,
): Promise<{ url: string; expiresAt: string }> {
  if (!(await findEventTypeRow(db, scope, eventTypeId))) throw notFound('The event type');
  const token = makeToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  await insertLink(db, scope, {
    tokenHash: digest(token),
    kind: 'event_type',
    target: { eventTypeId },
    usesLeft: 1,
    now,
    expiresAt,
  });
  return { url: `${config.publicUrl}/p/${token}`, expiresAt: expiresAt.toISOString() };
}

export async function changeBookingSettings(
  platform: EventTypePlatform,
  scope: Scope,
  change: { allowsSharedLinks?: boolean | undefined },
): ReturnType<typeof getBookingSettings> {
  await getPage(platform, scope);
  await updatePage(platform.db, scope, change);
  return getBookingSettings(platform, scope);
}

export async function getBookingSettings(
  platform: EventTypePlatform,
  scope: Scope,
): Promise<{ allowsSharedLinks: boolean; conference: Conference | null }> {
  return { ...(await getPage(platform, scope)), conference: await findConference(platform.db, scope) };
}

export interface BookingPage {
  readonly hosts: PublicProfile[];
  readonly timeZone: string;
  readonly eventTypes: PublicEventType[];
}

/**
 * What visitors of a public page see. The event types of a link for several are the first host's. A hidden one is
 * shown only to those who know its slug.
 */
export async function readBookingPage(
  platform: PagePlatform,
  usernames: string,
  slug?: string,
): Promise<BookingPage> {
  const hosts = await findHosts(platform, usernames.toLowerCase());
  const [{ scope }] = hosts;
  const [eventTypes, { homeTimeZone }, abilities] = await Promise.all([
    listStoredEventTypes(platform, scope),
    getTimeRules(platform, scope),
    findAbilities(platform, scope),
  ]);
  const name = hosts.map(({ profile }) => profile.username).join('+');
  return {
    hosts: hosts.map(({ profile }) => profile),
    timeZone: homeTimeZone,
    eventTypes: eventTypes
      .filter((one) => !one.isHidden || one.slug === slug)
      .map((one) => toPublic(platform, one, { username: name, ...abilities })),
  };
}

/** What a host can offer with every event type. */
interface Abilities {
  readonly conference: Conference | null;
  readonly offersTexts: boolean;
}

export async function findAbilities(platform: PagePlatform, host: Scope): Promise<Abilities> {
  const [conference, hasTexts] = await Promise.all([
    findConference(platform.db, host),
    offersTexts(platform, host),
  ]);
  return { conference, offersTexts: hasTexts };
}

export function toPublic(
  { config }: Pick<Platform, 'config'>,
  { location, ...eventType }: StoredEventType,
  { username, conference, offersTexts }: Abilities & { readonly username: string },
): PublicEventType {
  const { slug, title, description, durations, color, needsApproval, confirmsEmail, questions } = eventType;
  return {
    slug,
    title,
    description,
    durations,
    location: {
      kind: location.kind,
      text:
        location.kind === 'place' || location.kind === 'conference'
          ? describeLocation(location, { phone: null, conference })
          : '',
    },
    color,
    needsApproval,
    confirmsEmail,
    offersTexts,
    questions,
    url: `${config.publicUrl}/${username}?type=${slug}`,
  };
}

function toEventType(
  { config }: Pick<Platform, 'config'>,
  username: string,
  { id, ...eventType }: StoredEventType,
): EventType {
  return { _id: id, ...eventType, url: `${config.publicUrl}/${username}?type=${eventType.slug}` };
}

async function getUsername(platform: EventTypePlatform, scope: Scope): Promise<string> {
  return (await getPublicProfile(platform, scope)).username;
}

async function refuseTakenSlug<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (brokenConstraint(error) !== 'event_types_slug') throw error;
    throw new AppError('invalid_request', 'slug: is used by another event type', {
      cause: error,
      fields: { slug: 'is used by another event type' },
    });
  }
}
