import { MAX_HOSTS } from '@dayloom/contracts';
import { getPublicUser, type PublicUser } from '#features/account/operations/profile.ts';
import { onOneConnection } from '#platform/batched-statements.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { listDefaultEventTypes, type StoredEventType } from '../model/event-type.ts';
import { findPage, insertPage, listEventTypeRows, listEventTypesByName } from '../store/event-types.ts';

export type Host = PublicUser;

/** The hosts of a link, the first one first. All of them have to allow a link for several. */
export async function getHosts(
  platform: Pick<Platform, 'db' | 'config'>,
  usernames: string,
): Promise<[Host, ...Host[]]> {
  const names = [...new Set(usernames.split('+'))];
  if (names.length > MAX_HOSTS) {
    throw new AppError('invalid_request', `A link is for at most ${MAX_HOSTS} people.`, {
      fields: { username: `must have at most ${MAX_HOSTS} names` },
    });
  }
  const named = await Promise.all(names.map((name) => getPublicUser(platform, name)));
  // One person has several names: former ones, and the public id.
  const hosts = named.filter(
    ({ scope }, at) => named.findIndex((other) => other.scope.userId === scope.userId) === at,
  );
  const [first, ...others] = hosts;
  if (!first) throw notFound('The person');
  if (others.length === 0) return [first];
  for (const { scope, profile } of hosts) {
    if (!(await allowsSharedLinks(platform, scope)))
      throw new AppError('not_found', `${profile.firstName} cannot be booked together with others.`);
  }
  return [first, ...others];
}

/**
 * Whether others may look for times together with this host. The default applies until the page is read for the first
 * time.
 */
export async function allowsSharedLinks({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<boolean> {
  return (await findPage(db, scope))?.allowsSharedLinks ?? true;
}

/** The settings of a host's page, which is made when it is read for the first time. */
export async function getPage(
  { db, clock }: DbContext,
  scope: Scope,
): Promise<{ allowsSharedLinks: boolean }> {
  const known = await findPage(db, scope);
  if (known) return known;
  await insertPage(db, scope, listDefaultEventTypes(), clock());
  return (await findPage(db, scope)) ?? { allowsSharedLinks: true };
}

export async function listStoredEventTypes(platform: DbContext, scope: Scope): Promise<StoredEventType[]> {
  const known = await listEventTypeRows(platform.db, scope);
  if (known.length > 0) return known;
  await getPage(platform, scope);
  return listEventTypeRows(platform.db, scope);
}

export interface HostsAndEventType {
  readonly hosts: readonly [Host, ...Host[]];
  readonly eventType: StoredEventType;
  /** The version of the event type's row; null if it was not read together with the first host. */
  readonly version: string | null;
}

/** The hosts of a link, and the event type of a public address; without a slug the first one that is listed. */
export async function getHostsAndEventType(
  platform: DbContext & Pick<Platform, 'config'>,
  usernames: string,
  slug: string | undefined,
): Promise<HostsAndEventType> {
  const [hosts, matching] = await onOneConnection(platform.db, (db) =>
    Promise.all([
      getHosts({ ...platform, db }, usernames),
      listEventTypesByName(db, usernames.split('+', 1).join().toLowerCase()),
    ]),
  );
  const [{ scope }] = hosts;
  const own = matching.flatMap(({ userId, eventType }) => (userId === scope.userId ? eventType : []));
  // The page may not exist yet, and hosts have other public names.
  const all = own.length > 0 ? own : await listStoredEventTypes(platform, scope);
  const found =
    slug === undefined ? all.find(({ isHidden }) => !isHidden) : all.find((one) => one.slug === slug);
  if (!found) throw notFound('This kind of meeting');
  const version = matching.find(({ eventType }) => eventType === found)?.rowVersion ?? null;
  return { hosts, eventType: found, version };
}
