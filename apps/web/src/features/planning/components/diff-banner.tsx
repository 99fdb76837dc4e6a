import type { PlanChange, Proposal } from '@dayloom/contracts';
import { Sparkles } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useBodyMark } from '#lib/use-body-mark.ts';
import { Button } from '#ui/button.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { useFocusLeft } from '#ui/use-focus-left.ts';
import { describeGap, describeRisks, groupChoices, toHeadline } from '../model/plan-items.ts';
import { ChangeChip } from './change-chip.tsx';
import './diff-banner.css';

/** Number of changes that fit in two rows with the button that shows the rest. */
const SHOWN_CHANGES = { phone: 6, wide: 4 } as const;

/** More sentences would push the week out of sight. */
const MAX_RISKS = 2;

interface DiffBannerProps {
  proposal: Proposal;
  unchecked: ReadonlySet<string>;
  isPhone: boolean;
  isBusy: boolean;
  /** A better plan is being searched for. */
  isImproving: boolean;
  onCheck: (changes: readonly PlanChange[], isChecked: boolean) => void;
  onAcceptAll: () => void;
  onAcceptSome: () => void;
  onDismiss: () => void;
  /** Shows what would help the tasks that do not fit. */
  onFixes: () => void;
  /** Goes to its days; null when they are visible. */
  onShow: (() => void) | null;
}

/** A proposal below the grid: what changes, why, and what stays. */
export function DiffBanner(props: DiffBannerProps) {
  const { proposal, unchecked, isPhone, isBusy, onCheck, onAcceptAll, onAcceptSome, onDismiss } = props;
  const { isImproving, onFixes, onShow } = props;
  const [areChangesShown, setAreChangesShown] = useState(!isPhone);
  const late = proposal.atRisk.length;
  const gap = describeGap(proposal.gap);
  const hintId = useId();
  const banner = useRef<HTMLElement>(null);
  useFocusLeft(banner);
  useBodyMark('covers-corner', isPhone);
  useBodyMark('has-proposal');
  const someHint =
    unchecked.size === 0
      ? 'Uncheck the changes that you do not want'
      : 'Every change is unchecked: check one, or dismiss the plan';
  const [isWhole, setIsWhole] = useState(false);
  const choices = groupChoices(proposal.changes);
  const shown = isWhole ? choices : choices.slice(0, SHOWN_CHANGES[isPhone ? 'phone' : 'wide']);
  const more = choices.length - shown.length;
  const rules = [
    unchecked.size > 0 && 'Unchecked changes are not made, and planned blocks are pinned where they are.',
    choices.length < proposal.changes.length && 'The parts of a task are accepted or rejected together.',
  ].filter((rule) => rule !== false);
  const canAcceptSome = unchecked.size > 0 && unchecked.size < proposal.changes.length;
  return (
    <section ref={banner} aria-label="Proposed plan" className="diff-banner">
      <div className="diff-banner-head">
        <div aria-hidden className="diff-banner-icon">
          <Sparkles size={18} strokeWidth={1.75} />
        </div>
        <output className="diff-banner-text">
          <h2 className="diff-banner-title text-h3">{toHeadline(proposal)}</h2>
          <div className="diff-banner-facts n text-small">
            <span className="diff-banner-lateness" data-late={late > 0 || undefined}>
              {describeRisks(proposal.atRisk)}
            </span>
            {proposal.stayed > 0 && ` · ${proposal.stayed} ${proposal.stayed === 1 ? 'stays' : 'stay'}`}
            {proposal.notPlannedYet > 0 && ` · ${proposal.notPlannedYet} not planned yet`}
            {isImproving ? ' · improving…' : gap && ` · ${gap}`}
            {rules.map((rule) => (
              <span key={rule}>
                {' · '}
                <span>{rule}</span>
              </span>
            ))}
          </div>
        </output>
        <div className="diff-banner-actions">
          {onShow && (
            <Button variant="text" size={isPhone ? 'medium' : 'small'} onClick={onShow}>
              Show it
            </Button>
          )}
          {/* Not disabled while the answer comes: a button that is loses the keyboard focus. */}
          <Button
            variant="text"
            size={isPhone ? 'medium' : 'small'}
            onClick={() => !isBusy && onDismiss()}
            aria-disabled={isBusy}
          >
            Dismiss
          </Button>
          <Button
            size={isPhone ? 'medium' : 'small'}
            onClick={() => canAcceptSome && !isBusy && onAcceptSome()}
            // Not disabled, so that keyboard users can focus it and read why it has no effect yet.
            aria-disabled={isBusy || !canAcceptSome}
            aria-describedby={canAcceptSome ? undefined : hintId}
            title={canAcceptSome ? undefined : someHint}
            className="diff-banner-accept"
          >
            Accept some
          </Button>
          <Hidden id={hintId}>{someHint}</Hidden>
          <Button
            variant="contained"
            color="primary"
            size={isPhone ? 'medium' : 'small'}
            onClick={() => !isBusy && onAcceptAll()}
            aria-disabled={isBusy}
            className="diff-banner-accept"
          >
            Accept all
          </Button>
        </div>
      </div>
      {late > 0 && (
        <div className="diff-banner-risks">
          <div className="diff-banner-sentences text-small">
            <ul className="diff-banner-late">
              {proposal.atRisk.slice(0, MAX_RISKS).map(({ taskId, occurrenceOn, sentence }) => (
                <li key={taskId + occurrenceOn}>{sentence}</li>
              ))}
            </ul>
            {late > MAX_RISKS && (
              <details className="diff-banner-more">
                <summary>and {late - MAX_RISKS} more</summary>
                <ul
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
                  tabIndex={0}
                  aria-label="More at risk"
                  className="diff-banner-more-late"
                >
                  {proposal.atRisk.slice(MAX_RISKS).map(({ taskId, occurrenceOn, sentence }) => (
                    <li key={taskId + occurrenceOn}>{sentence}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          <Button size="small" onClick={onFixes}>
            Fixes
          </Button>
        </div>
      )}
      {isPhone && (
        <Button
          variant="text"
          size="small"
          aria-expanded={areChangesShown}
          onClick={() => setAreChangesShown(!areChangesShown)}
          className="diff-banner-toggle"
        >
          {areChangesShown ? 'Hide the changes' : 'Show each change'}
        </Button>
      )}
      {areChangesShown && (
        <ul aria-label="Changes" className="diff-banner-changes">
          {shown.map((changes) => (
            <li key={changes[0]?.id} className="diff-banner-change">
              <ChangeChip
                changes={changes}
                isChecked={changes.every(({ id }) => !unchecked.has(id))}
                onCheck={(isChecked) => onCheck(changes, isChecked)}
              />
            </li>
          ))}
          {(more > 0 || isWhole) && (
            <li>
              <Button
                variant="text"
                size="small"
                aria-expanded={isWhole}
                onClick={() => setIsWhole(!isWhole)}
              >
                {isWhole ? 'Show fewer' : `${more} more`}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
