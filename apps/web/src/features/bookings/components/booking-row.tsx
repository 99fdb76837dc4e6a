import type { HostBooking } from '@dayloom/contracts';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import {
  describeReplies,
  describeState,
  formatTimes,
  getAllowedActions,
  isDeclined,
  visitorTime,
} from '../model/booking-words.ts';
import './booking-row.css';

interface BookingRowProps {
  booking: HostBooking;
  now: Date;
  onApprove: () => void;
  /** Asks for a message first. */
  onCancel: () => void;
  onNoShow: (isNoShow: boolean) => void;
}

export function BookingRow({ booking, now, onApprove, onCancel, onNoShow }: BookingRowProps) {
  const { timeZone } = useViewer();
  const { title, name, status, isNoShow } = booking;
  const state = describeState(booking);
  const possible = getAllowedActions(booking, now);
  const theirs = visitorTime(booking, timeZone);
  return (
    <CardRow as="li" className="booking-row" data-booking={booking.id}>
      <div className="booking-row-facts">
        <div className="booking-row-times text-small n">
          {formatTimes(booking, now)}
          {theirs && <span className="booking-row-theirs"> ({theirs})</span>}
        </div>
        <div className="booking-row-head">
          <h2 className="booking-row-title text-label">{title}</h2>
          {state && <Chip tone={status === 'PENDING' ? 'soft' : 'neutral'}>{state}</Chip>}
          {isDeclined(booking) && <Chip tone="hard">Declined by mail</Chip>}
          {isNoShow && <Chip tone="hard">Did not come</Chip>}
        </div>
        <BookingDetails booking={booking} />
      </div>
      <div className="booking-row-actions">
        {possible.approve && (
          <Button
            size="small"
            variant="contained"
            color="primary"
            aria-label={`Approve ${title}`}
            onClick={onApprove}
          >
            Approve
          </Button>
        )}
        {possible.decline && (
          <Button size="small" aria-label={`Decline ${title}`} onClick={onCancel}>
            Decline
          </Button>
        )}
        {possible.markNoShow && (
          <Button
            size="small"
            aria-label={isNoShow ? `${name} came after all` : `Did not come: ${title}`}
            onClick={() => onNoShow(!isNoShow)}
          >
            {isNoShow ? 'Came after all' : 'Did not come'}
          </Button>
        )}
        {possible.cancel && (
          <Button size="small" aria-label={`Cancel ${title}`} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </CardRow>
  );
}

/** What the visitor gave. Text of visitors is shown as text, never as HTML. */
function BookingDetails({ booking }: { booking: HostBooking }) {
  const { name, email, phone, guests, location, otherHosts, answers, notes, cancelMessage } = booking;
  const facts = [
    { label: 'Phone', text: phone ?? '' },
    { label: 'Where', text: location === phone ? '' : location },
    { label: 'Guests', text: guests.join(', ') },
    { label: 'Answers', text: describeReplies(booking) },
    { label: 'Other hosts', text: otherHosts.join(', ') },
    ...answers.map(({ label, answer }) => ({ label, text: answer })),
    { label: 'Notes', text: notes },
    { label: 'Message', text: cancelMessage },
  ].filter(({ text }) => text !== '');
  return (
    <dl className="booking-row-details text-small">
      <div className="booking-row-detail">
        <dt>Visitor</dt>
        <dd>
          {name},{' '}
          <a className="booking-row-email" href={`mailto:${encodeURIComponent(email)}`}>
            {email}
          </a>
        </dd>
      </div>
      {facts.map(({ label, text }) => (
        <div key={label} className="booking-row-detail">
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
