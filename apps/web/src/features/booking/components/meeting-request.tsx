import { findDayNumber } from '@dayloom/time';
import { Avatar } from '#ui/avatar.tsx';
import { Chip } from '#ui/chip.tsx';
import { VerifiedBadge } from '#ui/verified-badge.tsx';
import type { BookingCalls, Invitation, InvitationPath } from '../api.ts';
import { joinFirstNames, toFullName } from '../model/hosts.ts';
import { describeLength, toCurrentAnswer } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
import { MeetingAnswer } from './meeting-answer.tsx';
import { WhoComes } from './who-comes.tsx';
import './meeting-request.css';

interface MeetingRequestProps {
  readonly calls: BookingCalls;
  readonly path: InvitationPath;
  readonly invitation: Invitation;
  readonly localTime: LocalTime;
  readonly onChange: (invitation: Invitation) => void;
}

/** Who asks for what, the answer, and who else comes. */
export function MeetingRequest(props: MeetingRequestProps) {
  const { invitation, localTime } = props;
  const { event, attendees } = invitation;
  const who = joinFirstNames([event.organizer]);
  return (
    <div className="meeting-request">
      <div className="meeting-request-column">
        <Asked invitation={invitation} localTime={localTime} />
        <MeetingAnswer {...props} who={who} />
      </div>
      <aside className="meeting-request-column" aria-label="More about this request">
        {attendees && (
          <WhoComes
            organizer={event.organizer}
            attendees={attendees.map((one) => ({ ...one, answer: toCurrentAnswer(event.startsAt, one) }))}
          />
        )}
        {event.canAnswer && (
          <section className="meeting-request-card meeting-request-note">
            <h2 className="text-h3">
              <Icon name="info" size={16} />
              No account needed
            </h2>
            <p>
              Your answer goes to {who}. When the time is fixed you get an .ics file and can add it to Google
              or Outlook. You may change your mind until it begins.
            </p>
          </section>
        )}
      </aside>
    </div>
  );
}

function Asked({ invitation: { event }, localTime }: Pick<MeetingRequestProps, 'invitation' | 'localTime'>) {
  const { organizer, title, message, durationMinutes, location, answerBy, startsAt } = event;
  const isOpen = event.canAnswer && startsAt === null;
  const lastDay = answerBy === null ? null : findDayNumber(answerBy);
  return (
    <section className="meeting-request-card" aria-label="Request">
      <div className="meeting-request-head">
        <Avatar {...organizer} size={48} />
        <div className="meeting-request-who">
          <p>
            <strong>{toFullName(organizer)}</strong>{' '}
            {organizer.isVerified && (
              <span className="meeting-request-badge">
                <VerifiedBadge size={15} />{' '}
              </span>
            )}
            asks to meet
          </p>
          {organizer.bio && <p className="meeting-request-bio">{organizer.bio}</p>}
        </div>
        {lastDay !== null && isOpen && (
          <Chip tone="booking">Answer by {localTime.formatShortDay(lastDay)}</Chip>
        )}
      </div>
      <h1>{title}</h1>
      {message && <blockquote className="meeting-request-message">“{message}”</blockquote>}
      <div className="meeting-request-facts">
        <Chip>
          <Icon name="clock" size={14} />
          {describeLength(durationMinutes)}
        </Chip>
        {location && <MeetingPlace location={location} />}
      </div>
    </section>
  );
}

export function MeetingPlace({ location }: { location: string }) {
  const address = /^https?:\/\//i.test(location) ? URL.parse(location) : null;
  if (address)
    return (
      <a className="chip meeting-request-place" data-tone="event" href={location} rel="noopener noreferrer">
        <Icon name="link" size={14} />
        <span>{address.host}</span>
      </a>
    );
  return (
    <span className="chip meeting-request-place" data-tone="neutral">
      <Icon name="place" size={14} />
      <span>{location}</span>
    </span>
  );
}
