import { ChevronLeft, ChevronRight, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { getMessage } from '#lib/api.ts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { useNow } from '#lib/now.ts';
import { requestPath } from '#lib/page-request.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { OfflinePage } from '#ui/offline-page.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useReview } from '../hooks/use-review.ts';
import { describeEstimate } from '../model/estimates.ts';
import {
  describeCarried,
  describeNext,
  describeWork,
  findAdjacentWeeks,
  type Review,
} from '../model/review.ts';
import { describeCategory, describeWeek } from '../model/week.ts';
import './review-sheet.css';

interface ReviewSheetProps {
  /** A day of the week. */
  date: string;
  onShow: (date: string) => void;
  onClose: () => void;
}

/** The past week: planned and done work, carried-over tasks, and a button to plan the next week. */
export function ReviewSheet({ date, onShow, onClose }: ReviewSheetProps) {
  const { data, error, refetch, isPaused } = useReview(date);
  const now = useNow();
  return (
    <Sheet
      isOpen
      onClose={onClose}
      label="Weekly review"
      foot={
        data?.next && (
          <div className="review-sheet-foot">
            <span className="text-small n">
              {describeWeek(data.next.startsOn)}: {describeNext(data.next)}
            </span>
            <Button
              variant="contained"
              to={`/calendar-flow?date=${data.next.startsOn}`}
              {...requestPath('plan-week')}
              startIcon={<Sparkles size={16} strokeWidth={1.9} />}
            >
              Plan the coming week
            </Button>
          </div>
        )
      }
    >
      {error ? (
        <Alert
          severity="error"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {getMessage(error, 'The review could not be loaded.')}
        </Alert>
      ) : data ? (
        <>
          <Weeks startsOn={data.week.startsOn} now={now} onShow={onShow} />
          <Content review={data} now={now} />
        </>
      ) : isPaused ? (
        <OfflinePage onRetry={() => void refetch()}>The weekly review needs a connection.</OfflinePage>
      ) : (
        <RowsSkeleton rows={8} label="Loading the review" />
      )}
    </Sheet>
  );
}

function Weeks({
  startsOn,
  now,
  onShow,
}: { startsOn: string; now: Date } & Pick<ReviewSheetProps, 'onShow'>) {
  const { before, after } = findAdjacentWeeks(startsOn, now);
  return (
    <div className="review-sheet-weeks">
      <IconButton
        aria-label="Week before"
        disabled={before === null}
        onClick={() => before !== null && onShow(before)}
      >
        <ChevronLeft size={18} strokeWidth={1.75} />
      </IconButton>
      <h2 className="text-h2 n" aria-live="polite">
        {describeWeek(startsOn)}
      </h2>
      <IconButton
        aria-label="Week after"
        disabled={after === null}
        onClick={() => after !== null && onShow(after)}
      >
        <ChevronRight size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

function Content({ review, now }: { review: Review; now: Date }) {
  const { completion, finished, carriedOver, week, estimates, points, focusMinutes } = review;
  return (
    <>
      <p className="review-sheet-sum">{describeWork(review, now)}</p>
      <dl className="review-sheet-figures">
        <Figure name="Tasks finished" value={String(completion.finishedTasks)} />
        <Figure name="Focus time" value={formatMinutes(focusMinutes)} />
        <Figure name="Points" value={String(points.week)} more={`${points.weekBefore} the week before`} />
      </dl>
      {week.categories.length > 0 && (
        <Part title="Where the time went">
          <table className="review-sheet-table text-small n">
            <thead>
              <tr>
                <th scope="col">Category</th>
                <th scope="col">Planned</th>
                <th scope="col">Done</th>
              </tr>
            </thead>
            <tbody>
              {week.categories.map((category) => (
                <tr key={`${category.kind} ${category.project}`}>
                  <th scope="row">{describeCategory(category)}</th>
                  <td>{formatMinutes(category.plannedMinutes)}</td>
                  <td>{formatMinutes(category.workedMinutes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      <Part title="Carried over" count={carriedOver.count}>
        {carriedOver.count === 0 ? (
          <p className="review-sheet-quiet">Nothing that was planned is left.</p>
        ) : (
          <Rows
            rows={carriedOver.tasks.map((task) => ({ ...task, text: describeCarried(task) }))}
            count={carriedOver.count}
          />
        )}
      </Part>
      {finished.length > 0 && (
        <Part title="Finished" count={completion.finishedTasks}>
          <Rows
            rows={finished.map(({ workedMinutes, estimatedMinutes, ...task }) => ({
              ...task,
              text:
                workedMinutes === 0
                  ? `estimated ${formatMinutes(estimatedMinutes)}`
                  : `took ${formatMinutes(workedMinutes)}, estimated ${formatMinutes(estimatedMinutes)}`,
            }))}
            count={completion.finishedTasks}
          />
        </Part>
      )}
      {estimates.length > 0 && (
        <Part title="Your estimates">
          {estimates.map((estimate) => {
            const { sentence, effect } = describeEstimate(estimate);
            return (
              <p key={estimate.project ?? ''} className="review-sheet-quiet">
                {sentence} {effect}
              </p>
            );
          })}
        </Part>
      )}
    </>
  );
}

function Figure({ name, value, more }: { name: string; value: string; more?: string }) {
  return (
    <div>
      <dt className="text-caption">{name}</dt>
      <dd className="review-sheet-value n">{value}</dd>
      {more && <dd className="text-caption n">{more}</dd>}
    </div>
  );
}

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="review-sheet-part">
      <h3 className="text-h3">
        {title} {count !== undefined && count > 0 && <span className="review-sheet-quiet n">{count}</span>}
      </h3>
      {children}
    </section>
  );
}

interface RowsProps {
  rows: readonly { readonly _id: string; readonly title: string; readonly text: string }[];
  /** The number of all; the rows are the first of them. */
  count: number;
}

function Rows({ rows, count }: RowsProps) {
  return (
    <>
      <ul className="review-sheet-rows">
        {rows.map(({ _id, title, text }) => (
          <li key={_id}>
            <strong>{title}</strong>
            <span className="text-small n">{text}</span>
          </li>
        ))}
      </ul>
      {count > rows.length && <p className="review-sheet-quiet">and {count - rows.length} more</p>}
    </>
  );
}
