import {
  defaultReminderSettings,
  type Reminder,
  type ReminderChannel,
  type ReminderSettings,
  type ReminderSettingsChange,
  type ReminderSubject,
} from '@dayloom/contracts';
import { listRecipients } from '#features/account/operations/mail.ts';
import { isBookedEvent } from '#features/booking/operations/remindable-bookings.ts';
import {
  findRemindedEvent,
  hasCalendar,
  listQuietCalendars,
} from '#features/calendar/operations/remindable-events.ts';
import { hasBrowser } from '#features/notifications/operations/push.ts';
import { canText } from '#features/phone/operations/texts.ts';
import { listExistingTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { listReminders, type OwnReminders } from '../rules/wanted-reminders.ts';
import { listOverrides, lockSettings, readSettings, saveOverride, saveSettings } from '../store/settings.ts';
import type { StoredSettings } from '../store/tables.ts';
import type { RemindersPlatform } from './platform.ts';

export function toSettings({ defaults, ...stored }: StoredSettings): ReminderSettings {
  return {
    ...defaultReminderSettings,
    ...stored,
    defaults: { ...defaultReminderSettings.defaults, ...defaults },
  };
}

export async function loadOwnReminders(db: Db, scope: Scope): Promise<OwnReminders> {
  const own = {
    calendar: new Map<string, readonly Reminder[]>(),
    event: new Map<string, readonly Reminder[]>(),
    task: new Map<string, readonly Reminder[]>(),
  };
  for (const { subject, subjectId, reminders } of await listOverrides(db, scope))
    own[subject].set(subjectId, reminders);
  return { calendars: own.calendar, events: own.event, tasks: own.task };
}

export interface SettingsView {
  readonly settings: ReminderSettings;
  readonly reachable: ReminderChannel[];
  readonly mail: 'sent' | 'refused' | 'off';
}

export async function readReminderSettings(
  platform: DbContext & Pick<RemindersPlatform, 'config' | 'sms'>,
  scope: Scope,
): Promise<SettingsView> {
  const settings = toSettings(await readSettings(platform.db, scope));
  return { settings, ...(await readReach(platform, scope, settings)) };
}

async function readReach(
  platform: DbContext & Pick<RemindersPlatform, 'config' | 'sms'>,
  scope: Scope,
  { mailsReminders }: ReminderSettings,
): Promise<Pick<SettingsView, 'reachable' | 'mail'>> {
  const { config } = platform;
  const [recipients, isSubscribed, isTexted] = await Promise.all([
    listRecipients(platform, [scope.userId]),
    hasBrowser(platform, scope),
    canText(platform, scope),
  ]);
  const person = recipients.get(scope.userId);
  const accepted = person?.acceptsActivityMail ? 'sent' : 'refused';
  const mail = config.modes.mail === 'off' ? 'off' : accepted;
  return {
    mail,
    reachable: [
      'app',
      ...(person?.acceptsPush && isSubscribed ? (['push'] as const) : []),
      ...(mail === 'sent' && mailsReminders ? (['email'] as const) : []),
      ...(isTexted ? (['sms'] as const) : []),
    ],
  };
}

export async function changeReminderSettings(
  platform: DbContext & Pick<RemindersPlatform, 'config' | 'sms'>,
  scope: Scope,
  change: ReminderSettingsChange,
): Promise<SettingsView> {
  await platform.db.transaction().execute(async (tx) => {
    const stored = await lockSettings(tx, scope);
    await saveSettings(tx, scope, withChange(stored, change));
    await notifyChanged(tx, scope, 'profile');
  });
  return readReminderSettings(platform, scope);
}

export function withChange(
  stored: StoredSettings,
  { defaults = {}, ...change }: ReminderSettingsChange,
): StoredSettings {
  const definite = (given: object) =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...stored, ...definite(change), defaults: { ...stored.defaults, ...definite(defaults) } };
}

export interface SubjectReminders {
  readonly reminders: Reminder[] | null;
  readonly inherited: Reminder[];
}

interface SubjectId {
  readonly subject: ReminderSubject;
  readonly id: string;
}

/** The reminders of one calendar, event or task, and those that it would inherit. Throws `not_found`. */
export async function readOwnReminders(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  asked: SubjectId,
): Promise<SubjectReminders> {
  const { id, kind, calendarId } = await getSubject(db, scope, asked);
  const [stored, own, quiet] = await Promise.all([
    readSettings(db, scope),
    loadOwnReminders(db, scope),
    listQuietCalendars(db, scope),
  ]);
  const owner = { calendar: own.calendars, event: own.events, task: own.tasks }[asked.subject];
  const inherited = listReminders(
    { kind, ownId: null, calendarId },
    toSettings(stored),
    asked.subject === 'calendar' ? { ...own, calendars: new Map() } : own,
    new Set(quiet),
  );
  const reminders = owner.get(id);
  return { reminders: reminders ? [...reminders] : null, inherited: [...inherited] };
}

/** Sets them; null returns to the inherited ones. */
export async function setOwnReminders(
  platform: Pick<Platform, 'db'>,
  scope: Scope,
  asked: SubjectId,
  reminders: readonly Reminder[] | null,
): Promise<SubjectReminders> {
  const { id } = await getSubject(platform.db, scope, asked);
  await saveOverride(platform.db, scope, { subject: asked.subject, subjectId: id }, reminders);
  await notifyChanged(platform.db, scope, 'profile');
  return readOwnReminders(platform, scope, { ...asked, id });
}

async function getSubject(db: Db, scope: Scope, { subject, id }: SubjectId) {
  if (subject === 'calendar') {
    if (!(await hasCalendar(db, scope, id))) throw notFound('The calendar');
    return { id, kind: 'event', calendarId: id } as const;
  }
  if (subject === 'task') {
    if ((await listExistingTasks(db, scope, [id])).length === 0) throw notFound('The task');
    return { id, kind: 'task', calendarId: null } as const;
  }
  const event = await findRemindedEvent(db, scope, id);
  if (!event) throw notFound('The event');
  const kind = (await isBookedEvent(db, scope, event.id))
    ? 'booking'
    : event.isAllDay
      ? 'allDayEvent'
      : 'event';
  return { id: event.id, kind, calendarId: event.calendarId } as const;
}
