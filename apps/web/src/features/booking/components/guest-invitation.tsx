import type { AttendeeStatus, GuestAnswer, GuestEvent } from '@dayloom/contracts';
import { findDayNumber } from '@dayloom/time';
import { useState } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import { Chip } from '#ui/chip.tsx';
import type { CallProblem, CallResult, GuestPage } from '../api.ts';
import { joinFirstNames, toFullName } from '../model/hosts.ts';
import type { LocalTime } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
import { MeetingPlace } from './meeting-request.tsx';
import { WhoComes } from './who-comes.tsx';
import './meeting-request.css';
import './guest-invitation.css';

interface GuestInvitationProps {
  readonly page: GuestPage;
  readonly localTime: LocalTime;
  readonly onAnswer: (answer: GuestAnswer) => Promise<CallResult<GuestPage>>;
  readonly onChange: (page: GuestPage) => void;
}

/** Who invites to what, and the answer. */
export function GuestInvitation(props: GuestInvitationProps) {
  const { page, localTime } = props;
  const { event } = page;
  if (!event || page.state === 'cancelled')
    return (
      <div className="notice within">
        <h1>{page.title}</h1>
        <p>This event was cancelled, or you are no longer invited. There is nothing left to answer.</p>
      </div>
    );
  const attendees = event.guests.map(({ status, ...guest }) => ({
    ...guest,
    answer: ANSWERS[status],
    times: [],
  }));
  return (
    <div className="meeting-request">
      <div className="meeting-request-column">
        <Event event={event} localTime={localTime} />
        {page.state === 'open' ? (
          <Answer {...props} who={joinFirstNames([event.organizer])} />
        ) : (
          <section className="meeting-request-card" aria-label="Answer">
            <h2 className="text-h2">This event is over</h2>
          </section>
        )}
      </div>
      <aside className="meeting-request-column" aria-label="Guests">
        <WhoComes organizer={event.organizer} attendees={attendees} />
      </aside>
    </div>
  );
}

const ANSWERS = { needsAction: null, accepted: 'accept', tentative: 'maybe', declined: 'decline' } as const;

function Event({ event, localTime }: { event: GuestEvent; localTime: LocalTime }) {
  const { organizer, title, description, location, isRecurring } = event;
  return (
    <section className="meeting-request-card" aria-label="Event">
      <div className="meeting-request-head">
        <Avatar {...organizer} size={48} />
        <div className="meeting-request-who">
          <p>
            <strong>{toFullName(organizer)}</strong> invites you
          </p>
        </div>
      </div>
      <h1>{title}</h1>
      <div className="guest-invitation-facts">
        <p className="n">{describeWhen(event, localTime)}</p>
        {description && <p className="guest-invitation-description">{description}</p>}
        {(isRecurring || location) && (
          <div className="meeting-request-facts">
            {isRecurring && <Chip>Repeats: the next time is shown</Chip>}
            {location && <MeetingPlace location={location} />}
          </div>
        )}
      </div>
    </section>
  );
}

function describeWhen({ startsAt, endsAt, startsOn, endsOn }: GuestEvent, localTime: LocalTime): string {
  const [first, end] = [startsOn, endsOn].map((date) => (date === null ? null : findDayNumber(date)));
  if (first == null || end == null) return localTime.formatRange(startsAt, endsAt);
  const last = end - 1;
  const from = localTime.formatLongDay(first);
  return last > first ? `${from} to ${localTime.formatLongDay(last)}` : from;
}

const CHOICES = [
  { value: 'accepted', label: 'Accept' },
  { value: 'tentative', label: 'Maybe' },
  { value: 'declined', label: 'Decline' },
] as const;

const SAID: Readonly<Record<AttendeeStatus, string>> = {
  needsAction: 'Do you come?',
  accepted: 'You accepted',
  tentative: 'You said maybe',
  declined: 'You declined',
};

function Answer({ page, who, onAnswer, onChange }: GuestInvitationProps & { readonly who: string }) {
  const [sending, setSending] = useState<GuestAnswer | null>(null);
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const send = async (answer: GuestAnswer) => {
    if (sending) return;
    setSending(answer);
    setProblem(null);
    const result = await onAnswer(answer);
    setSending(null);
    if ('response' in result) onChange(result.response);
    else setProblem(result.problem);
  };
  const isSeries = page.event?.isRecurring ? ' Your answer is for all times.' : '';
  return (
    <section className="meeting-request-card guest-invitation-answer" aria-label="Answer">
      <h2 className="text-h2" aria-live="polite">
        {SAID[page.answer]}
      </h2>
      {problem && (
        <div className="booking-card-alert" role="alert">
          <p>{problem.message}</p>
        </div>
      )}
      <div className="guest-invitation-choices">
        {CHOICES.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={`button button-large${isMain(value, page.answer) ? ' button-contained' : ''}`}
            aria-pressed={page.answer === value}
            aria-disabled={sending !== null}
            onClick={() => void send(value)}
          >
            {page.answer === value && <Icon name="check" size={16} />}
            {sending === value ? 'Sending ...' : label}
          </button>
        ))}
      </div>
      <p className="text-small guest-invitation-note">
        {page.answer === 'needsAction'
          ? `${who} sees your answer at once.`
          : `${who} sees it. You can change it until the event is over.`}
        {isSeries}
      </p>
    </section>
  );
}

/** The answer that was given stands out; before, accepting does. */
function isMain(value: GuestAnswer, given: AttendeeStatus): boolean {
  return given === 'needsAction' ? value === 'accepted' : value === given;
}
