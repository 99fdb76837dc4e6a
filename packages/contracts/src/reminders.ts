import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, succeeded, TimeOfDay } from './values.ts';

/** What reminders are about. `allDayEvent`: the time counts from 9:00 of its first day. */
export const reminderKinds = ['event', 'allDayEvent', 'task', 'block', 'booking', 'meetingRequest'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** `app`: the list behind the bell. */
export const reminderChannels = ['app', 'push', 'email', 'sms'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** Four weeks. */
export const MAX_MINUTES_BEFORE = 40_320;
export const MAX_REMINDERS = 5;

export const Reminder = z
  .object({
    minutesBefore: z.int().min(0).max(MAX_MINUTES_BEFORE),
    channels: z
      .array(z.enum(reminderChannels))
      .min(1, 'needs at least one way to reach you')
      .max(reminderChannels.length)
      .refine((all) => new Set(all).size === all.length, 'must not contain a channel twice'),
  })
  .meta({ id: 'Reminder' });
export type Reminder = z.infer<typeof Reminder>;

/** None at all turns reminders off. */
export const Reminders = z
  .array(Reminder)
  .max(MAX_REMINDERS)
  .refine(
    (all) => new Set(all.map(({ minutesBefore }) => minutesBefore)).size === all.length,
    'must not contain a time twice',
  );
export type Reminders = z.infer<typeof Reminders>;

/** A mail of every day, at a time of the home zone. */
const DailyMail = z.object({
  isOn: z.boolean(),
  at: TimeOfDay.refine((time) => time !== '24:00', 'is 00:00'),
});

export const ReminderSettings = z
  .object({
    defaults: z.object(
      Object.fromEntries(reminderKinds.map((kind) => [kind, Reminders])) as Record<
        ReminderKind,
        typeof Reminders
      >,
    ),
    /** What the day brings, by mail. */
    briefing: DailyMail,
    /** What was done and what is left, by mail. */
    summary: DailyMail,
    /** Reminders by email; a link in each of them turns them off. */
    mailsReminders: z.boolean(),
  })
  .meta({ id: 'ReminderSettings' });
export type ReminderSettings = z.infer<typeof ReminderSettings>;

export const defaultReminderSettings: ReminderSettings = {
  defaults: {
    event: [{ minutesBefore: 10, channels: ['app', 'push'] }],
    allDayEvent: [],
    task: [{ minutesBefore: 120, channels: ['app', 'push', 'sms'] }],
    block: [{ minutesBefore: 5, channels: ['app', 'push', 'sms'] }],
    booking: [{ minutesBefore: 15, channels: ['app', 'push', 'email'] }],
    meetingRequest: [{ minutesBefore: 1_440, channels: ['app', 'email'] }],
  },
  briefing: { isOn: false, at: '07:30' },
  summary: { isOn: false, at: '18:00' },
  mailsReminders: true,
};

/** Only the settings that change. */
export const ReminderSettingsChange = z
  .object({
    defaults: ReminderSettings.shape.defaults.partial().strict(),
    briefing: DailyMail,
    summary: DailyMail,
    mailsReminders: z.boolean(),
  })
  .partial()
  .meta({ id: 'ReminderSettingsChange' });
export type ReminderSettingsChange = z.infer<typeof ReminderSettingsChange>;

/** What can have reminders of its own. */
export const reminderSubjects = ['calendar', 'event', 'task'] as const;
export type ReminderSubject = (typeof reminderSubjects)[number];

const ReminderSettingsResponse = z.object({
  ...succeeded,
  settings: ReminderSettings,
  /** The channels that can reach the user now. */
  reachable: z.array(z.enum(reminderChannels)),
  mail: z.enum(['sent', 'refused', 'off']).meta({
    description:
      'Whether the daily mails can reach the user: `refused` by their preferences, `off` for everybody on this server.',
  }),
  message: z.string(),
});

const Subject = z.object({ subject: z.enum(reminderSubjects), id: Id });
const OwnReminders = z.object({
  ...succeeded,
  /** Null: as set for its calendar, or by default. */
  reminders: Reminders.nullable(),
  /** What counts without own ones. */
  inherited: Reminders,
  message: z.string(),
});

export const remindersApi = {
  getSettings: endpoint({
    method: 'GET',
    path: '/reminders/settings',
    summary: 'When and how the user is reminded, and which channels can reach them',
    access: 'user',
    scope: 'read:settings',
    response: ReminderSettingsResponse,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: '/reminders/settings',
    summary: 'Change when and how the user is reminded; send only changed fields',
    access: 'user',
    scope: 'write:settings',
    body: ReminderSettingsChange,
    response: ReminderSettingsResponse,
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/reminders/:subject/:id',
    summary: 'The reminders of one calendar, event or task',
    access: 'user',
    scope: 'read:settings',
    params: Subject,
    response: OwnReminders,
  }),
  setOwn: endpoint({
    method: 'PUT',
    path: '/reminders/:subject/:id',
    summary: 'Set the reminders of one calendar, event or task; null returns to the default',
    access: 'user',
    scope: 'write:settings',
    params: Subject,
    body: z.object({ reminders: Reminders.nullable() }),
    response: OwnReminders,
  }),
  askToUnsubscribe: endpoint({
    method: 'GET',
    path: '/unsubscribe/:token',
    summary: 'The page behind the unsubscribe link of a reminder mail; it changes nothing',
    access: 'public',
    params: z.object({ token: z.string() }),
    /** HTML. */
    response: z.string(),
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/unsubscribe/:token',
    summary: 'Stop the mails of one kind by a signed link (RFC 8058, one click)',
    access: 'public',
    params: z.object({ token: z.string() }),
    media: 'application/x-www-form-urlencoded',
    /** HTML. */
    response: z.string(),
  }),
};
