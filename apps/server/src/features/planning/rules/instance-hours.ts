import type { Scheduling, WeeklyHours } from '@dayloom/contracts';
import type { Instance } from '@dayloom/planner';
import type { ClockWindow } from '@dayloom/time';

export const ANY_HOURS = 'any';

const wholeDay = [['00:00', '24:00']] as const;

export const anyHours: Instance['hours'][string] = {
  mon: wholeDay,
  tue: wholeDay,
  wed: wholeDay,
  thu: wholeDay,
  fri: wholeDay,
  sat: wholeDay,
  sun: wholeDay,
};

type Windows = readonly ClockWindow[];

/** The earliest start of a personal task that is wanted in the morning. */
const MORNING_FROM = '07:00';
const NOON = '12:00';

/** Personal hours, and the time before work on those of their days that begin after noon. */
export function withMornings({
  work,
  personal,
}: {
  work: WeeklyHours;
  personal: WeeklyHours;
}): Instance['hours'][string] {
  return Object.fromEntries(
    Object.entries(withoutUndefinedDays(personal)).map(([day, windows]) => {
      const begins = (open: Windows = []) => open.map(([from]) => from).toSorted()[0];
      const first = begins(windows);
      const until = begins(work[day as keyof WeeklyHours]) ?? NOON;
      if (first === undefined || first < NOON || until <= MORNING_FROM) return [day, windows];
      return [day, [[MORNING_FROM, until < NOON ? until : NOON], ...windows]];
    }),
  );
}

/** The windows of each day or date, without the lunch break. */
export function withoutLunch(
  windows: { readonly [day: string]: Windows | undefined },
  lunch: Scheduling['lunch'],
): Record<string, Windows> {
  const list = Object.entries(windows).map(([day, open = []]) => [day, open] as const);
  if (lunch === null) return Object.fromEntries(list);
  const [from, to] = lunch;
  const cut = ([opens, closes]: ClockWindow): ClockWindow[] => {
    if (closes <= from || to <= opens) return [[opens, closes]];
    const parts: ClockWindow[] = [
      [opens, from],
      [to, closes],
    ];
    return parts.filter(([start, end]) => start < end);
  };
  return Object.fromEntries(list.map(([day, open]) => [day, open.flatMap(cut)]));
}

/** Weekly hours without the days that are undefined. */
export function withoutUndefinedDays(weekly: WeeklyHours): Instance['hours'][string] {
  return Object.fromEntries(Object.entries(weekly).filter(([, windows]) => windows !== undefined));
}
