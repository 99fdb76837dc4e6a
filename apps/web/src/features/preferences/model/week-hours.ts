import type { WeeklyHours } from '@dayloom/contracts';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof days)[number];
export const dayNames: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

export interface HoursSets {
  readonly work: WeeklyHours;
  readonly personal: WeeklyHours;
}

export type Window = readonly [opens: string, closes: string];

/** A time field has no 24:00: as an end, 00:00 means the midnight that ends the day. */
export const endOfField = (time: string) => (time === '00:00' ? '24:00' : time);
export const endInField = (time: string) => (time === '24:00' ? '00:00' : time);

/** A day's problem, in words; null if it can be saved. */
export function findProblem(windows: readonly Window[]): string | null {
  if (windows.some(([opens, closes]) => !opens || !closes)) return 'Enter both times';
  if (windows.some(([opens, closes]) => opens >= closes)) return 'The end must be after the start';
  const sorted = windows.toSorted(([a], [b]) => a.localeCompare(b));
  const isOverlapping = sorted.some(([opens], index) => index > 0 && opens < (sorted[index - 1]?.[1] ?? ''));
  return isOverlapping ? 'These times overlap' : null;
}

export function hasProblem({ work, personal }: HoursSets): boolean {
  return [work, personal].some((hours) => days.some((day) => findProblem(hours[day] ?? []) !== null));
}

/** A further window for a day: after the last one, or the default. */
export function nextWindow(windows: readonly Window[]): [string, string] {
  const last = windows.map(([, closes]) => Number(closes.slice(0, 2))).reduce((a, b) => Math.max(a, b), 0);
  if (windows.length === 0) return ['09:00', '17:00'];
  const opens = Math.min(last + 1, 22);
  return [hour(opens), hour(Math.min(opens + 2, 24))];
}

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`;

export function withDay(hours: WeeklyHours, day: Day, windows: readonly Window[]): WeeklyHours {
  return { ...hours, [day]: windows.map(([opens, closes]) => [opens, closes]) };
}

export function copied(hours: WeeklyHours, from: Day, to: readonly Day[]): WeeklyHours {
  return to.reduce((all, day) => withDay(all, day, hours[from] ?? []), hours);
}

/** `38 h 30` a week. */
export function weekInWords(hours: WeeklyHours): string {
  const minutes = days
    .flatMap((day) => hours[day] ?? [])
    .reduce((sum, [opens, closes]) => sum + Math.max(0, toMinutes(closes) - toMinutes(opens)), 0);
  const rest = minutes % 60;
  return rest ? `${Math.floor(minutes / 60)} h ${rest} a week` : `${minutes / 60} h a week`;
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Whether two sets of hours are equal; an empty day equals a missing one. */
export function sameHours(a: HoursSets, b: HoursSets): boolean {
  const plain = ({ work, personal }: HoursSets) =>
    JSON.stringify([work, personal].map((hours) => days.map((day) => hours[day] ?? [])));
  return plain(a) === plain(b);
}

/** A readable name for `America/New_York`. */
export function zoneInWords(timeZone: string): string {
  return timeZone.replaceAll('_', ' ').replace(/\//g, ' / ');
}

export function getCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}
