import type { AtRisk } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import { getMessage } from '#lib/api.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { useFixes } from '../hooks/use-fixes.ts';
import { describeEffectBriefly } from '../model/planner-words.ts';
import { toWorkId } from '../worker/questions.ts';
import { FixButton } from './fix-button.tsx';
import './issue-fixes.css';

export interface IssueFixesProps {
  /** The risks among the issues shown: each gets a fix. */
  readonly risks: readonly AtRisk[];
  /** The issues, with what is shown below each. */
  readonly renderRows: (renderFix: (risk: AtRisk) => ReactNode) => ReactNode;
  /** A fix was applied, or planning alone solves the problem. */
  readonly onPlan: () => Promise<void>;
}

/** The issues, each with the fix that costs least. One click applies it, and the plan that follows is an issue here. */
export function IssueFixes({ risks, renderRows, onPlan }: IssueFixesProps) {
  const { found, findFixFor, isOffline, error, isBusy, apply } = useFixes({
    tasks: risks.map(toWorkId),
    onApplied: onPlan,
  });
  const offered = new Set<string>();
  /** What helps several issues is offered once. */
  const offer = (action: string, effect: string, onClick: () => void) => {
    if (offered.has(action))
      return <span className="issue-fixes-words text-small">The same fix as above helps.</span>;
    offered.add(action);
    return <FixButton action={action} effect={effect} isBusy={isBusy} onClick={onClick} />;
  };
  const renderFix = (risk: AtRisk) => {
    if (error)
      return (
        <span className="issue-fixes-words text-small">
          {getMessage(error, 'The planner did not respond.')}
        </span>
      );
    if (isOffline) return <span className="issue-fixes-words text-small">Fixes need a connection.</span>;
    if (!found) return <Skeleton height="100%" />;
    const work = toWorkId(risk);
    // The saved plan is older than what is known now.
    if (!found.atRisk.some(({ task }) => task === work))
      return offer('Plan again', 'Then it fits', () => void onPlan());
    const fix = findFixFor(work);
    return fix && offer(fix.words.action, describeEffectBriefly(fix.answer), () => void apply(fix));
  };
  return renderRows(renderFix);
}
