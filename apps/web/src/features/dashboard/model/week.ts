import type { CategoryFigures, CompletionFigures, WeekFigures } from '@dayloom/contracts';
import { dateFormat } from '#lib/date-format.ts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { addDays, localDate } from '#lib/local-dates.ts';

const weekday = dateFormat({ weekday: 'short' });
const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' });

export interface ShownDay {
  readonly date: Date;
  /** `Wed` */
  readonly name: string;
  /** `Wednesday, 18 November` */
  readonly fullName: string;
}

/** The days of a week. The figures are of the home zone's dates, whatever the zone of this browser. */
export const listDays = ({ startsOn }: Pick<WeekFigures, 'startsOn'>): ShownDay[] =>
  Array.from({ length: 7 }, (_, at) => {
    const date = addDays(localDate(startsOn), at);
    return { date, name: weekday().format(date), fullName: longDay().format(date) };
  });

/** `9–15 Nov` */
export function describeWeek(startsOn: string): string {
  const first = localDate(startsOn);
  return dayAndMonth().formatRange(first, addDays(first, 6));
}

export function describeCategory({ kind, project }: Pick<CategoryFigures, 'kind' | 'project'>): string {
  switch (kind) {
    case 'project':
      return project ?? '';
    case 'none':
      return 'No project';
    case 'rest':
      return 'Other projects';
    case 'meetings':
      return 'Meetings';
  }
}

type Sums = Pick<CategoryFigures, 'plannedMinutes' | 'workedMinutes'>;

export const sumFigures = (figures: readonly Sums[]): Sums => ({
  plannedMinutes: figures.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0),
  workedMinutes: figures.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0),
});

/** `1 h 30 of 2 h`; what was done without a plan is `30 min`. */
export function describeDone({ plannedMinutes, workedMinutes }: Sums): string {
  if (plannedMinutes === 0) return workedMinutes === 0 ? '–' : formatMinutes(workedMinutes);
  return `${formatMinutes(workedMinutes)} of ${formatMinutes(plannedMinutes)}`;
}

/** A day by category: `Wednesday, 18 November: 1 h of 2 h done. Atlas 1 h of 2 h.` The week is summed up. */
export function describeDay(
  { categories }: WeekFigures,
  days: readonly ShownDay[],
  at: number | null,
): string {
  const own = categories.flatMap((category) => {
    const sums = at === null ? category : category.days[at];
    return sums && sums.plannedMinutes + sums.workedMinutes > 0
      ? [{ name: describeCategory(category), sums }]
      : [];
  });
  const name = at === null ? 'The week' : days[at]?.fullName;
  const done = `${name}: ${describeDone(sumFigures(own.map(({ sums }) => sums)))} done.`;
  if (own.length === 0) return `${name}: nothing planned.`;
  const parts = own.map(({ name: part, sums }) => `${part} ${describeDone(sums)}`).join(', ');
  return at === null ? done : `${done} ${parts}.`;
}

/** Per cent of the planned work that was done; null if none was due. */
export const toShare = ({
  dueMinutes,
  doneMinutes,
}: Pick<CompletionFigures, 'dueMinutes' | 'doneMinutes'>) =>
  dueMinutes === 0 ? null : Math.round((doneMinutes / dueMinutes) * 100);

/** The share of all weeks, and how this week compares with the ones before. Null if nothing was due. */
export function describeCompletion(
  weeks: readonly CompletionFigures[],
): { readonly value: string; readonly meaning: string } | null {
  const sum = (some: readonly CompletionFigures[]) =>
    toShare({
      dueMinutes: some.reduce((all, { dueMinutes }) => all + dueMinutes, 0),
      doneMinutes: some.reduce((all, { doneMinutes }) => all + doneMinutes, 0),
    });
  const share = sum(weeks);
  if (share === null) return null;
  const [current, before] = [sum(weeks.slice(-1)), sum(weeks.slice(0, -1))];
  return { value: `${share} %`, meaning: compareShares(current, before) };
}

function compareShares(current: number | null, before: number | null): string {
  if (current === null) return 'nothing was due this week yet';
  const words = `${current} % this week`;
  if (before === null || before === current) return words;
  return `${words}, ${current > before ? 'up' : 'down'} from ${before} %`;
}
