import type { Calendar, GuestAnswer, Occurrence } from '@dayloom/contracts';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { toEventPlace } from '../model/grid-item.ts';
import { answerWords, countAnswers, toGuestName } from '../model/guest-words.ts';
import { describePlace } from '../model/place-words.ts';
import { GuestList } from './guest-list.tsx';
import { OwnAnswer } from './own-answer.tsx';
import './event-details.css';

interface EventDetailsProps {
  occurrence: Occurrence;
  calendar: Calendar;
  /** Answers an invitation; absent where that is not possible here. */
  onAnswer?: (answer: GuestAnswer) => void;
  /** Below the facts. */
  actions?: ReactNode;
}

/** The facts of an event and, if it is read-only, why. */
export function EventDetails({ occurrence, calendar, onAnswer, actions }: EventDetailsProps) {
  const {
    title,
    location,
    description,
    isRecurring,
    isBusy,
    attendees,
    organizer,
    ownAnswer,
    shortened = [],
  } = occurrence;
  const whole = (field: 'location' | 'description', text: string) =>
    shortened.includes(field) ? `${text}… (longer than what is shown here)` : text;
  return (
    <div className="event-details">
      <h2 className="event-details-title text-h3">{title || '(No title)'}</h2>
      <dl className="event-details-facts">
        <Fact name="When">
          {describePlace(toEventPlace(occurrence))}
          {isRecurring && ' · repeats'}
        </Fact>
        {location && <Fact name="Location">{whole('location', location)}</Fact>}
        {organizer && (organizer.name || organizer.email) && (
          <Fact name="Invited by">{toGuestName(organizer)}</Fact>
        )}
        {ownAnswer && (
          <Fact name="Your answer">
            {onAnswer ? <OwnAnswer answer={ownAnswer} onAnswer={onAnswer} /> : answerWords[ownAnswer]}
          </Fact>
        )}
        {attendees.length > 0 && (
          <Fact name="Guests">
            {countAnswers(attendees)}
            <GuestList attendees={attendees} />
          </Fact>
        )}
        {description && <Fact name="Description">{whole('description', description)}</Fact>}
        <Fact name="Calendar">{calendar.name}</Fact>
        <Fact name="This time is">{isBusy ? 'Busy' : 'Free'}</Fact>
      </dl>
      {!calendar.isWritable && (
        <div role="note" className="event-details-note text-small">
          <Lock size={16} aria-hidden />
          <span>{describeReason(calendar)}</span>
        </div>
      )}
      {actions}
    </div>
  );
}

function describeReason({ kind, name }: Calendar): string {
  if (kind === 'subscribed')
    return `'${name}' is a subscribed calendar. Its events can only be changed at their source.`;
  return `'${name}' is read-only here: its provider does not allow changes.`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="event-details-fact-name text-label">{name}</dt>
      <dd className="event-details-fact n">{children}</dd>
    </div>
  );
}
