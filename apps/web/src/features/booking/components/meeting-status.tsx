import type { Ref } from 'react';
import type { Invitation } from '../api.ts';
import { toGoogleLink, toOutlookLink } from '../model/calendar-links.ts';
import { toFullName } from '../model/hosts.ts';
import { describeAnswer, type InvitationPhase, toCurrentAnswer, toEnd } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
import './meeting-status.css';

interface MeetingStatusProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly phase: Exclude<InvitationPhase, 'waiting'>;
  readonly invitation: Invitation;
  readonly localTime: LocalTime;
  readonly who: string;
  /** The address of the invitation as an iCalendar file. */
  readonly fileUrl: string;
}

/** How far the request is, and what comes next. */
export function MeetingStatus({ heading, phase, invitation, localTime, who, fileUrl }: MeetingStatusProps) {
  const { event, answerTimes } = invitation;
  const { startsAt, durationMinutes } = event;
  const answer = toCurrentAnswer(startsAt, { answer: invitation.answer, times: answerTimes });
  const current = { ...invitation, answer, answerTimes: startsAt ? [startsAt] : answerTimes };
  const isGood = phase === 'confirmed' ? answer !== 'decline' : phase === 'answered' && answer === 'accept';
  return (
    <div className="meeting-status" data-tone={isGood ? 'ok' : 'neutral'}>
      <span className="meeting-status-mark">
        <Icon name={isGood ? 'check' : 'clock'} size={18} />
      </span>
      <div className="meeting-status-words">
        <h2 ref={heading} tabIndex={-1} className="text-h2">
          {toTitle(phase, invitation, localTime, who)}
        </h2>
        {startsAt !== null && phase !== 'withdrawn' && (
          <p className="meeting-status-when n">
            {localTime.formatRange(startsAt, toEnd(startsAt, durationMinutes))}
          </p>
        )}
        <p>{explain(phase, current, localTime, who)}</p>
        {phase === 'confirmed' && startsAt !== null && (
          <AddToCalendar invitation={invitation} startsAt={startsAt} fileUrl={fileUrl} />
        )}
      </div>
    </div>
  );
}

function toTitle(
  phase: MeetingStatusProps['phase'],
  invitation: Invitation,
  localTime: LocalTime,
  who: string,
): string {
  switch (phase) {
    case 'answered':
      return describeAnswer(invitation, localTime);
    case 'confirmed':
      return 'The time is fixed';
    case 'expired':
      return 'The deadline to answer has passed';
    case 'withdrawn':
      return `${who} ${invitation.event.startsAt === null ? 'withdrew this request' : 'cancelled this meeting'}`;
    case 'past':
      return invitation.event.startsAt === null ? 'The proposed times have passed' : 'This meeting is over';
  }
}

function explain(
  phase: MeetingStatusProps['phase'],
  invitation: Invitation,
  localTime: LocalTime,
  who: string,
): string {
  switch (phase) {
    case 'answered':
      if (!invitation.event.canAnswer) return `The deadline to answer has passed. ${who} chooses the time.`;
      return invitation.answer === 'decline'
        ? `${who} sees it. You can change your answer below.`
        : `${who} sees it and chooses the time. Then you get a mail. You can change your answer below.`;
    case 'confirmed':
      return invitation.answer === null
        ? `${who} has chosen this time. Say whether you come.`
        : `${describeAnswer(invitation, localTime)}. You can change that until it begins.`;
    case 'expired':
      return `Ask ${who} for a new request if you still want to meet.`;
    case 'withdrawn':
      return 'The meeting does not take place. There is nothing left to answer.';
    case 'past':
      return 'Nothing can be changed now.';
  }
}

interface AddToCalendarProps {
  readonly invitation: Invitation;
  readonly startsAt: string;
  readonly fileUrl: string;
}

function AddToCalendar({ invitation: { event }, startsAt, fileUrl }: AddToCalendarProps) {
  const { title, location, message, organizer, durationMinutes } = event;
  const entry = {
    title,
    startsAt,
    endsAt: toEnd(startsAt, durationMinutes),
    location,
    details: [message, `With ${toFullName(organizer)}`].filter(Boolean).join('\n\n'),
  };
  return (
    <div className="meeting-status-add">
      <span>Add to</span>
      <a className="button" href={toGoogleLink(entry)} target="_blank" rel="noopener noreferrer">
        Google
      </a>
      <a className="button" href={toOutlookLink(entry)} target="_blank" rel="noopener noreferrer">
        Outlook
      </a>
      <a className="button" href={fileUrl} download="invitation.ics">
        .ics file
      </a>
    </div>
  );
}
