import type { Reminder, ReminderChannel, ReminderKind } from '@dayloom/contracts';

export const kindWords: Record<ReminderKind, { title: string; text: string; atZero: string }> = {
  event: { title: 'Events', text: 'Before an event begins', atZero: 'When it begins' },
  allDayEvent: {
    title: 'All-day events',
    text: 'Before 9:00 of the first day',
    atZero: 'On the day at 9:00',
  },
  task: { title: 'Tasks', text: 'Before a task is due', atZero: 'When it is due' },
  block: { title: 'Planned blocks', text: 'Before planned work begins', atZero: 'When it begins' },
  booking: { title: 'Bookings', text: 'Before somebody who booked you arrives', atZero: 'When it begins' },
  meetingRequest: {
    title: 'Meeting requests',
    text: 'Before your request closes with answers missing',
    atZero: 'When it closes',
  },
};

export const channelNames: Record<ReminderChannel, string> = {
  app: 'App',
  push: 'Push',
  email: 'Email',
  sms: 'SMS',
};

const DAY_MINUTES = 1_440;
const times = [
  0,
  5,
  10,
  15,
  30,
  60,
  120,
  240,
  480,
  DAY_MINUTES,
  2 * DAY_MINUTES,
  3 * DAY_MINUTES,
  7 * DAY_MINUTES,
  14 * DAY_MINUTES,
];

/** `10 minutes before`, `1 day before`. */
export function describeBefore(minutes: number, atZero: string): string {
  if (minutes === 0) return atZero;
  const units = [
    [7 * DAY_MINUTES, 'week'],
    [DAY_MINUTES, 'day'],
    [60, 'hour'],
    [1, 'minute'],
  ] as const;
  const [size, noun] = units.find(([unit]) => minutes % unit === 0) ?? [1, 'minute'];
  const amount = minutes / size;
  return `${amount} ${noun}${amount === 1 ? '' : 's'} before`;
}

/** The times that another reminder of the list does not have. */
export function timeOptions(current: number | null, taken: readonly number[], atZero: string) {
  return [...new Set([...times, ...(current === null ? [] : [current])])]
    .filter((minutes) => minutes === current || !taken.includes(minutes))
    .sort((a, b) => a - b)
    .map((value) => ({ value, label: describeBefore(value, atZero) }));
}

/** The next reminder that `Add` makes: the first usual time that is free. */
export function nextReminder(reminders: readonly Reminder[]): Reminder {
  const taken = reminders.map(({ minutesBefore }) => minutesBefore);
  const [first] = reminders;
  return {
    minutesBefore: [10, 60, DAY_MINUTES, ...times].find((minutes) => !taken.includes(minutes)) ?? 0,
    channels: first ? [...first.channels] : ['app'],
  };
}

/** `10 minutes before (App, Push)`; `None`. */
export function formatList(reminders: readonly Reminder[], atZero: string): string {
  if (reminders.length === 0) return 'none';
  return reminders
    .map(
      ({ minutesBefore, channels }) =>
        `${describeBefore(minutesBefore, atZero)} (${channels.map((channel) => channelNames[channel]).join(', ')})`,
    )
    .join(', ');
}
