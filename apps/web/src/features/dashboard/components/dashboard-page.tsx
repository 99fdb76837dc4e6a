import type { Calendar } from '@dayloom/contracts';
import { CalendarDays, MessageCircle, Timer } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useDeferredValue, useRef } from 'react';
import { formatLongDate } from '#lib/format-time.ts';
import { getGreeting } from '#lib/greeting.ts';
import { useNow } from '#lib/now.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Page, PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useAgenda, useFigures } from '../api.ts';
import { useReviewAddress } from '../hooks/use-review-address.ts';
import { agendaDays, plannedTasks, type RenderBlock, summarizeToday } from '../model/agenda.ts';
import { startOfDay } from '../model/agenda-range.ts';
import { type Figures, isEvening, toTiles } from '../model/figures.ts';
import { AgendaCard } from './agenda-card.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { NextDaysCard } from './next-days-card.tsx';
import { NowCard } from './now-card.tsx';
import './dashboard-page.css';

const loadCharts = () => import('./charts.tsx');
const DayEndCard = lazy(async () => ({ default: (await loadCharts()).DayEndCard }));
const WeekChart = lazy(async () => ({ default: (await loadCharts()).WeekChart }));
const PastWeeks = lazy(async () => ({ default: (await loadCharts()).PastWeeks }));
const ReviewCard = lazy(async () => ({ default: (await loadCharts()).ReviewCard }));
const ReviewSheet = lazy(async () => ({ default: (await import('./review-sheet.tsx')).ReviewSheet }));

/** About the height of the chart, so that content below does not move. */
const WEEK_CARD_HEIGHT = 400;

/**
 * On a narrow page, what comes first depends on the agenda. Until that is known, these fill the screen instead of cards
 * that would then be pushed down.
 */
const LOADING_HEIGHTS = [106, 172, '100vh'];

/** Wide enough for two columns: the day on the left, decisions on the right. */
const WIDE = '(min-width: 1200px)';

const icon = { size: 16, strokeWidth: 1.9 } as const;

/** What the first steps of a new account go by. */
export interface FirstFacts {
  readonly calendars: readonly Calendar[];
  readonly openTasks: number;
  readonly blocks: number;
}

interface DashboardPageProps {
  /** To be planned. */
  openTasks: number;
  quickAdd: ReactNode;
  /** The issues card, if there are any. */
  renderIssues: (overlaps: Figures['overlaps']) => ReactNode;
  bookings: ReactNode;
  /** *Plan my day*, which comes first in the morning. */
  renderPlanDay: (isMorning: boolean) => ReactNode;
  /** The first steps of a new account, and the sample week; null until the facts are known. */
  renderFirst: (facts: FirstFacts | null) => ReactNode;
  renderBlock: RenderBlock;
}

export function DashboardPage({
  openTasks,
  quickAdd,
  renderIssues,
  bookings,
  renderPlanDay,
  renderFirst,
  renderBlock,
}: DashboardPageProps) {
  const now = useNow();
  const viewer = useViewer();
  // Deferred: React then renders the page in short pieces, between which the browser stays responsive.
  const { profile, isLoading: isProfileLoading } = useDeferredValue(viewer);
  const { events, plan, calendars } = useAgenda(startOfDay(now));
  const figures = useFigures(now);
  const review = useReviewAddress();
  const agenda = useRef<HTMLElement>(null);
  // Not by the style sheet: the order of the keyboard and of screen readers is that of the page.
  const isWide = useMediaQuery(WIDE);
  const blocks = plan.data?.plan.blocks ?? [];
  // Work with the focus timer leaves blocks, too, which are done.
  const isPlanned = Boolean(plan.data?.plan.plannedAt) || blocks.some(({ state }) => state === 'planned');
  // What has a time of its own ('gym 7am') is no plan yet.
  const hasPlan =
    isPlanned && (Boolean(plan.data?.plan.plannedAt) || !blocks.every(({ isPinned }) => isPinned));
  const waitingTasks = Math.max(0, openTasks - plannedTasks(blocks, now));
  const isLoading = events.isPending || plan.isPending;
  const days = agendaDays(now, events.data?.occurrences ?? [], blocks, calendars);
  const [today, ...next] = days;
  const greeting = getGreeting(now.getHours());
  const summary = isLoading || !today ? '' : summarizeToday(today.items, now, openTasks);
  const retry = () => {
    if (events.isError) void events.refetch();
    if (plan.isError) void plan.refetch();
  };
  const nowAndNext = !isLoading && today && (
    <NowCard items={today.items} now={now} renderBlock={renderBlock} nextFocus={agenda} />
  );
  const first = renderFirst(
    isLoading || !calendars ? null : { calendars, openTasks, blocks: hasPlan ? blocks.length : 0 },
  );
  const day = (
    <>
      {!isLoading && figures.data && isEvening(now, figures.data.today) && (
        <Suspense>
          <DayEndCard blocks={blocks} now={now} figures={figures.data} renderBlock={renderBlock} />
        </Suspense>
      )}
      {!figures.isError && (
        <FigureTiles
          tiles={
            figures.data && plan.data
              ? toTiles(figures.data, plan.data.atRisk, {
                  isPlanned,
                  waitingTasks: waitingTasks + figures.data.partlyPlanned.length,
                  overlaps: figures.data.overlaps.length,
                  isChanging: (plan.data.proposal?.changes.length ?? 0) > 0,
                })
              : null
          }
        />
      )}
    </>
  );
  const issues = (
    <>
      {!figures.isPending && renderIssues(figures.data?.overlaps ?? [])}
      {figures.data?.reviewWeek && (
        <Suspense>
          <ReviewCard week={figures.data.reviewWeek} onOpen={review.open} />
        </Suspense>
      )}
    </>
  );
  const links = (
    <nav aria-label="Quick links" className="dashboard-page-links">
      <Button to="/calendar-flow" startIcon={<CalendarDays {...icon} />}>
        Open the calendar
      </Button>
      <Button to="/chat" startIcon={<MessageCircle {...icon} />}>
        Ask the assistant
      </Button>
      <Button href="/pomodoro" startIcon={<Timer {...icon} />}>
        Focus timer
      </Button>
    </nav>
  );
  return (
    <Page>
      <PageHeader
        title={profile ? `${greeting}, ${profile.firstName}` : greeting}
        subtitle={
          <>
            {formatLongDate(now)}
            {summary && <span className="dashboard-page-dot"> · </span>}
            <span className="dashboard-page-summary">{summary}</span>
          </>
        }
        actions={/Morning|Afternoon/.test(greeting) && renderPlanDay(greeting === 'Good Morning')}
      />
      {quickAdd}
      {/* The profile says whether the first steps come above the rest, which must not jump. */}
      {!isProfileLoading && (
        <>
          {isWide ? (
            <>
              {first}
              {links}
            </>
          ) : isLoading ? (
            LOADING_HEIGHTS.map((height) => <Skeleton key={height} height={height} />)
          ) : (
            <>
              {nowAndNext}
              {first}
              {day}
              {issues}
              {links}
            </>
          )}
          <div className="dashboard-page-cards" data-loading={isLoading || undefined}>
            <div className="dashboard-page-column">
              {isWide && (
                <>
                  {nowAndNext}
                  {day}
                </>
              )}
              <AgendaCard
                ref={agenda}
                items={today?.items ?? []}
                now={now}
                openTasks={openTasks}
                waitingTasks={waitingTasks}
                isLoading={isLoading}
                failure={events.error ?? plan.error}
                onRetry={retry}
              />
              {figures.data && (
                <Suspense fallback={<Skeleton height={WEEK_CARD_HEIGHT} className="dashboard-page-charts" />}>
                  <WeekChart figures={figures.data} onReview={review.open} />
                </Suspense>
              )}
            </div>
            <div className="dashboard-page-column dashboard-page-side">
              {isWide && issues}
              <NextDaysCard days={next} isLoading={isLoading} />
              {bookings}
              {figures.data && (
                <Suspense>
                  <PastWeeks figures={figures.data} />
                </Suspense>
              )}
            </div>
          </div>
        </>
      )}
      {review.date && (
        <Suspense>
          <ReviewSheet date={review.date} onShow={review.open} onClose={review.close} />
        </Suspense>
      )}
    </Page>
  );
}
