import type { Profile, PublicProfile } from '@dayloom/contracts';
import type { Config } from '#platform/config.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { TaskPoints } from '../ports.ts';
import { parseLocale } from '../rules.ts';
import { findUserIdBy } from '../store/directory.ts';
import { listIdentities } from '../store/identities.ts';
import type { User } from '../store/tables.ts';
import {
  findUserByName,
  findUserVersion,
  getUser,
  replacePhoto,
  selectHasVersion,
  type UserChange,
  updateUser,
} from '../store/users.ts';
import { cacheContact } from './mail.ts';
import { toCurrentCounts } from './messages.ts';
import { findVerifiedMobile } from './mobile.ts';
import { type SettingsSources, toSettings } from './settings.ts';
import { cacheTimeRules } from './time-rules.ts';

export interface ProfileSources extends SettingsSources {
  readonly sumPoints: TaskPoints;
}

export async function readProfile(
  { db, config, clock, connectedCalendars, sumPoints }: ProfileSources,
  scope: Scope,
  /** The `Accept-Language` header of the browser, whose locale is noted. */
  acceptLanguage?: string,
): Promise<Profile> {
  const [user, identities, calendars, points] = await Promise.all([
    getUser(db, scope),
    listIdentities(db, scope),
    connectedCalendars(scope),
    sumPoints(scope),
  ]);
  const locale = parseLocale(acceptLanguage);
  if (locale !== null && locale !== user.locale) await updateUser(db, scope, { locale }, clock());
  const messages = toCurrentCounts(user, clock());
  return {
    _id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    bio: user.bio,
    photoUrl: toPhotoUrl(user, config),
    mobile: findVerifiedMobile(user, config),
    username: user.username,
    referralCode: user.referral_code,
    publicProfileLink: `${config.publicUrl}/${user.username}`,
    canonicalId: user.canonical_id,
    auth0Uid: identities.map(({ value }) => value),
    totalTaskPoints: points,
    dailyMessageData: {
      count: messages.day,
      monthCount: messages.month,
      lastMessageDate: user.last_message_at?.toISOString() ?? null,
    },
    settings: toSettings(user, calendars, config, clock()),
  };
}

export interface ProfileChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly bio?: string | undefined;
}

export async function updateProfile(
  { db, clock }: DbContext,
  scope: Scope,
  change: ProfileChange,
): Promise<void> {
  const columns: UserChange = {
    ...(change.firstName !== undefined && { first_name: change.firstName }),
    ...(change.lastName !== undefined && { last_name: change.lastName }),
    ...(change.bio !== undefined && { bio: change.bio }),
  };
  await updateUser(db, scope, columns, clock());
  await notifyChanged(db, scope, 'profile');
}

/** The public profile, by username (including former ones) or canonical id. Closed accounts are not found. */
export async function readPublicProfile(
  platform: Pick<Platform, 'db' | 'config'>,
  id: string,
): Promise<PublicProfile> {
  return (await getPublicUser(platform, id)).profile;
}

export interface PublicUser {
  readonly scope: Scope;
  readonly profile: PublicProfile;
  /** For `isUnchanged`; null where it is not known. */
  readonly version: string | null;
}

/** The public profile with the scope for what the public may do there, such as booking. */
export async function getPublicUser(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  id: string,
): Promise<PublicUser> {
  const named = await findUserByName(db, id.toLowerCase());
  const user = named?.user ?? (await findUserByCanonicalId(db, id));
  if (!user) throw notFound('The profile');
  const scope = mintScope(user.id, 'system');
  const profile = toPublicProfile(user, config);
  cacheTimeRules(scope, user);
  cacheContact(scope, user);
  return { scope, profile, version: named?.version ?? null };
}

/** Whether nothing of the user has changed since `getPublicUser`. */
export async function isUnchanged(db: Db, { scope, version }: PublicUser): Promise<boolean> {
  return version !== null && version === (await findUserVersion(db, scope));
}

/** SQL: `isUnchanged`. The user stays so until the transaction ends. */
export const selectIsUnchanged = ({ scope, version }: PublicUser) => selectHasVersion(scope, version);

/** The public profile of a user whose account is open. */
export async function getPublicProfile(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  scope: Scope,
): Promise<PublicProfile> {
  return toPublicProfile(await getUser(db, scope), config);
}

async function findUserByCanonicalId(db: Db, id: string): Promise<User | null> {
  const userId = await findUserIdBy(db, 'canonical', id);
  return userId === null ? null : getUser(db, mintScope(userId, 'system'));
}

function toPublicProfile(user: User, config: Config): PublicProfile {
  if (user.deletes_at) throw notFound('The profile');
  return {
    canonicalId: user.canonical_id,
    username: user.username,
    firstName: user.first_name,
    lastName: user.last_name,
    bio: user.bio,
    photoUrl: toPhotoUrl(user, config),
    isVerified: findVerifiedMobile(user, config) !== null,
  };
}

/** Sets or removes the uploaded photo. Returns the name of the previous one. */
export async function setPhoto(
  { db, clock }: DbContext,
  scope: Scope,
  name: string | null,
): Promise<string | null> {
  const old = await replacePhoto(db, scope, name, clock());
  await notifyChanged(db, scope, 'profile');
  return old;
}

/** The name of the uploaded photo, or null. */
export async function findPhoto({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<string | null> {
  return (await getUser(db, scope)).photo_name;
}

function toPhotoUrl(user: User, config: Config): string | null {
  return user.photo_name ? `${config.apiBaseUrl}/photos/${user.photo_name}` : user.photo_url;
}
