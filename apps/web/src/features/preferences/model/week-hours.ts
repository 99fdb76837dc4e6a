import type { WeeklyHours } from '@dayloom/contracts';
import { days, findMinutes, findProblem } from '#ui/day-windows.ts';

export interface HoursSets {
  readonly work: WeeklyHours;
  readonly personal: WeeklyHours;
}

export function hasProblem({ work, personal }: HoursSets): boolean {
  return [work, personal].some((hours) => days.some((day) => findProblem(hours[day] ?? []) !== null));
}

/** `38 h 30` a week. */
export function describeWeek(hours: WeeklyHours): string {
  const minutes = days
    .flatMap((day) => hours[day] ?? [])
    .reduce((sum, window) => sum + (findMinutes(window) ?? 0), 0);
  const rest = minutes % 60;
  return rest ? `${Math.floor(minutes / 60)} h ${rest} a week` : `${minutes / 60} h a week`;
}

/** Whether two sets of hours are equal; an empty day equals a missing one. */
export function sameHours(a: HoursSets, b: HoursSets): boolean {
  const plain = ({ work, personal }: HoursSets) =>
    JSON.stringify([work, personal].map((hours) => days.map((day) => hours[day] ?? [])));
  return plain(a) === plain(b);
}
