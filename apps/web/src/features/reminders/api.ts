import {
  calendarApi,
  type Reminder,
  type ReminderSettingsChange,
  type ReminderSubject,
  remindersApi,
} from '@dayloom/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { optimisticData } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';

type Settings = Awaited<ReturnType<typeof saveSettings>>;
type OwnReminders = Awaited<ReturnType<typeof saveOwnReminders>>;

/** Below the profile's key: its topic covers them. */
const REMINDERS = [...queryKeys.profile, 'reminders'];

export const settingsQuery = queryOptions({
  queryKey: REMINDERS,
  queryFn: ({ signal }) => call(remindersApi.getSettings, {}, { signal }),
});

export const optimisticSettings = optimisticData<Settings>('reminder settings');

export const saveSettings = (change: ReminderSettingsChange) =>
  call(remindersApi.changeSettings, { body: change });

export const ownRemindersQuery = (subject: ReminderSubject, id: string) =>
  queryOptions({
    queryKey: [...REMINDERS, subject, id],
    queryFn: ({ signal }) => call(remindersApi.getOwn, { params: { subject, id } }, { signal }),
  });

export const optimisticOwnReminders = (subject: ReminderSubject, id: string) =>
  optimisticData<OwnReminders>(`reminders of ${subject} ${id}`);

export const saveOwnReminders = (
  subject: ReminderSubject,
  id: string,
  reminders: readonly Reminder[] | null,
) =>
  call(remindersApi.setOwn, {
    params: { subject, id },
    body: {
      reminders: reminders && reminders.map(({ minutesBefore, channels }) => ({ minutesBefore, channels })),
    },
  });

export const calendarsQuery = queryOptions({
  queryKey: [...queryKeys.calendars, 'reminders'],
  queryFn: async ({ signal }) => (await call(calendarApi.list, {}, { signal })).calendars,
});
