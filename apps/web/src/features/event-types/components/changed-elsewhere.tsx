import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import type { RemoteChange } from '../hooks/use-event-type-draft.ts';
import type { Draft } from '../model/draft.ts';

interface ChangedElsewhereProps {
  elsewhere: RemoteChange;
  onTakeTheirs: (theirs: Draft) => void;
}

/** The event type was changed or deleted in another tab, on another device or by a program. */
export function ChangedElsewhere({ elsewhere, onTakeTheirs }: ChangedElsewhereProps) {
  if (elsewhere.kind === 'deleted')
    return (
      <Alert severity="error">
        Not saved: this event type was deleted elsewhere. Save again to add it as a new one.
      </Alert>
    );
  const { contested, theirs } = elsewhere;
  if (contested.length === 0)
    return (
      <Alert severity="error">
        Not saved yet: this event type was changed elsewhere. Those changes are here now, with yours. Look at
        them and save again.
      </Alert>
    );
  return (
    <Alert
      severity="error"
      action={
        <Button variant="text" onClick={() => onTakeTheirs(theirs)}>
          Use the other ones
        </Button>
      }
    >
      Not saved yet: this event type was changed elsewhere, also its {contested.join(', ')}. Yours are shown.
      Save again to keep them.
    </Alert>
  );
}
