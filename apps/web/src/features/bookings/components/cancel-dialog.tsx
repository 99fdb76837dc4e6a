import type { HostBooking } from '@dayloom/contracts';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { formatTimes } from '../model/booking-words.ts';
import './cancel-dialog.css';

const LONGEST = 1_000;

interface CancelDialogProps {
  booking: HostBooking;
  now: Date;
  onClose: () => void;
  onCancel: (message: string) => void;
}

/** Asks first, because the visitor gets an email, which cannot be undone. */
export function CancelDialog({ booking, now, onClose, onCancel }: CancelDialogProps) {
  const [titleId, textId, formId] = [useId(), useId(), useId()];
  const [message, setMessage] = useState('');
  const verb = booking.status === 'PENDING' ? 'Decline' : 'Cancel';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCancel(message.trim());
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} aria-describedby={textId} fullWidth>
      <DialogTitle id={titleId}>{`${verb} '${booking.title}'?`}</DialogTitle>
      <DialogContent>
        <form id={formId} className="cancel-dialog" onSubmit={submit}>
          <div id={textId} className="n">
            {`${formatTimes(booking, now)}. The time becomes free, and ${booking.email} gets an email.`}
          </div>
          <Field
            label="Message"
            multiline
            rows={3}
            ref={focusOnMount}
            value={message}
            maxLength={LONGEST}
            hint="Optional; included in the email"
            onChange={(event) => setMessage(event.target.value)}
          />
        </form>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          Keep booking
        </Button>
        <Button type="submit" form={formId} color="error">
          {`${verb} booking`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
