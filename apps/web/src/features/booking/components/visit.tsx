import type { VisitorBooking } from '@dayloom/contracts';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '#lib/now.ts';
import { getCity } from '#lib/zone-names.ts';
import type { BookingCalls } from '../api.ts';
import { type Clock, useClock } from '../hooks/use-clock.ts';
import { toGoogleLink, toOutlookLink } from '../model/calendar-links.ts';
import { joinFirstNames, toFullName } from '../model/hosts.ts';
import { createLocalTime } from '../model/local-time.ts';
import { getState, type VisitState } from '../model/visits.ts';
import { CancelVisit } from './cancel-visit.tsx';
import { Icon } from './icons.tsx';
import { MoveVisit } from './move-visit.tsx';
import './visit.css';

interface VisitProps {
  readonly calls: BookingCalls;
  readonly token: string;
  readonly visit: VisitorBooking;
  readonly isNew: boolean;
  /** What has just happened. */
  readonly message: string | null;
  readonly onChange: (visit: VisitorBooking, message: string) => void;
}

/** What was booked, and what can be done with it. */
export function Visit(props: VisitProps) {
  const { calls, token, visit, isNew, message, onChange } = props;
  const [doing, setDoing] = useState<'move' | 'cancel' | null>(null);
  const clock = useClock();
  const heading = useRef<HTMLHeadingElement>(null);
  const who = joinFirstNames(visit.hosts) || 'the host';
  const state = getState(visit, useNow().getTime());
  const title = describeState(state, visit, who, isNew);
  useEffect(() => {
    if (doing === null && (isNew || message)) heading.current?.focus();
  }, [doing, isNew, message]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const done = (changed: VisitorBooking, message: string) => {
    setDoing(null);
    onChange(changed, message);
  };

  if (doing === 'move')
    return (
      <MoveVisit
        calls={calls}
        token={token}
        visit={visit}
        clock={clock}
        onMoved={(moved) => done(moved, 'The booking was moved. A mail with the new time is on its way.')}
        onLeave={() => setDoing(null)}
      />
    );
  const mayChange = visit.canChange && state !== 'cancelled';
  return (
    <div className="visit">
      <span className="visit-mark" data-state={state}>
        <Icon name={state === 'confirmed' ? 'check' : 'clock'} size={24} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {message && <output className="visit-message">{message}</output>}
      <p className="visit-explanation">{explainState(state, visit, who)}</p>
      <Facts visit={visit} clock={clock} />
      {state === 'confirmed' && <AddToCalendar calls={calls} token={token} visit={visit} />}
      {doing === 'cancel' ? (
        <CancelVisit
          calls={calls}
          token={token}
          who={who}
          onCancelled={(cancelled) =>
            done(cancelled, visit.needsEmail ? 'The time is free again.' : 'A mail about it is on its way.')
          }
          onLeave={() => setDoing(null)}
        />
      ) : (
        mayChange && (
          <div className="visit-actions">
            {state !== 'needs_email' && (
              <button type="button" className="button" onClick={() => setDoing('move')}>
                Move
              </button>
            )}
            <button type="button" className="button button-danger" onClick={() => setDoing('cancel')}>
              Cancel booking
            </button>
          </div>
        )
      )}
      {mayChange && isNew && (
        <p className="visit-manage">
          You can also move or cancel it later with <a href={`/p/${token}`}>this link</a>, which is in the
          mail too.
        </p>
      )}
      {state === 'cancelled' && visit.hosts.length > 0 && (
        <a className="button" href={`/${visit.hosts.map(({ username }) => username).join('+')}`}>
          Book another time
        </a>
      )}
    </div>
  );
}

function describeState(state: VisitState, visit: VisitorBooking, who: string, isNew: boolean): string {
  switch (state) {
    case 'confirmed':
      return isNew ? `You are booked with ${who}` : `Your booking with ${who}`;
    case 'needs_email':
      return 'Confirm your email address';
    case 'needs_host':
      return `Waiting for ${who}`;
    case 'cancelled':
      return visit.cancelledBy === 'host' ? `${who} cancelled this booking` : 'This booking was cancelled';
    case 'past':
      return 'This booking is over';
  }
}

function explainState(state: VisitState, visit: VisitorBooking, who: string): string {
  switch (state) {
    case 'confirmed':
      return `The invitation goes to ${visit.email}.`;
    case 'needs_email':
      return `A mail with a link is on its way to ${visit.email}. The time is kept for you for 30 minutes; the booking counts when you have opened the link.`;
    case 'needs_host':
      if (visit.isRequest)
        return `${who} decides about this time, which is not kept for you. You get a mail at ${visit.email} then.`;
      return `${who} accepts each booking. The time is kept for you, and you get a mail at ${visit.email} as soon as it is decided.`;
    case 'cancelled':
      return visit.cancelMessage ? `“${visit.cancelMessage}”` : 'It no longer takes place.';
    case 'past':
      return 'It can no longer be moved or cancelled.';
  }
}

interface FactsProps {
  readonly visit: VisitorBooking;
  readonly clock: Clock;
}

function Facts({ visit, clock: { localTime } }: FactsProps) {
  const { startsAt, endsAt, timeZone, location, awaitsLink, guests, hosts, hostTimeZone } = visit;
  const here = localTime.formatRange(startsAt, endsAt);
  const others = [hostTimeZone, timeZone]
    .filter((zone) => zone !== null && zone !== localTime.timeZone)
    .filter((zone, at, all) => all.indexOf(zone) === at)
    .map((zone) => ({
      zone: zone ?? '',
      text: createLocalTime(zone ?? '', localTime.isTwelveHours).formatRange(startsAt, endsAt),
    }))
    .filter(({ text }) => text !== here);
  return (
    <dl className="visit-facts">
      <dt>What</dt>
      <dd>{visit.title}</dd>
      <dt>When</dt>
      <dd>
        {here}
        <span className="visit-zone">{getCity(localTime.timeZone)}</span>
        {others.map(({ zone, text }) => (
          <span key={zone} className="visit-other">
            {text} <span className="visit-zone">{getCity(zone)}</span>
          </span>
        ))}
      </dd>
      {location && (
        <>
          <dt>Where</dt>
          <dd>
            {/^https?:\/\//i.test(location) ? <a href={location}>{location}</a> : location}
            {awaitsLink && <span className="visit-other">The link follows here and by mail.</span>}
          </dd>
        </>
      )}
      <dt>With</dt>
      <dd>{[...hosts.map(toFullName), ...guests].join(', ')}</dd>
    </dl>
  );
}

function AddToCalendar({ calls, token, visit }: Pick<VisitProps, 'calls' | 'token' | 'visit'>) {
  const entry = { ...visit, details: visit.notes };
  return (
    <div className="visit-add">
      <span>Add to</span>
      <a className="button" href={toGoogleLink(entry)} target="_blank" rel="noopener noreferrer">
        Google
      </a>
      <a className="button" href={toOutlookLink(entry)} target="_blank" rel="noopener noreferrer">
        Outlook
      </a>
      <a className="button" href={calls.invitationUrl(token)} download="invitation.ics">
        .ics file
      </a>
    </div>
  );
}
