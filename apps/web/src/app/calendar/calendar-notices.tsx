import type { CalendarAccount } from '@dayloom/contracts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AtRiskStrip } from '#features/planning/components/at-risk-strip.tsx';
import { FixesSheet } from '#features/planning/components/fixes-sheet.tsx';
import { OverlapStrip } from '#features/planning/components/overlap-strip.tsx';
import type { usePlanning } from '#features/planning/hooks/use-planning.ts';
import { describeProgress } from '#features/planning/model/plan-items.ts';
import { getMessage } from '#lib/api.ts';
import { formatDayAndMonth } from '#lib/format-time.ts';
import { createLazyPart } from '#lib/lazy-part.ts';
import { addDays } from '#lib/local-dates.ts';
import { Button } from '#ui/button.tsx';
import { Strip } from '#ui/strip.tsx';
import type { CalendarContent } from './use-calendar-content.ts';
import type { UncachedDays } from './use-uncached-days.ts';

/** There is a proposal when somebody has asked for one. */
export const DiffBanner = createLazyPart(
  async () => (await import('#features/planning/components/diff-banner.tsx')).DiffBanner,
);
/** Rarely needed. */
const ReconnectStrip = lazy(() => import('#features/calendar-accounts/components/reconnect-strip.tsx'));

interface CalendarNoticesProps {
  content: CalendarContent;
  planning: ReturnType<typeof usePlanning>;
  isEmpty: boolean;
  /** The view has a grid of hours. */
  hasHours: boolean;
  /** Accounts that must be reconnected. */
  troubled: readonly CalendarAccount[];
  /** Changes that were not sent before their calendar was removed. */
  unsentCount: number;
  isPhone: boolean;
  onReplan: () => void;
  /** Goes to the days of a proposal; null when they are visible. */
  onShowProposal: (() => void) | null;
}

/** Notices below the grid: a failure, a proposal, an overload or a first step. */
export function CalendarNotices(props: CalendarNoticesProps) {
  const { content, planning, isEmpty, hasHours, troubled, unsentCount, isPhone } = props;
  const { onReplan, onShowProposal } = props;
  const { failure, proposal, uncheckedIds } = content;
  const isBusy = planning.busy === 'accepting';
  // Here and not in the notice it is opened from, so that a proposal that arrives does not close it.
  const [areFixesShown, setAreFixesShown] = useState(false);
  const showFixes = () => setAreFixesShown(true);
  // Its script comes while the server plans.
  const isPlanning = planning.busy === 'proposing';
  useEffect(() => {
    if (isPlanning) DiffBanner.load();
  }, [isPlanning]);
  return (
    <>
      {failure && !content.isLoading && (
        <Strip
          announcement="alert"
          action={
            <Button size="small" onClick={content.retry}>
              Try again
            </Button>
          }
        >
          {getMessage(failure, 'Part of the calendar could not be loaded.')}
        </Strip>
      )}
      {content.uncached && <Strip announcement="status">{describeUncached(content.uncached)}</Strip>}
      {troubled.length > 0 && (
        <Suspense>
          <ReconnectStrip accounts={troubled} />
        </Suspense>
      )}
      {unsentCount > 0 && (
        <Strip
          action={
            <Button to="/settings?tab=accounts" size="small">
              Look at {unsentCount === 1 ? 'it' : 'them'}
            </Button>
          }
        >
          {unsentCount === 1
            ? '1 change was not sent before its calendar was removed. It is kept.'
            : `${unsentCount} changes were not sent before their calendar was removed. They are kept.`}
        </Strip>
      )}
      {planning.improvements !== null && !proposal && (
        <Strip
          announcement="status"
          action={
            <Button size="small" onClick={planning.stop}>
              Stop planning
            </Button>
          }
        >
          {describeProgress(planning.improvements)}
        </Strip>
      )}
      {proposal ? (
        <Suspense>
          <DiffBanner
            // An improved proposal takes the place of the first one without losing the focus.
            key={proposal.baseRevision}
            isImproving={isPlanning}
            proposal={proposal}
            unchecked={uncheckedIds}
            isPhone={isPhone}
            isBusy={isBusy}
            onCheck={(changes, isChecked) => {
              planning.stop();
              content.check(changes, isChecked);
            }}
            onAcceptAll={() => void planning.accept(proposal, [])}
            onAcceptSome={() => void planning.accept(proposal, [...uncheckedIds])}
            onDismiss={() => void planning.dismiss(proposal)}
            onFixes={showFixes}
            onShow={onShowProposal}
          />
        </Suspense>
      ) : (
        <>
          <OverlapStrip
            count={content.overlapCount}
            isBusy={isBusy}
            onReplan={() => {
              if (!isBusy) onReplan();
            }}
          />
          <AtRiskStrip risks={content.risks} onFixes={showFixes} />
        </>
      )}
      {areFixesShown && <FixesSheet onClose={() => setAreFixesShown(false)} onPlan={onReplan} />}
      {isEmpty && !failure && !content.uncached && (
        <Strip
          action={
            <Button to="/settings?tab=accounts" size="small">
              Connect a calendar
            </Button>
          }
        >
          {`Nothing here yet. ${hasHours ? 'Mark hours on the grid to add' : 'Add'} an event, or connect your calendar.`}
        </Strip>
      )}
    </>
  );
}

function describeUncached({ kept }: UncachedDays): string {
  if (!kept) return 'No calendar is saved in this browser. It is shown when you are back online.';
  const last = addDays(kept.to, -1);
  return `This browser keeps the calendar from ${formatDayAndMonth(kept.from)} to ${formatDayAndMonth(last)}. Events of other days are shown when you are back online.`;
}
