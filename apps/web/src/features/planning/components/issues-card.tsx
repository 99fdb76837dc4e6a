import type { AtRisk, PlannedOverlap } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { usePlan } from '../api.ts';
import { formatMoment, riskLabel, toHeadline } from '../model/plan-items.ts';
import { FixesSheet } from './fixes-sheet.tsx';
import type { IssueFixesProps } from './issue-fixes.tsx';
import { loadPlanDay } from './plan-day-button.tsx';
import './issues-card.css';

const place = <Skeleton height="100%" />;
const renderPlace = () => place;

/** More would push the day out of sight. */
const MAX_ISSUES = 4;

interface IssuesCardProps {
  overlaps: readonly PlannedOverlap[];
  /** What one click does about a block that overlaps, or about the proposal. */
  renderPlanFix: (overlap: PlannedOverlap | null) => ReactNode;
  /** Asks the planner's worker, which comes after the page. */
  IssueFixes: ComponentType<IssueFixesProps>;
}

/**
 * A proposal that waits, blocks under events or other blocks, and what the plan cannot fit, hard deadlines first. What
 * the proposal solves is part of its row. Each row has a fix that takes one click, and a button shows all fixes of what
 * does not fit. Empty if everything fits.
 */
export function IssuesCard({ overlaps, renderPlanFix, IssueFixes }: IssuesCardProps) {
  const { data } = usePlan();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const plan = async () => (await loadPlanDay()).proposeHere(client);
  const proposal = data?.proposal?.changes.length ? data.proposal : null;
  const [hard, soft] = [true, false].map((isHard) =>
    (data?.atRisk ?? [])
      .filter(
        (risk) =>
          risk.isHard === isHard &&
          (!proposal || proposal.atRisk.some(({ taskId }) => taskId === risk.taskId)),
      )
      .map((risk) => ({
        key: risk.taskId + risk.occurrenceOn,
        label: riskLabel(risk),
        text: risk.sentence,
        risk,
      })),
  ) as [Issue[], Issue[]];
  const left = overlaps.filter(
    ({ title, startsAt }) =>
      !proposal?.changes.some((change) => change.title === title && change.from?.startsAt === startsAt),
  );
  const under = left.map((overlap) => ({
    key: overlap.blockId,
    label: 'Overlap',
    text: `'${overlap.title}' on ${formatMoment(overlap.startsAt)} lies under ${overlap.under === null ? 'an event' : `'${overlap.under}'`}.`,
    overlap,
  }));
  const issues: Issue[] = [
    ...(proposal
      ? [{ key: proposal._id, label: 'New plan', text: toHeadline(proposal), overlap: null }]
      : []),
    // One at least is shown: planning again moves all of them.
    ...under.splice(0, 1),
    ...hard,
    ...under,
    ...soft,
  ];
  const hasRisks = hard.length + soft.length > 0;
  if (issues.length === 0 && !isOpen) return null;
  const shown = issues.slice(0, MAX_ISSUES);
  // The place of each fix is kept, so that nothing jumps when they are found.
  const renderRows = (renderFix: (risk: AtRisk) => ReactNode) =>
    shown.map(({ key, label, text, risk, overlap = null }) => (
      <CardRow key={key} className="issues-card-risk" data-hard={risk?.isHard || undefined}>
        <span className="issues-card-icon">
          <TriangleAlert size={15} aria-hidden />
        </span>
        <div className="issues-card-text">
          <strong className="issues-card-label">{label}</strong>
          {`: ${text}`}
          <div className="issues-card-fix">
            {risk ? renderFix(risk) : <Suspense fallback={place}>{renderPlanFix(overlap)}</Suspense>}
          </div>
        </div>
      </CardRow>
    ));
  return (
    <Card aria-labelledby="issues">
      <CardHeader
        id="issues"
        title="Issues"
        count={issues.length}
        action={
          hasRisks && (
            <Button size="small" data-hint="overload" onClick={() => setIsOpen(true)}>
              Fixes
            </Button>
          )
        }
      />
      {hasRisks ? (
        <Suspense fallback={renderRows(renderPlace)}>
          <IssueFixes risks={shown.flatMap(({ risk }) => risk ?? [])} onPlan={plan} renderRows={renderRows} />
        </Suspense>
      ) : (
        renderRows(renderPlace)
      )}
      {issues.length > MAX_ISSUES && (
        <CardRow className="issues-card-more">and {issues.length - MAX_ISSUES} more in the calendar</CardRow>
      )}
      {isOpen && <FixesSheet onClose={() => setIsOpen(false)} onPlan={() => void plan()} />}
    </Card>
  );
}

interface Issue {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly risk?: AtRisk;
  readonly overlap?: PlannedOverlap | null;
}
