import type { EditScope } from '@dayloom/contracts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { ScopeQuestion } from '../hooks/use-event-actions.ts';
import './scope-dialog.css';

interface ScopeDialogProps {
  question: ScopeQuestion | null;
  onAnswer: (scope: EditScope | null) => void;
}

const choices: { scope: EditScope; label: string }[] = [
  { scope: 'this', label: 'This event' },
  { scope: 'following', label: 'This and following' },
  { scope: 'all', label: 'All events' },
];

const focusAtOnce = (element: HTMLElement | null) => element?.focus();

/** Asks which instances of a repeating event a change applies to. */
export function ScopeDialog({ question, onAnswer }: ScopeDialogProps) {
  const titleId = useId();
  const shown = choices.filter(({ scope }) => !(question?.withoutThis && scope === 'this'));
  return (
    <Dialog
      open={question !== null}
      onClose={() => onAnswer(null)}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>
        {question ? `${question.verb} the repeating event '${question.title}'` : ''}
      </DialogTitle>
      <DialogContent className="scope-dialog-choices">
        {shown.map(({ scope, label }, position) => (
          <Button
            key={scope}
            size="large"
            ref={position === 0 ? focusAtOnce : undefined}
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
