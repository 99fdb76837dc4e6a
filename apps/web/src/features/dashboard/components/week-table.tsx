import type { WeekFigures } from '@dayloom/contracts';
import { describeCategory, describeDone, type ShownDay, sumFigures } from '../model/week.ts';
import { FiguresTable } from './figures-table.tsx';

interface WeekTableProps {
  week: WeekFigures;
  days: readonly ShownDay[];
  /** Only for screen readers. */
  isHidden: boolean;
}

/** The figures of the chart: what was done of what was planned, by category and day. */
export function WeekTable({ week: { categories }, days, isHidden }: WeekTableProps) {
  const total = sumFigures(categories);
  return (
    <FiguresTable caption="Time done of the time planned, this week" isHidden={isHidden}>
      <thead>
        <tr>
          <th scope="col">Category</th>
          {days.map(({ name, fullName }) => (
            <th key={name} scope="col" aria-label={fullName}>
              {name}
            </th>
          ))}
          <th scope="col">Week</th>
        </tr>
      </thead>
      <tbody>
        {categories.map((category) => (
          <tr key={`${category.kind} ${category.project}`}>
            <th scope="row">{describeCategory(category)}</th>
            {days.map(({ name }, at) => (
              <td key={name}>{describeDone(category.days[at] ?? { plannedMinutes: 0, workedMinutes: 0 })}</td>
            ))}
            <td>{describeDone(category)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Total</th>
          {days.map(({ name }, at) => (
            <td key={name}>
              {describeDone(sumFigures(categories.flatMap((category) => category.days[at] ?? [])))}
            </td>
          ))}
          <td>{describeDone(total)}</td>
        </tr>
      </tbody>
    </FiguresTable>
  );
}
