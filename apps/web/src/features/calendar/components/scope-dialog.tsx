import type { EditScope } from '@dayloom/contracts';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import type { ScopeQuestion } from '../hooks/use-event-actions.ts';
import './scope-dialog.css';

interface ScopeDialogProps {
  question: ScopeQuestion;
  onAnswer: (scope: EditScope | null) => void;
}

const choices: { scope: EditScope; label: string }[] = [
  { scope: 'this', label: 'This event' },
  { scope: 'following', label: 'This and following' },
  { scope: 'all', label: 'All events' },
];

/** Asks which instances of a repeating event a change applies to. */
export function ScopeDialog({ question, onAnswer }: ScopeDialogProps) {
  const titleId = useId();
  const shown = choices.filter(
    ({ scope }) =>
      !(question.withoutThis && scope === 'this') && !(question.withoutFollowing && scope === 'following'),
  );
  return (
    <Dialog open onClose={() => onAnswer(null)} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>
        {question.verb} the repeating event '{question.title}'
      </DialogTitle>
      <DialogContent className="scope-dialog-choices">
        {shown.map(({ scope, label }, position) => (
          <Button
            key={scope}
            size="large"
            ref={position === 0 ? focusOnMount : undefined}
            onClick={() => onAnswer(scope)}
            className="scope-dialog-choice"
          >
            {label}
          </Button>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
