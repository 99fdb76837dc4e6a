import type { PlanChange, Proposal } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { Hidden } from '#ui/hidden.tsx';
import { gapInWords, groupChoices, risksInWords, toHeadline } from '../model/plan-items.ts';
import { ChangeChip } from './change-chip.tsx';
import { FixesSheet } from './fixes-sheet.tsx';

/** Number of changes that fit next to the button that shows the rest. */
const SHOWN_CHANGES = 6;

/** More sentences would push the week out of sight. */
const MOST_RISKS = 4;

/** On phones the proposal is at the thumb, and the hours keep their place. */
const bottomSheet = {
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: 1040,
  maxHeight: '50dvh',
  overflowY: 'auto',
  borderRadius: '16px 16px 0 0',
  borderWidth: '1px 0 0',
  pb: 'max(12px, env(safe-area-inset-bottom))',
} as const;

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
  /** Plans again after the user fixed something that was late. */
  onPlan: () => void;
  /** Goes to its days; null when they are visible. */
  onShow: (() => void) | null;
}

/** A proposal above the grid: what changes, why, and what stays. */
export function DiffBanner(props: DiffBannerProps) {
  const { proposal, unchecked, isPhone, isBusy, onCheck, onAcceptAll, onAcceptSome, onDismiss } = props;
  const { isImproving, onPlan, onShow } = props;
  const [areWaysShown, setAreWaysShown] = useState(false);
  const [areChangesShown, setAreChangesShown] = useState(!isPhone);
  const late = proposal.atRisk.length;
  const gap = gapInWords(proposal.gap);
  const hintId = useId();
  const someHint =
    unchecked.size === 0
      ? 'Uncheck the changes that you do not want'
      : 'Every change is unchecked: check one, or dismiss the plan';
  const [isWhole, setIsWhole] = useState(false);
  const choices = groupChoices(proposal.changes);
  const shown = isWhole ? choices : choices.slice(0, SHOWN_CHANGES);
  const more = choices.length - shown.length;
  const rules = [
    unchecked.size > 0 && 'Unchecked changes are not made, and planned blocks are pinned where they are.',
    choices.length < proposal.changes.length && 'The parts of a task are accepted or rejected together.',
  ].filter((rule) => rule !== false);
  const canAcceptSome = unchecked.size > 0 && unchecked.size < proposal.changes.length;
  return (
    <Box
      component="section"
      aria-label="Proposed plan"
      data-covers-corner={isPhone || undefined}
      sx={{
        flex: 'none',
        p: { xs: '10px 12px', sm: '8px 10px 8px 12px' },
        border: '1px solid #4A3D78',
        bgcolor: '#191527',
        ...(isPhone ? bottomSheet : { m: '8px', borderRadius: '12px' }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
        <Box
          aria-hidden
          sx={{
            display: { xs: 'none', sm: 'flex' },
            width: 32,
            height: 32,
            borderRadius: '8px',
            alignItems: 'center',
            justifyContent: 'center',
            bgcolor: 'primary.tint',
            color: 'primary.text',
          }}
        >
          <Sparkles size={18} strokeWidth={1.75} />
        </Box>
        <Box component="output" sx={{ display: 'block', flex: '1 1 220px', minWidth: 0 }}>
          <Box component="h2" sx={{ m: 0, typography: 'h3' }}>
            {toHeadline(proposal)}
          </Box>
          <Box className="n" sx={{ typography: 'body2', fontSize: '0.75rem', color: 'text.secondary' }}>
            <Box component="span" sx={{ color: late > 0 ? 'error.main' : 'success.main' }}>
              {risksInWords(proposal.atRisk)}
            </Box>
            {` · ${proposal.stayed} ${proposal.stayed === 1 ? 'stays' : 'stay'}`}
            {proposal.notPlannedYet > 0 && ` · ${proposal.notPlannedYet} not planned yet`}
            {isImproving ? ' · improving…' : gap && ` · ${gap}`}
            {rules.map((rule) => (
              <span key={rule}>
                {' · '}
                <span>{rule}</span>
              </span>
            ))}
          </Box>
        </Box>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', width: { xs: '100%', sm: 'auto' } }}>
          {onShow && (
            <Button variant="text" size={isPhone ? 'medium' : 'small'} onClick={onShow}>
              Show it
            </Button>
          )}
          <Button variant="text" size={isPhone ? 'medium' : 'small'} onClick={onDismiss} disabled={isBusy}>
            Dismiss
          </Button>
          <Button
            size={isPhone ? 'medium' : 'small'}
            onClick={() => canAcceptSome && !isBusy && onAcceptSome()}
            // Not disabled, so that keyboard users can focus it and read why it has no effect yet.
            aria-disabled={isBusy || !canAcceptSome}
            aria-describedby={canAcceptSome ? undefined : hintId}
            title={canAcceptSome ? undefined : someHint}
            sx={{
              flex: { xs: '1 0 auto', sm: 'none' },
              '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' },
            }}
          >
            Accept some
          </Button>
          <Hidden id={hintId}>{someHint}</Hidden>
          <Button
            variant="contained"
            color="primary"
            size={isPhone ? 'medium' : 'small'}
            onClick={onAcceptAll}
            disabled={isBusy}
            sx={{ flex: { xs: '1 0 auto', sm: 'none' } }}
          >
            Accept all
          </Button>
        </Box>
      </Box>
      {late > 0 && (
        <Box component="ul" sx={{ m: '6px 0 0', pl: 2.5, typography: 'body2', color: 'error.main' }}>
          {proposal.atRisk.slice(0, MOST_RISKS).map(({ taskId, occurrenceOn, sentence }) => (
            <li key={taskId + occurrenceOn}>{sentence}</li>
          ))}
        </Box>
      )}
      {late > MOST_RISKS && (
        <Box component="details" sx={{ typography: 'body2', mt: 0.5 }}>
          <summary>and {late - MOST_RISKS} more</summary>
          <Box
            component="ul"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
            tabIndex={0}
            aria-label="More at risk"
            sx={{ m: '4px 0 0', pl: 2.5, color: 'error.main', maxHeight: 160, overflowY: 'auto' }}
          >
            {proposal.atRisk.slice(MOST_RISKS).map(({ taskId, occurrenceOn, sentence }) => (
              <li key={taskId + occurrenceOn}>{sentence}</li>
            ))}
          </Box>
        </Box>
      )}
      {late > 0 && (
        <Button variant="text" size="small" onClick={() => setAreWaysShown(true)} sx={{ mt: 0.5, ml: -1 }}>
          Fixes
        </Button>
      )}
      {areWaysShown && <FixesSheet onClose={() => setAreWaysShown(false)} onPlan={onPlan} />}
      {isPhone && (
        <Button
          variant="text"
          size="small"
          aria-expanded={areChangesShown}
          onClick={() => setAreChangesShown(!areChangesShown)}
          sx={{ mt: 0.5, ml: -1 }}
        >
          {areChangesShown ? 'Hide the changes' : 'Show each change'}
        </Button>
      )}
      {areChangesShown && (
        <Box
          component="ul"
          aria-label="Changes"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 1,
            m: '6px 0 0',
            p: '2px',
            listStyle: 'none',
            maxHeight: isWhole ? '40vh' : { xs: 180, sm: 116 },
            overflowY: 'auto',
          }}
        >
          {shown.map((changes) => (
            <Box component="li" key={changes[0]?.id} sx={{ minWidth: 0, maxWidth: '100%' }}>
              <ChangeChip
                changes={changes}
                isChecked={changes.every(({ id }) => !unchecked.has(id))}
                onCheck={(isChecked) => onCheck(changes, isChecked)}
              />
            </Box>
          ))}
          {(more > 0 || isWhole) && (
            <Box component="li">
              <Button
                variant="text"
                size="small"
                aria-expanded={isWhole}
                onClick={() => setIsWhole(!isWhole)}
              >
                {isWhole ? 'Show fewer' : `${more} more`}
              </Button>
            </Box>
          )}
        </Box>
      )}
    </Box>
  );
}
