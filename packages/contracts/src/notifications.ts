import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { ReminderKind } from './reminders.ts';
import { Id, Instant, succeeded } from './values.ts';

/** `plan`: a new plan waits, or was accepted automatically. `missed`: reminders that came too late. */
export const notificationKinds = [
  'event',
  'allDayEvent',
  'task',
  'block',
  'booking',
  'meetingRequest',
  'plan',
  'missed',
] as const satisfies readonly (ReminderKind | 'plan' | 'missed')[];
export type NotificationKind = (typeof notificationKinds)[number];

/** An entry of the list behind the bell. */
export const Notification = z
  .object({
    _id: Id,
    kind: z.enum(notificationKinds),
    title: z.string(),
    /** More words; empty for none. */
    text: z.string(),
    /** When its subject begins or is due. */
    at: Instant.nullable(),
    /** Where it leads, a path of the app. */
    path: z.string(),
    /** A change that can be undone; null also once it was. */
    commandId: Id.nullable(),
    createdAt: Instant,
    readAt: Instant.nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

/** A subscription of a browser, as its push manager gives it (W3C Push API). */
export const PushSubscription = z
  .object({
    endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
    keys: z.object({
      /** An uncompressed point of P-256. */
      p256dh: z.base64url().min(80).max(100),
      auth: z.base64url().min(16).max(40),
    }),
  })
  .meta({ id: 'PushSubscription' });
export type PushSubscription = z.infer<typeof PushSubscription>;

const Done = z.object({ ...succeeded, message: z.string() });

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: 'The latest notifications, newest first, and the number of unread ones',
    access: 'user',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(30) }),
    response: z.object({
      ...succeeded,
      notifications: z.array(Notification),
      unread: z.int(),
      message: z.string(),
    }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/notifications/read',
    summary: 'Mark notifications as read; without ids all of them',
    access: 'user',
    body: z.object({ ids: z.array(Id).max(100).optional() }),
    response: z.object({ ...succeeded, unread: z.int(), message: z.string() }),
  }),
  getPushKey: endpoint({
    method: 'GET',
    path: '/push/key',
    summary: "The server's public key for Web Push (VAPID, RFC 8292), in base64url",
    access: 'user',
    response: z.object({ ...succeeded, publicKey: z.string() }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/push/subscriptions',
    summary: 'Send notifications to this browser too',
    access: 'user',
    body: PushSubscription,
    response: Done,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/push/unsubscribe',
    summary: 'Send no more notifications to this browser',
    access: 'user',
    body: PushSubscription.pick({ endpoint: true }),
    response: Done,
  }),
};
