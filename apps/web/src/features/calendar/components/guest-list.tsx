import type { EventAttendee } from '@dayloom/contracts';
import { Check, CircleHelp, Clock, X } from 'lucide-react';
import { answerWords, toGuestName } from '../model/guest-words.ts';
import './guest-list.css';

const icons = { accepted: Check, tentative: CircleHelp, declined: X, needsAction: Clock } as const;

/** The guests of an event with their answers. */
export function GuestList({ attendees }: { attendees: readonly EventAttendee[] }) {
  return (
    <ul className="guest-list">
      {attendees.map((guest) => {
        const Icon = icons[guest.status];
        return (
          <li key={guest.email || guest.name} title={guest.email}>
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
