import { randomUUID } from 'node:crypto';
import type {
  Conference,
  EventType,
  EventTypeChange,
  NewEventType,
  OneTimeLink,
  PublicEventType,
  PublicProfile,
} from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { getPublicProfile } from '#features/account/operations/profile.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { findConference } from '#features/calendar/operations/conferences.ts';
import type { PhonePlatform } from '#features/phone/operations/platform.ts';
import { canTextVisitors } from '#features/phone/operations/visitor-texts.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredEventType } from '../model/event-type.ts';
import { describeLocation } from '../rules/answers.ts';
import { findEventTypeRow, updateOrder, updatePage } from '../store/event-types.ts';
import { insertLink, listEventTypeLinks, revokeLink } from '../store/links.ts';
import { removeEventTypeKind, saveEventTypeKind } from './event-type-commands.ts';
import { getHosts, getPage, listStoredEventTypes } from './hosts.ts';

type EventTypePlatform = Pick<Platform, 'db' | 'clock' | 'config'>;
type ChangePlatform = EventTypePlatform & Pick<Platform, 'journal'>;
type PagePlatform = EventTypePlatform & PhonePlatform;

const LINK_DAYS = 30;

export async function listEventTypes(platform: EventTypePlatform, scope: Scope): Promise<EventType[]> {
  const username = await getUsername(platform, scope);
  return (await listStoredEventTypes(platform, scope)).map((one) => toEventType(platform, username, one));
}

/** An event type after a change, with the command that made it. */
export interface ChangedEventType {
  readonly eventType: EventType;
  readonly commandId: string;
}

export async function createEventType(
  platform: ChangePlatform,
  scope: Scope,
  fields: NewEventType,
): Promise<ChangedEventType> {
  await getPage(platform, scope);
  return save(platform, scope, {
    id: randomUUID(),
    fields,
    version: null,
    summary: `Added the event type '${fields.title}'`,
  });
}

export async function changeEventType(
  platform: Pick<Platform, 'config' | 'db' | 'journal'>,
  scope: Scope,
  id: string,
  { version, ...change }: EventTypeChange,
): Promise<ChangedEventType> {
  const current = await findEventTypeRow(platform.db, scope, id);
  if (!current) throw notFound('The event type');
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { id: _id, version: known, ...fields } = { ...current, ...given };
  return save(platform, scope, {
    id,
    fields,
    version: version ?? known,
    summary: `Changed the event type '${fields.title}'`,
  });
}

async function save(
  platform: Pick<Platform, 'config' | 'db' | 'journal'>,
  scope: Scope,
  payload: Parameters<typeof saveEventTypeKind.apply>[2],
): Promise<ChangedEventType> {
  const { result, commandId } = await platform.journal.run(scope, saveEventTypeKind, payload);
  return { eventType: toEventType(platform, await getUsername(platform, scope), result), commandId };
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

export async function removeEventType(
  platform: Pick<Platform, 'db' | 'journal'>,
  scope: Scope,
  id: string,
): Promise<{ readonly commandId: string }> {
  const title = (await findEventTypeRow(platform.db, scope, id))?.title ?? '';
  return platform.journal.run(scope, removeEventTypeKind, {
    id,
    summary: `Removed the event type '${title}'`,
  });
}

/** A link with which an event type, hidden or not, can be booked once. */
export async function createOneTimeLink(
  { db, clock, config }: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  eventTypeId: string,
): Promise<{ id: string; url: string; expiresAt: string }> {
  if (!(await findEventTypeRow(db, scope, eventTypeId))) throw notFound('The event type');
  const token = makeToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  const id = await insertLink(db, scope, {
    tokenHash: digest(token),
    kind: 'event_type',
    target: { eventTypeId },
    usesLeft: 1,
    now,
    expiresAt,
  });
  return { id, url: `${config.publicUrl}/p/${token}`, expiresAt: expiresAt.toISOString() };
}

export async function listOneTimeLinks(
  { db, clock }: DbContext,
  scope: Scope,
  eventTypeId: string,
): Promise<OneTimeLink[]> {
  if (!(await findEventTypeRow(db, scope, eventTypeId))) throw notFound('The event type');
  const links = await listEventTypeLinks(db, scope, eventTypeId, clock());
  return links.map(({ createdAt, expiresAt, ...link }) => ({
    ...link,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

export async function revokeOneTimeLink({ db, clock }: DbContext, scope: Scope, id: string): Promise<void> {
  if (!(await revokeLink(db, scope, id, clock()))) throw notFound('The link');
}

export async function changeBookingSettings(
  platform: DbContext,
  scope: Scope,
  change: { allowsSharedLinks?: boolean | undefined },
): ReturnType<typeof getBookingSettings> {
  await getPage(platform, scope);
  await updatePage(platform.db, scope, change);
  return getBookingSettings(platform, scope);
}

export async function getBookingSettings(
  platform: DbContext,
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
  platform: DbContext & Pick<PagePlatform, 'config' | 'sms'>,
  usernames: string,
  slug?: string,
): Promise<BookingPage> {
  const hosts = await getHosts(platform, usernames.toLowerCase());
  const [{ scope }] = hosts;
  const [eventTypes, { homeTimeZone }, abilities] = await Promise.all([
    listStoredEventTypes(platform, scope),
    getTimeRules(platform, scope),
    getHostAbilities(platform, scope),
  ]);
  const name = hosts.map(({ profile }) => profile.username).join('+');
  return {
    hosts: hosts.map(({ profile }) => profile),
    timeZone: homeTimeZone,
    eventTypes: eventTypes
      .filter((one) => !one.isHidden || one.slug === slug)
      .map((one) => toPublicEventType(platform, one, { username: name, ...abilities })),
  };
}

/** What a host can offer with every event type. */
interface Abilities {
  readonly conference: Conference | null;
  readonly offersTexts: boolean;
}

export async function getHostAbilities(
  platform: DbContext & Pick<PagePlatform, 'config' | 'sms'>,
  host: Scope,
): Promise<Abilities> {
  const [conference, hasTexts] = await Promise.all([
    findConference(platform.db, host),
    canTextVisitors(platform, host),
  ]);
  return { conference, offersTexts: hasTexts };
}

export function toPublicEventType(
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

async function getUsername(platform: Pick<Platform, 'config' | 'db'>, scope: Scope): Promise<string> {
  return (await getPublicProfile(platform, scope)).username;
}
