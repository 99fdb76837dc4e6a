import { useEffect, useId } from 'react';
import { formatDayAndMonth } from '#lib/format-time.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { notify } from '#ui/toast.tsx';
import { OneTimeLinks } from './one-time-links.tsx';
import './one-time-link-dialog.css';

const COPIED_MS = 2_000;

interface OneTimeLinkDialogProps {
  eventTypeId: string;
  id: string;
  url: string;
  expiresAt: string;
  onClose: () => void;
}

/** Copies the link at once. It is shown too, because a browser may refuse that, and it is stored nowhere. */
export function OneTimeLinkDialog({ eventTypeId, id, url, expiresAt, onClose }: OneTimeLinkDialogProps) {
  const titleId = useId();
  const noteId = useId();
  useEffect(() => {
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(url);
        notify.success('One-time link copied');
      } catch (error) {
        console.warn('The link was not copied', error);
      }
    };
    void copy();
  }, [url]);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} aria-describedby={noteId} fullWidth>
      <DialogTitle id={titleId}>One-time link</DialogTitle>
      <DialogContent className="one-time-link-dialog">
        <div id={noteId}>
          {`Works for one booking, until ${formatDayAndMonth(new Date(expiresAt))}. It cannot be shown again.`}
        </div>
        <div className="one-time-link-dialog-link">
          <TextInput
            readOnly
            value={url}
            className="one-time-link-dialog-url"
            aria-label="Link"
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={url} holdMs={COPIED_MS} />
        </div>
        <OneTimeLinks eventTypeId={eventTypeId} newId={id} onRevokedNew={onClose} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" color="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
