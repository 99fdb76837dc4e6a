import type { ChatCard, ChatEvent, ChatTurn } from '@dayloom/contracts';
import { MapPin, Repeat, Users } from 'lucide-react';
import { dayPath, eventPath } from '#lib/calendar-links.ts';
import { dateFormat } from '#lib/date-format.ts';
import { localDate } from '#lib/local-dates.ts';
import { useViewer } from '#lib/viewer.ts';
import { Hidden } from '#ui/hidden.tsx';
import { Link } from '#ui/link.tsx';
import { describeEventTimes, describeGuests, formatHomeTime, formatZone } from '../model/card-words.ts';
import { stillExists } from '../model/change-words.ts';
import './event-change.css';

type EventCard = Extract<ChatCard, { kind: 'event' }>;

const weekday = dateFormat({ weekday: 'short' });

/** An event with what changes of it: before, and after. */
export function EventChange({ card, state }: { card: EventCard; state: ChatTurn['state'] }) {
  const { event, before, change } = card;
  const { profile } = useViewer();
  const start = event.startsOn ? localDate(event.startsOn) : new Date(event.startsAt);
  const home = event.isAllDay ? null : formatHomeTime(event.startsAt, profile?.settings.homeTimeZone?.name);
  const zone = event.isAllDay ? '' : ` ${formatZone(start)}`;
  const title = event.title || '(No title)';
  const isDeleted = change === 'deleted';
  return (
    <div className="event-change" data-deleted={isDeleted ? '' : undefined}>
      <span className="event-change-tile n" aria-hidden="true">
        <span className="event-change-weekday">{weekday().format(start)}</span>
        {start.getDate()}
      </span>
      <div className="event-change-facts">
        <div className="event-change-title text-h3">
          {before && before.title !== event.title && <Before text={before.title || '(No title)'} />}
          {isDeleted ? <del>{title}</del> : <span>{title}</span>}
        </div>
        <div className="event-change-line">
          <span>
            {before && hasOtherTimes(before, event) && <Before text={describeEventTimes(before)} />}
            {isDeleted ? <del>{describeEventTimes(event)}</del> : describeEventTimes(event)}
            {zone}
            {home && ` · ${home}`}
          </span>
        </div>
        <Fact icon={MapPin} name="Place" before={before?.location} now={event.location} />
        <Fact
          icon={Users}
          name="Guests"
          before={before && describeGuests(before.attendees)}
          now={describeGuests(event.attendees)}
        />
        {event.isRecurring && (
          <div className="event-change-line">
            <Repeat size={14} aria-hidden className="event-change-icon" />
            {describeSeries(card)}
          </div>
        )}
        <Link
          className="event-change-link text-small"
          to={stillExists(change, state) ? eventPath(event) : dayPath(event)}
        >
          Open in calendar
        </Link>
      </div>
    </div>
  );
}

function describeSeries({ event, scope }: EventCard): string {
  if (event.recurrenceId === null || scope === 'all') return 'The whole series';
  return scope === 'following' ? 'This occurrence and all that follow' : 'This occurrence of a series';
}

const hasOtherTimes = (before: ChatEvent, event: ChatEvent) =>
  describeEventTimes(before) !== describeEventTimes(event);

function Before({ text }: { text: string }) {
  return (
    <span className="event-change-before">
      <Hidden>Before: </Hidden>
      <del>{text}</del>
      <Hidden>. Now: </Hidden>
      <span aria-hidden="true">→</span>
    </span>
  );
}

interface FactProps {
  icon: typeof MapPin;
  name: string;
  before: string | null | undefined;
  now: string;
}

function Fact({ icon: Icon, name, before, now }: FactProps) {
  if (!now && !before) return null;
  const isOther = Boolean(before) && before !== now;
  return (
    <div className="event-change-line">
      <Icon size={14} aria-hidden className="event-change-icon" />
      <Hidden>{`${name}: `}</Hidden>
      <span>
        {isOther && <Before text={before ?? ''} />}
        <span>{now || 'none'}</span>
      </span>
    </div>
  );
}
