import type { WeekFigures } from '@dayloom/contracts';
import { useId, useState } from 'react';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatDayAndMonth } from '#lib/format-time.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { toWeekBars, WEEK_HEIGHT } from '../model/chart-scales.ts';
import { describeCategory, describeDay, listDays } from '../model/week.ts';
import { TableButton } from './table-button.tsx';
import { WeekTable } from './week-table.tsx';
import './week-chart-card.css';

interface WeekChartCardProps {
  week: WeekFigures;
  /** The day of the week that is today. */
  today: number;
  onReview: () => void;
}

/**
 * Planned and actual time of each day, by category. The drawing is for the eye only: each day says its figures
 * in words, and all of them are in a table.
 */
export function WeekChartCard({ week, today, onReview }: WeekChartCardProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isTable, setIsTable] = useState(false);
  const days = listDays(week);
  return (
    <Card aria-labelledby="week-chart" className="week-chart-card">
      <CardHeader
        id="week-chart"
        title="This week"
        subtitle="Planned against actual"
        action={
          <div className="week-chart-card-actions">
            <TableButton isTable={isTable} onChange={setIsTable} />
            <Button size="small" onClick={onReview}>
              Weekly review
            </Button>
          </div>
        }
      />
      <CardBody>
        {week.categories.length === 0 ? (
          <p className="week-chart-card-empty">
            Nothing is planned this week. What you plan and finish shows here, by day and project.
          </p>
        ) : (
          <>
            {!isTable && (
              <>
                <Legend week={week} />
                <Drawing week={week} chosen={chosen} />
                <div className="week-chart-card-days">
                  {days.map(({ name, date }, at) => (
                    <button
                      key={name}
                      type="button"
                      aria-pressed={chosen === at}
                      data-today={at === today || undefined}
                      className="week-chart-card-day text-caption"
                      onClick={() => setChosen(chosen === at ? null : at)}
                    >
                      {`${name} `}
                      <Hidden>{formatDayAndMonth(date)}</Hidden>
                    </button>
                  ))}
                </div>
                <output className="week-chart-card-words text-small n">
                  {describeDay(week, days, chosen)}
                </output>
              </>
            )}
            <WeekTable week={week} days={days} isHidden={!isTable} />
          </>
        )}
      </CardBody>
    </Card>
  );
}

/** The colour of a category: by its position, or by its kind. */
const toTone = ({ kind }: WeekFigures['categories'][number], at: number) =>
  kind === 'project' ? `project-${at + 1}` : kind;

function Legend({ week }: Pick<WeekChartCardProps, 'week'>) {
  return (
    <ul className="week-chart-card-legend text-caption" aria-hidden>
      {week.categories.map((category, at) => (
        <li key={toTone(category, at)}>
          <span className="week-chart-card-mark" data-tone={toTone(category, at)} />
          <span className="week-chart-card-name">{describeCategory(category)}</span>
        </li>
      ))}
      <li className="week-chart-card-sides">
        <span className="week-chart-card-mark" data-side="planned" /> planned
        <span className="week-chart-card-mark" data-side="worked" /> done
      </li>
    </ul>
  );
}

function Drawing({ week: { categories }, chosen }: { week: WeekFigures; chosen: number | null }) {
  const id = useId();
  const { bars, ticks } = toWeekBars(categories);
  return (
    <div className="week-chart-card-drawing" aria-hidden>
      <div className="week-chart-card-axis text-caption n">
        {ticks.map(({ hours, y }) => (
          <span key={hours} style={{ top: y }}>
            {hours === 0 ? '0' : formatMinutes(hours * 60)}
          </span>
        ))}
      </div>
      <svg className="week-chart-card-plot" width="100%" height={WEEK_HEIGHT} focusable="false">
        <defs>
          {categories.map((category, at) => (
            <pattern
              key={toTone(category, at)}
              id={`${id}-${at}`}
              className="week-chart-card-hatch"
              data-tone={toTone(category, at)}
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <path d="M1 0V5" />
            </pattern>
          ))}
        </defs>
        {chosen !== null && (
          <rect
            className="week-chart-card-chosen"
            x={`${(chosen * 100) / 7}%`}
            width={`${100 / 7}%`}
            y="0"
            height={WEEK_HEIGHT}
          />
        )}
        {ticks.map(({ hours, y }) => (
          <line key={hours} className="week-chart-card-line" x1="0" x2="100%" y1={y} y2={y} />
        ))}
        {bars.map(({ key, side, category, x, width, y, height }) => {
          const at = categories.indexOf(category);
          return (
            <rect
              key={key}
              className="week-chart-card-bar"
              data-side={side}
              data-tone={toTone(category, at)}
              fill={side === 'planned' ? `url(#${id}-${at})` : undefined}
              x={`${x}%`}
              width={`${width}%`}
              y={y}
              height={height}
              rx={height > 4 ? 2 : 0}
            />
          );
        })}
      </svg>
    </div>
  );
}
