import { z } from 'zod';
import { Subscription } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { isVisibleName } from './names.ts';
import { HoursOverride, Preferences, Scheduling } from './preferences.ts';
import { Instant, publicLine, succeeded, TimeZone, WeeklyHours } from './values.ts';

export const calendarDomains = ['google', 'outlook', 'apple'] as const;
export type CalendarDomain = (typeof calendarDomains)[number];
export const calendarTypes = ['personal', 'work', 'other'] as const;

/** A connected calendar account in the settings. Only the first tag is used, as the label. */
export const ConnectedCalendar = z
  .object({
    id: z.string(),
    email: z.string(),
    domain: z.enum(calendarDomains),
    type: z.enum(calendarTypes),
    tags: z.array(z.string()),
    isPrimary: z.boolean(),
  })
  .meta({ id: 'ConnectedCalendar' });

/** Short tips about parts of the app. */
export const Hints = z
  .object({
    isOn: z.boolean(),
    /** Names of the hints that were shown, on any device. A later version may have retired some of them. */
    seen: z.array(z.string()),
  })
  .meta({ id: 'Hints' });
export type Hints = z.infer<typeof Hints>;

export const Settings = z
  .object({
    isOnboarded: z.boolean(),
    dailyMessageLimit: z.int(),
    monthlyMessageLimit: z.int(),
    /** `FREE`, or the name of a paid plan. The server itself knows one paid plan, `ACTIVE`. */
    accountStatus: z.string().min(1),
    /** Null if the user never subscribed. */
    subscription: Subscription.nullable(),
    sendReminders: z.boolean(),
    calendars: z.array(ConnectedCalendar),
    /** Follows the browser; for display only. */
    timeZone: z.object({ name: TimeZone }),
    /** The zone of working hours and date-only deadlines. Only the user changes it. */
    homeTimeZone: z.object({ name: TimeZone }),
    workingHours: WeeklyHours,
    personalHours: WeeklyHours,
    /** Dates with their own hours, in order; dates long past are dropped. */
    hoursOverrides: z.array(HoursOverride),
    scheduling: Scheduling,
    verifyMobileData: z.object({
      isMobileVerified: z.boolean(),
      unverifiedMobile: z.string().nullable(),
      /** `pending` while a code is valid; the code itself never leaves the server. */
      verifyMobileCode: z.literal('pending').nullable(),
    }),
    stripe: z.object({ customerPortalUrl: z.string().nullable() }),
    preferences: Preferences,
    hints: Hints,
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

export const Profile = z
  .object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    bio: z.string(),
    photoUrl: z.string().nullable(),
    mobile: z.string().nullable(),
    username: z.string(),
    referralCode: z.string(),
    publicProfileLink: z.string(),
    /** The immutable public id of a user. */
    canonicalId: z.string(),
    /** The identity ids (`provider|id`) that sign in to this account. */
    auth0Uid: z.array(z.string()),
    totalTaskPoints: z.int(),
    dailyMessageData: z.object({
      count: z.int(),
      monthCount: z.int(),
      lastMessageDate: Instant.nullable(),
    }),
    settings: Settings,
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

/** The public part of a user. */
export const PublicProfile = z
  .object({
    canonicalId: z.string(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    bio: z.string(),
    photoUrl: z.string().nullable(),
    /** Whether the user has verified a phone number. */
    isVerified: z.boolean(),
  })
  .meta({ id: 'PublicProfile' });
export type PublicProfile = z.infer<typeof PublicProfile>;

export const ProfileResponse = z.object({ ...succeeded, user: Profile, message: z.string() });
export const SettingsResponse = z.object({ ...succeeded, settings: Settings, message: z.string() });
/**
 * The response to a change of the connected accounts. A client that gets no settings fetches the profile again.
 */
export const ConnectionResponse = z.object({
  success: z.literal(true).optional(),
  settings: Settings.optional(),
  message: z.string().optional(),
});

const NAMES_REQUIRED = 'First name and last name are required';
const PersonName = publicLine(100);
const RequiredName = PersonName.refine(isVisibleName, NAMES_REQUIRED);
const Link = z.object({ ...succeeded, url: z.string(), message: z.string() });
const ReturnTo = z.object({ returnTo: z.string().max(2_000).optional() });

const updateName = endpoint({
  method: 'PUT',
  path: '/user/update-name',
  summary: 'Change first and last name',
  access: 'user',
  body: z.object({
    firstName: RequiredName,
    lastName: RequiredName,
  }),
  response: ProfileResponse,
});

export const accountApi = {
  checkUser: endpoint({
    method: 'POST',
    path: '/auth/checkuser',
    summary: 'Whether the identity in the token has an account',
    access: 'identity',
    body: z.object({ email: z.string().max(320).optional(), auth0Uid: z.string().max(300).optional() }),
    response: z.object({ ...succeeded, existingUser: z.boolean(), message: z.string().optional() }),
  }),
  registerUser: endpoint({
    method: 'POST',
    path: '/auth/registerUser',
    summary: 'Create the account of the identity in the token',
    access: 'identity',
    body: z.object({
      firstName: PersonName.nullish(),
      lastName: PersonName.nullish(),
      auth0Uid: z.string().max(300).nullish(),
      email: z.string().max(320).nullish(),
      photoUrl: z.string().max(2_000).nullish(),
      provider: z.string().max(100).nullish(),
      /** The referral code seen before sign-up. */
      ref: z.string().max(64).nullish(),
      timeZoneName: TimeZone.nullish(),
    }),
    response: ProfileResponse,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'The address where a browser signs in',
    access: 'public',
    body: ReturnTo.optional(),
    response: Link,
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    summary: 'The address where a browser signs up',
    access: 'public',
    body: ReturnTo.optional(),
    response: Link,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary:
      "End the caller's sessions at the embedded identity provider; returns where to sign out of an external one",
    access: 'identity',
    response: Link,
  }),
  getProfile: endpoint({
    method: 'GET',
    path: '/user/profile',
    summary: 'The signed-in user',
    access: 'user',
    scope: 'read:profile',
    response: ProfileResponse,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/user/update-profile',
    summary: 'Change name and bio; send only changed fields',
    access: 'user',
    body: z.object({
      firstName: RequiredName.optional(),
      lastName: RequiredName.optional(),
      bio: z.string().trim().max(2_000).optional(),
    }),
    response: ProfileResponse,
  }),
  updateName,
  patchName: endpoint({ ...updateName, method: 'PATCH', summary: 'Same as PUT' }),
  readPublicProfile: endpoint({
    method: 'GET',
    path: '/public-profile/:id',
    summary: 'The public profile of a user, by username or canonical id',
    access: 'public',
    params: z.object({ id: z.string().max(64) }),
    response: z.object({ ...succeeded, profile: PublicProfile }),
  }),
  readPublicUser: endpoint({
    method: 'GET',
    path: '/public-profile/user/:id',
    summary: 'Same as GET /public-profile/:id',
    access: 'public',
    params: z.object({ id: z.string().max(64) }),
    response: z.object({ ...succeeded, profile: PublicProfile }),
  }),
  checkUsername: endpoint({
    method: 'GET',
    path: '/user/username-availability',
    summary: 'Whether a username is available',
    access: 'user',
    query: z.object({ username: z.string().max(100) }),
    response: z.object({
      ...succeeded,
      isAvailable: z.boolean(),
      /** Why it is not available, as a text for the user; null if it is. */
      reason: z.string().nullable(),
    }),
  }),
  changeUsername: endpoint({
    method: 'PUT',
    path: '/user/username',
    summary: 'Choose a username; the old address redirects to the new one',
    access: 'user',
    body: z.object({ username: z.string().trim().toLowerCase().max(100) }),
    response: ProfileResponse,
  }),
  getReferrals: endpoint({
    method: 'GET',
    path: '/user/referrals',
    summary: 'Number of people who joined by the referral link',
    access: 'user',
    response: z.object({ ...succeeded, joined: z.int() }),
  }),
  getSettings: endpoint({
    method: 'GET',
    path: '/user/settings',
    summary: "The signed-in user's settings",
    access: 'user',
    scope: 'read:profile',
    response: SettingsResponse,
  }),
  updateTimeZone: endpoint({
    method: 'PATCH',
    path: '/user/update-timezone',
    summary: 'Set the display time zone (it follows the browser)',
    access: 'user',
    body: z.object({ timeZoneName: TimeZone }),
    response: SettingsResponse,
  }),
};
