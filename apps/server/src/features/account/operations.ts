import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import {
  type AccountStatus,
  defaultScheduling,
  type Entitlements,
  entitlements,
  type Profile,
  type PublicProfile,
  type Scheduling,
  type Settings,
  type Subscription,
} from '@dayloom/contracts';
import { usernameProblem } from '@dayloom/contracts/usernames';
import type { Config } from '../../platform/config.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { notifyChanged } from '../../platform/notify.ts';
import { mintScope, type Scope } from '../../platform/scope.ts';
import { recordSecurityEvent } from '../../platform/security-events.ts';
import type { Identity } from '../../platform/session.ts';
import type { Visitor } from '../../platform/visitor.ts';

import {
  DEFAULT_HOURS,
  DEFAULT_PREFERENCES,
  decideAccountStatus,
  isReturnPath,
  mayWrite,
  suggestUsername,
} from './rules.ts';

import {
  claimEmail,
  claimMobile,
  countReferred,
  deleteIdentity,
  deleteUser,
  findAccountOf,
  findDueAccount,
  findUserIdBy,
  findUsernameBy,
  getUser,
  insertIdentity,
  insertUser,
  isUsernameHeld,
  listDueAccounts,
  listIdentities,
  listIdentityEntries,
  lockUser,
  releaseMobile,
  replacePhoto,
  replaceUsername,
  type SettingsChange,
  saveDeletesAt,
  saveSubscription,
  type User,
  type UserChange,
  updateSettings,
  updateUser,
} from './store.ts';

const REFERRAL_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CANONICAL_ID_BYTES = 16;
const USERNAME_TRIES = 8;
/** The name of a deleted account is nobody's for so long: others still link to its page. */
const USERNAME_HELD_DAYS = 90;
const DAY_MS = 86_400_000;

/** The scope of the account that an identity belongs to, or null when it has none yet. */
export async function findScope(
  { db }: Platform,
  identity: Pick<Identity, 'subject'>,
): Promise<Scope | null> {
  const account = await findAccountOf(db, identity.subject);
  if (!account) return null;
  if (account.deletesAt) throw closed(account.deletesAt);
  return mintScope(account.userId, 'user');
}

/** The scope of an account that may be closed: only for asking how it stands and for opening it again. */
export async function findScopeEvenClosed(
  { db }: Platform,
  identity: Pick<Identity, 'subject'>,
): Promise<Scope | null> {
  const account = await findAccountOf(db, identity.subject);
  return account && mintScope(account.userId, 'user');
}

/** For the doors beside sign-in: what is closed lets nobody in. */
export async function refuseClosed({ db }: Platform, scope: Scope): Promise<void> {
  const { deletes_at } = await getUser(db, scope);
  if (deletes_at) throw closed(deletes_at);
}

function closed(deletesAt: Date): AppError {
  return new AppError(
    'account_closing',
    `This account is to be deleted on ${deletesAt.toISOString().slice(0, 10)}. Sign in to keep it.`,
  );
}

/** Answers only about the identity in the token: anything else would tell strangers who has an account. */
export async function checkUser(
  platform: Platform,
  identity: Identity,
  claimed: { auth0Uid?: string | undefined },
  from: Visitor,
): Promise<boolean> {
  refuseOtherIdentity(identity, claimed.auth0Uid);
  const scope = await findScopeEvenClosed(platform, identity);
  // Clients ask this once after signing in, and of an external provider's sign-ins we see nothing else.
  if (scope && platform.config.identity === 'external') {
    await recordSecurityEvent(platform, scope, { kind: 'signed_in', detail: platform.identity.issuer, from });
  }
  return scope !== null;
}

export interface Registration {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly auth0Uid?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly photoUrl?: string | null | undefined;
  readonly ref?: string | null | undefined;
  readonly timeZoneName?: string | null | undefined;
}

/**
 * Creates the account of the identity in the token. The address is the one that the provider vouches for; names
 * may be corrected by the client.
 */
export async function registerUser(
  platform: Platform,
  identity: Identity,
  wish: Registration,
): Promise<Profile> {
  if (!wish.auth0Uid || !wish.email)
    throw new AppError('incomplete_identity', 'Auth0 user data is incomplete');
  refuseOtherIdentity(identity, wish.auth0Uid);
  const claims = await platform.identity.claims(identity);
  if (claims.email !== null && claims.email.toLowerCase() !== wish.email.toLowerCase()) {
    throw new AppError('forbidden', 'The e-mail address is not the one of this sign-in.');
  }
  const { db, clock } = platform;
  const firstName = wish.firstName || claims.firstName;
  const lastName = wish.lastName || claims.lastName;
  const id = randomUUID();
  const base = {
    id,
    subject: identity.subject,
    canonicalId: randomBytes(CANONICAL_ID_BYTES).toString('hex'),
    referralCode: referralCode(firstName),
    referredBy: wish.ref ? await findUserIdBy(db, 'referral', wish.ref.trim().toUpperCase()) : null,
    firstName,
    lastName,
    email: claims.email ?? wish.email,
    isEmailVerified: claims.email !== null && claims.isEmailVerified,
    photoUrl: claims.photoUrl ?? safePhoto(wish.photoUrl),
    timeZone: wish.timeZoneName ?? null,
    hours: DEFAULT_HOURS,
    preferences: DEFAULT_PREFERENCES,
    now: clock(),
  };
  for (let attempt = 0; attempt < USERNAME_TRIES; attempt++) {
    const suffix = attempt === 0 ? '' : String(randomInt(10 ** Math.min(attempt + 1, 6)));
    const username = suggestUsername(firstName, lastName, suffix);
    if (await isUsernameHeld(db, username, base.now)) continue;
    const result = await insertUser(db, { ...base, username });
    if (result === 'inserted') {
      return readProfile(platform, mintScope(id, 'user'));
    }
    if (result === 'identity_taken') throw new AppError('user_exists', 'User already exists');
    if (result === 'email_taken') {
      throw new AppError(
        'email_taken',
        'Another account uses this e-mail address. Sign in the way you did before.',
      );
    }
  }
  throw new Error('No free username was found.');
}

export async function readProfile({ db, config, clock }: Platform, scope: Scope): Promise<Profile> {
  const [user, identities] = await Promise.all([getUser(db, scope), listIdentities(db, scope)]);
  return {
    _id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    bio: user.bio,
    photoUrl: photoOf(user, config),
    mobile: mobileOf(user, config),
    username: user.username,
    referralCode: user.referral_code,
    publicProfileLink: `${config.publicUrl}/${user.username}`,
    canonicalId: user.canonical_id,
    auth0Uid: identities,
    totalTaskPoints: user.total_task_points,
    dailyMessageData: {
      count: user.message_count,
      monthCount: user.message_month_count,
      lastMessageDate: user.last_message_at?.toISOString() ?? null,
    },
    settings: settingsOf(user, config, clock()),
  };
}

export async function readSettings({ db, config, clock }: Platform, scope: Scope): Promise<Settings> {
  return settingsOf(await getUser(db, scope), config, clock());
}

/**
 * The identity provider has seen that the address is theirs: from now on it is claimed for this account. An
 * address that another account has claimed meanwhile stays with that one.
 */
export async function confirmEmail(platform: Platform, subject: string): Promise<void> {
  const userId = await findUserIdBy(platform.db, 'identity', subject);
  if (!userId) return;
  const scope = mintScope(userId, 'system');
  await claimEmail(platform.db, scope, platform.clock());
}

/** The account that has proven this address, or null: an address that was only typed belongs to nobody. */
export async function findScopeByEmail({ db }: Platform, email: string): Promise<Scope | null> {
  const userId = await findUserIdBy(db, 'email', email.toLowerCase());
  return userId ? mintScope(userId, 'user') : null;
}

export async function readEmail(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
): Promise<{ address: string; isVerified: boolean; firstName: string }> {
  const user = await getUser(db, scope);
  return { address: user.email, isVerified: user.is_email_verified, firstName: user.first_name };
}

export interface LinkedIdentity {
  readonly subject: string;
  readonly linkedAt: Date;
}

export async function listLinkedIdentities(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
): Promise<LinkedIdentity[]> {
  const entries = await listIdentityEntries(db, scope);
  return entries.map(({ value, created_at }) => ({ subject: value, linkedAt: created_at }));
}

/** Lets an identity sign in to the account. Whoever calls has seen the proof of both. */
export async function linkIdentity(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  scope: Scope,
  subject: string,
): Promise<void> {
  if (!(await insertIdentity(db, scope, subject, clock()))) {
    throw new AppError('user_exists', 'This way to sign in belongs to an account already.');
  }
  await notifyChanged(db, scope, 'profile');
}

/** Takes an identity away from the account; at least one is left. */
export async function unlinkIdentity(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  subject: string,
): Promise<void> {
  const outcome = await deleteIdentity(db, scope, subject);
  if (outcome === 'unknown') throw notFound('The way to sign in');
  if (outcome === 'last') {
    throw new AppError(
      'last_sign_in_method',
      'This is the only way into your account. Add another one first.',
    );
  }
  await notifyChanged(db, scope, 'profile');
}

export interface ProfileChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly bio?: string | undefined;
}

export async function updateProfile(
  platform: Platform,
  scope: Scope,
  change: ProfileChange,
): Promise<Profile> {
  const columns: UserChange = {
    ...(change.firstName !== undefined && { first_name: change.firstName }),
    ...(change.lastName !== undefined && { last_name: change.lastName }),
    ...(change.bio !== undefined && { bio: change.bio }),
  };
  await updateUser(platform.db, scope, columns, platform.clock());
  await notifyChanged(platform.db, scope, 'profile');
  return readProfile(platform, scope);
}

/**
 * Follows the browser's zone. The first zone that is seen also becomes the home zone; after that the home
 * zone is the user's to change, or a journey would move everyone's availability.
 */
export async function updateTimeZone(platform: Platform, scope: Scope, timeZone: string): Promise<Settings> {
  const { db, clock } = platform;
  const user = await getUser(db, scope);
  const isFirst = user.home_time_zone === null;
  await updateUser(db, scope, { time_zone: timeZone, ...(isFirst && { home_time_zone: timeZone }) }, clock());
  await notifyChanged(db, scope, 'profile');
  return readSettings(platform, scope);
}

/** What everybody may see of a user, by username (former ones too) or canonical id. Closed accounts are gone. */
export async function readPublicProfile({ db, config }: Platform, id: string): Promise<PublicProfile> {
  const userId =
    (await findUserIdBy(db, 'username', id.toLowerCase())) ?? (await findUserIdBy(db, 'canonical', id));
  const user = userId ? await getUser(db, mintScope(userId, 'system')) : null;
  if (!user || user.deletes_at) throw notFound('The profile');
  return {
    canonicalId: user.canonical_id,
    username: user.username,
    firstName: user.first_name,
    lastName: user.last_name,
    bio: user.bio,
    photoUrl: photoOf(user, config),
    isVerified: mobileOf(user, config) !== null,
  };
}

function photoOf(user: User, config: Config): string | null {
  return user.photo_name ? `${config.apiBaseUrl}/photos/${user.photo_name}` : user.photo_url;
}

/** Sets or removes the uploaded photo; answers the name of the one it took the place of. */
export async function setPhoto(
  { db, clock }: Platform,
  scope: Scope,
  name: string | null,
): Promise<string | null> {
  const old = await replacePhoto(db, scope, name, clock());
  await notifyChanged(db, scope, 'profile');
  return old;
}

/** The name of the uploaded photo; null when there is none. */
export async function findPhoto({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<string | null> {
  return (await getUser(db, scope)).photo_name;
}

export interface UsernameAnswer {
  readonly isAvailable: boolean;
  readonly reason: string | null;
}

const TAKEN = 'This name is taken. Try another one.';

/** Whether the user may take a username; their own, present and past, are theirs. */
export async function checkUsername(
  { db, clock }: Platform,
  scope: Scope,
  username: string,
): Promise<UsernameAnswer> {
  const problem = usernameProblem(username);
  if (problem) return { isAvailable: false, reason: problem };
  const owner = await findUserIdBy(db, 'username', username);
  const isAvailable =
    owner === scope.userId || (owner === null && !(await isUsernameHeld(db, username, clock())));
  return { isAvailable, reason: isAvailable ? null : TAKEN };
}

export async function changeUsername(platform: Platform, scope: Scope, username: string): Promise<Profile> {
  const problem = usernameProblem(username);
  if (problem) throw new AppError('invalid_request', problem, { fields: { username: problem } });
  // The name of a deleted account is nobody's for a while, so that its links lead to no stranger.
  const isHeld = await isUsernameHeld(platform.db, username, platform.clock());
  if (isHeld) throw new AppError('username_taken', TAKEN, { fields: { username: TAKEN } });
  const result = await replaceUsername(platform.db, scope, username, platform.clock());
  if (result === 'taken') throw new AppError('username_taken', TAKEN, { fields: { username: TAKEN } });
  if (result === 'too_many')
    throw new AppError('limit_reached', 'You have had ten usernames. Take one of them again.');
  await notifyChanged(platform.db, scope, 'profile');
  return readProfile(platform, scope);
}

/** Where a page of a former username has moved; null for names that nobody had or that are in use. */
export async function findMovedUsername({ db }: Platform, username: string): Promise<string | null> {
  const present = await findUsernameBy(db, username);
  return present !== null && present !== username ? present : null;
}

/** How many joined by the user's link. */
export async function countReferrals({ db }: Platform, scope: Scope): Promise<number> {
  return countReferred(db, scope);
}

/** What planning and calendars need to know of a user. */
export interface TimeRules {
  readonly hours: User['hours'];
  readonly homeTimeZone: string;
  readonly scheduling: Scheduling;
}

export async function getTimeRules({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<TimeRules> {
  return timeRulesOf(await getUser(db, scope));
}

function timeRulesOf(user: User): TimeRules {
  return {
    hours: user.hours,
    homeTimeZone: user.home_time_zone ?? user.time_zone,
    scheduling: schedulingOf(user),
  };
}

function schedulingOf(user: User): Scheduling {
  return { ...defaultScheduling, ...user.scheduling };
}

/** What of the settings is the user's to set, beside the profile. */
export interface OwnSettings extends TimeRules {
  readonly preferences: Settings['preferences'];
}

/**
 * Changes settings in the caller's transaction. `decide` sees them as they are while nobody else can change them,
 * so that two toggles switched at once are both kept.
 */
export async function changeSettings(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  decide: (current: OwnSettings) => SettingsChange,
): Promise<OwnSettings> {
  const user = await lockUser(tx, scope);
  const current = { ...timeRulesOf(user), preferences: user.preferences };
  const change = decide(current);
  await updateSettings(tx, scope, change, clock());
  return { ...current, ...change };
}

/** The plan of a user: what they are, by which subscription, and what that allows. */
export interface Plan {
  readonly accountStatus: AccountStatus;
  readonly subscription: Subscription | null;
  readonly entitlements: Entitlements;
}

export async function getPlan({ db, config, clock }: Platform, scope: Scope): Promise<Plan> {
  return planOf(await getUser(db, scope), config, clock());
}

/** Writes what the payment provider says of a user's subscription; part of the caller's transaction. */
export async function setSubscription(
  { config, clock }: Platform,
  tx: Tx,
  scope: Scope,
  subscription: Subscription | null,
): Promise<void> {
  const mode = config.modes.payments;
  if (mode === 'off') return;
  await saveSubscription(tx, scope, subscription && { ...subscription, mode }, clock());
}

/** What a text message needs to know of a user. */
export interface Reach {
  /** Verified, or null. */
  readonly mobile: string | null;
  readonly sendReminders: boolean;
  readonly homeTimeZone: string;
  readonly entitlements: Entitlements;
}

export async function getReach({ db, config, clock }: Platform, scope: Scope): Promise<Reach> {
  const user = await getUser(db, scope);
  return {
    mobile: mobileOf(user, config),
    sendReminders: user.send_reminders,
    homeTimeZone: user.home_time_zone ?? user.time_zone,
    entitlements: planOf(user, config, clock()).entitlements,
  };
}

/** Whose verified number this is. */
export async function findScopeByMobile({ db }: Pick<Platform, 'db'>, mobile: string): Promise<Scope | null> {
  const userId = await findUserIdBy(db, 'mobile', mobile);
  return userId ? mintScope(userId, 'system') : null;
}

/** Shows in the profile that a code is out, or no longer; part of the caller's transaction. */
export async function setPendingMobile(
  { clock }: Platform,
  tx: Tx,
  scope: Scope,
  pending: { mobile: string; expiresAt: Date } | null,
): Promise<void> {
  await updateUser(
    tx,
    scope,
    {
      ...(pending && { unverified_mobile: pending.mobile }),
      mobile_code_expires_at: pending?.expiresAt ?? null,
    },
    clock(),
  );
  await notifyChanged(tx, scope, 'profile');
}

/**
 * Gives the user a number that they have proven to be theirs. Resolves to the account that had it until now:
 * numbers get new owners, and the latest proof is the better one.
 */
export async function setMobile(
  { clock, config }: Platform,
  tx: Tx,
  scope: Scope,
  mobile: string,
): Promise<Scope | null> {
  const isDemo = config.modes.sms === 'sandbox';
  const previous = await claimMobile(tx, scope, { mobile, isDemo }, clock());
  await notifyChanged(tx, scope, 'profile');
  if (!previous) return null;
  const other = mintScope(previous, 'system');
  await notifyChanged(tx, other, 'profile');
  return other;
}

export async function clearMobile({ clock }: Platform, tx: Tx, scope: Scope): Promise<void> {
  await releaseMobile(tx, scope, clock());
  await notifyChanged(tx, scope, 'profile');
}

export async function setSendReminders(
  { clock }: Platform,
  tx: Tx,
  scope: Scope,
  isOn: boolean,
): Promise<void> {
  await updateUser(tx, scope, { send_reminders: isOn }, clock());
  await notifyChanged(tx, scope, 'profile');
}

/**
 * What a mail is about. `account` (security, payments, the account itself) is always sent, by law and in the
 * user's own interest; `activity` and `promotions` are what the toggles of the preferences are for.
 */
export type MailKind = 'account' | 'activity' | 'promotions';

/** Writes to a user, unless they do not want that kind of mail. Every mail to a user goes this way. */
export async function writeTo(
  { db, mail, log }: Pick<Platform, 'db' | 'mail' | 'log'>,
  scope: Scope,
  kind: MailKind,
  compose: (person: { firstName: string }) => { subject: string; text: string },
): Promise<void> {
  const user = await getUser(db, scope);
  if (!mayWrite(kind, user.preferences)) {
    log.debug({ kind }, 'A mail was not sent: its reader does not want this kind');
    return;
  }
  await mail.send({ to: user.email, ...compose({ firstName: user.first_name }) });
}

/** Closes the account (deleted at `deletesAt`) or opens it again (null). False: it is too late, or was so already. */
export async function setClosing(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  deletesAt: Date | null,
): Promise<boolean> {
  return saveDeletesAt(tx, scope, deletesAt, clock());
}

export async function findClosing({ db }: Platform, scope: Scope): Promise<Date | null> {
  return (await getUser(db, scope)).deletes_at;
}

/** Users whose accounts have been closed for long enough. */
export async function listAccountsToDelete({ db, clock }: Platform): Promise<string[]> {
  return listDueAccounts(db, clock());
}

/** Whether the account is still there and its time has come. */
export async function isToBeDeleted({ db, clock }: Platform, scope: Scope): Promise<boolean> {
  return findDueAccount(db, scope, clock());
}

/** Deletes the user with every row of every table; the username is held for a while, as a hash. */
export async function eraseUser({ db, clock }: Platform, scope: Scope): Promise<void> {
  const now = clock();
  await deleteUser(db, scope, now, new Date(now.getTime() + USERNAME_HELD_DAYS * DAY_MS));
}

/** The identity ids that sign in to the account. */
export function listOwnIdentities({ db }: Platform, scope: Scope): Promise<string[]> {
  return listIdentities(db, scope);
}

/** What mail and providers need to know of a user. */
export async function getPerson(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
): Promise<{ email: string; firstName: string; lastName: string }> {
  const user = await getUser(db, scope);
  return { email: user.email, firstName: user.first_name, lastName: user.last_name };
}

/** A number that was proven in the sandbox is nobody's where real texts are sent. */
function mobileOf(user: User, config: Config): string | null {
  return user.is_mobile_demo && config.modes.sms !== 'sandbox' ? null : user.mobile;
}

function planOf(user: User, config: Config, now: Date): Plan {
  // A subscription of the sandbox is worth nothing to the real provider, and the other way round.
  const { mode, ...subscription } = user.subscription ?? { mode: null };
  const counted = mode === config.modes.payments ? (subscription as Subscription) : null;
  const accountStatus = config.hasPlans ? decideAccountStatus(counted, now) : 'ACTIVE';
  return { accountStatus, subscription: counted, entitlements: entitlements[accountStatus] };
}

function settingsOf(user: User, config: Config, now: Date): Settings {
  const { accountStatus, subscription } = planOf(user, config, now);
  return {
    isOnboarded: user.onboarded_at !== null,
    ...messageLimits(accountStatus, config),
    accountStatus,
    subscription,
    sendReminders: user.send_reminders,
    calendars: [],
    timeZone: { name: user.time_zone },
    homeTimeZone: { name: user.home_time_zone ?? user.time_zone },
    workingHours: user.hours.work,
    verifyMobileData: {
      isMobileVerified: mobileOf(user, config) !== null,
      unverifiedMobile: user.unverified_mobile,
      verifyMobileCode: user.mobile_code_expires_at && user.mobile_code_expires_at > now ? 'pending' : null,
    },
    personalHours: user.hours.personal,
    scheduling: schedulingOf(user),
    // A page of ours that asks for a fresh session of the portal: a session's own address must not lie around.
    stripe: { customerPortalUrl: subscription ? `${config.publicUrl}/settings/billing-portal` : null },
    preferences: user.preferences,
  };
}

function messageLimits(status: AccountStatus, config: Config) {
  return status === 'FREE'
    ? { dailyMessageLimit: config.FREE_DAILY_MESSAGES, monthlyMessageLimit: config.FREE_MONTHLY_MESSAGES }
    : {
        dailyMessageLimit: config.PREMIUM_DAILY_MESSAGES,
        monthlyMessageLimit: config.PREMIUM_MONTHLY_MESSAGES,
      };
}

function refuseOtherIdentity(identity: Identity, claimed: string | null | undefined): void {
  if (claimed && claimed !== identity.subject) {
    throw new AppError('forbidden', 'This identity is not the one of the token.');
  }
}

function referralCode(firstName: string): string {
  const stem =
    firstName
      .normalize('NFKD')
      .replace(/[^A-Za-z]/g, '')
      .toUpperCase()
      .slice(0, 6) || 'DAY';
  const tail = Array.from({ length: 6 }, () => REFERRAL_LETTERS[randomInt(REFERRAL_LETTERS.length)]).join('');
  return `${stem}-${tail}`;
}

function safePhoto(url: string | null | undefined): string | null {
  return url && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}

/** Where a browser signs in or up, and the path of ours that it comes back to. */
export function linkTo(
  { config }: Platform,
  page: '/login' | '/signup',
  returnTo: string | undefined,
): string {
  const url = new URL(page, config.publicUrl);
  if (returnTo && isReturnPath(returnTo)) url.searchParams.set('returnTo', returnTo);
  return url.toString();
}
