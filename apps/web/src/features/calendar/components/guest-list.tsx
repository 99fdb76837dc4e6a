import type { EventAttendee } from '@dayloom/contracts';
import { Check, CircleHelp, Clock, X } from 'lucide-react';
import { answerWords, toGuestName } from '../model/guest-words.ts';
import './guest-list.css';

const icons = { accepted: Check, tentative: CircleHelp, declined: X, needsAction: Clock } as const;

/** The number that fits, see the style sheet. */
const MAX_UNSCROLLED = 5;

/** The guests of an event with their answers. */
export function GuestList({ attendees }: { attendees: readonly EventAttendee[] }) {
  return (
    <ul
      className="guest-list"
      aria-label="Answers"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls, by keyboard too
      tabIndex={attendees.length > MAX_UNSCROLLED ? 0 : undefined}
    >
      {attendees.map((guest) => {
        const Icon = icons[guest.status];
        return (
          <li key={guest.email || guest.name} title={[guest.name, guest.email].filter(Boolean).join(', ')}>
            <span className="guest-list-name">{toGuestName(guest)}</span>
            <span className="guest-list-answer text-caption" data-answer={guest.status}>
              <Icon size={14} aria-hidden />
              {answerWords[guest.status]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
