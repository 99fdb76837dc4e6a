import type { MeetingRequest } from '@dayloom/contracts';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { isUnsent } from '../model/meeting-words.ts';
import './withdraw-dialog.css';

interface WithdrawDialogProps {
  readonly request: MeetingRequest;
  readonly now: Date;
  readonly onClose: () => void;
  readonly onWithdraw: (message: string) => void;
}

/** Asks once, with room for a message. */
export function WithdrawDialog({ request, now, onClose, onWithdraw }: WithdrawDialogProps) {
  const { title, state } = request;
  const [titleId, textId, formId] = [useId(), useId(), useId()];
  const [message, setMessage] = useState('');
  const isConfirmed = state === 'confirmed';
  const isKnown = !isUnsent(request, now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onWithdraw(message.trim());
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} aria-describedby={textId} fullWidth>
      <DialogTitle id={titleId}>{`${isConfirmed ? 'Cancel' : 'Withdraw'} '${title}'?`}</DialogTitle>
      <DialogContent>
        <form id={formId} className="withdraw-dialog" onSubmit={submit}>
          <div id={textId}>
            {isKnown ? 'Everybody gets an email.' : 'No email has been sent yet, and none will be.'}{' '}
            {isConfirmed && 'The event is removed from your calendar.'}
          </div>
          <Field
            label="Message"
            multiline
            rows={3}
            ref={focusOnMount}
            value={message}
            maxLength={2_000}
            hint="Optional; included in the email"
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        </form>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {isConfirmed ? 'Keep meeting' : 'Keep request'}
        </Button>
        <Button type="submit" form={formId} color="error">
          {isConfirmed ? 'Cancel meeting' : 'Withdraw request'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
