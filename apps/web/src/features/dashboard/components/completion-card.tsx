import type { CompletionFigures } from '@dayloom/contracts';
import { useState } from 'react';
import { formatMinutes } from '#lib/format-minutes.ts';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { TREND_HEIGHT, toTrend } from '../model/chart-scales.ts';
import { describeCompletion, describeWeek, toShare } from '../model/week.ts';
import { FiguresTable } from './figures-table.tsx';
import { TableButton } from './table-button.tsx';
import './completion-card.css';

/** How much of the planned work was done, by week. Nothing until some was due. */
export function CompletionCard({ weeks }: { weeks: readonly CompletionFigures[] }) {
  const [isTable, setIsTable] = useState(false);
  const words = describeCompletion(weeks);
  if (!words) return null;
  return (
    <Card aria-labelledby="completion">
      <CardHeader
        id="completion"
        title="Completion"
        subtitle={`Planned work that was done, ${weeks.length} weeks`}
        action={<TableButton isTable={isTable} onChange={setIsTable} />}
      />
      <CardBody>
        <p className="completion-card-words">
          <span className="completion-card-value n">{words.value}</span>
          <span className="text-small n">{words.meaning}</span>
        </p>
        {!isTable && <Trend shares={weeks.map(toShare)} />}
        <CompletionTable weeks={weeks} isHidden={!isTable} />
      </CardBody>
    </Card>
  );
}

function Trend({ shares }: { shares: readonly (number | null)[] }) {
  const { line, area, points } = toTrend(shares);
  return (
    <div className="completion-card-trend" aria-hidden>
      <svg
        width="100%"
        height={TREND_HEIGHT}
        viewBox={`0 0 100 ${TREND_HEIGHT}`}
        preserveAspectRatio="none"
        focusable="false"
      >
        <path className="completion-card-area" d={area} />
        <path className="completion-card-line" d={line} />
      </svg>
      {points.map(({ x, y }) => (
        <span key={x} className="completion-card-point" style={{ left: `${x}%`, top: y }} />
      ))}
    </div>
  );
}

function CompletionTable({ weeks, isHidden }: { weeks: readonly CompletionFigures[]; isHidden: boolean }) {
  return (
    <FiguresTable caption="Planned work that was done, by week" isHidden={isHidden}>
      <thead>
        <tr>
          <th scope="col">Week</th>
          <th scope="col">Done</th>
          <th scope="col">Share</th>
          <th scope="col">Tasks finished</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => {
          const share = toShare(week);
          return (
            <tr key={week.startsOn}>
              <th scope="row">{describeWeek(week.startsOn)}</th>
              <td>
                {formatMinutes(week.doneMinutes)} of {formatMinutes(week.dueMinutes)}
              </td>
              <td>{share === null ? '–' : `${share} %`}</td>
              <td>{week.finishedTasks}</td>
            </tr>
          );
        })}
      </tbody>
    </FiguresTable>
  );
}
