import type { ChatCard, ChatEvent, ChatTask } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { dayPath, eventPath } from '#lib/calendar-links.ts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatLongDate, formatTimeRange } from '#lib/format-time.ts';
import { useViewer } from '#lib/viewer.ts';
import { Link } from '#ui/link.tsx';
import {
  describeGuests,
  describeTaskFacts,
  formatTimes,
  formatZone,
  groupByDay,
} from '../model/card-words.ts';
import './found-card.css';
import { getCity } from '#lib/zone-names.ts';

type Found<Kind extends ChatCard['kind']> = Extract<ChatCard, { kind: Kind }>;

/** What was found or prepared. There is nothing to decide on this card. */
export function FoundCard({ card }: { card: ChatCard }) {
  if (card.kind === 'agenda') return <Agenda events={card.events} from={card.from} />;
  if (card.kind === 'tasks') return <Tasks tasks={card.tasks} total={card.total} />;
  if (card.kind === 'event' && card.change === null)
    return <Agenda events={[card.event]} from={card.event.startsAt} />;
  if (card.kind === 'task' && card.change === null) return <Tasks tasks={[card.task]} total={1} />;
  return card.kind === 'meeting' && <Meeting card={card} />;
}

function Agenda({ events, from }: { events: readonly ChatEvent[]; from: string }) {
  const { timeZone } = useViewer();
  return (
    <section className="found-card" aria-label="Agenda">
      {events.length === 0 && <p className="found-card-none">No events</p>}
      {groupByDay(events).map(([day, all]) => (
        <div key={day.getTime()} className="found-card-day">
          <h2 className="found-card-date text-label">{formatLongDate(day)}</h2>
          <ul className="found-card-rows">
            {all.map((event) => (
              <li key={`${event.eventId} ${event.recurrenceId ?? ''}`} className="found-card-row">
                <span className="found-card-time n">
                  {event.startsOn
                    ? 'All day'
                    : formatTimeRange(new Date(event.startsAt), new Date(event.endsAt))}
                </span>
                <span className="found-card-what">
                  <Link to={eventPath(event)} underline="hover">
                    {event.title || '(No title)'}
                  </Link>
                  <Small facts={[event.location, describeGuests(event.attendees)]} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="found-card-foot text-caption">
        <span>Times in {getCity(timeZone)}</span>
        <Link to={dayPath({ startsAt: events[0]?.startsAt ?? from, startsOn: events[0]?.startsOn ?? null })}>
          Open in calendar
        </Link>
      </div>
    </section>
  );
}

function Small({ facts }: { facts: readonly string[] }) {
  const words = facts.filter(Boolean).join(' · ');
  return words ? <span className="found-card-small text-caption">{words}</span> : null;
}

function Tasks({ tasks, total }: { tasks: readonly ChatTask[]; total: number }) {
  return (
    <section className="found-card" aria-label="Tasks">
      {tasks.length === 0 && <p className="found-card-none">No tasks</p>}
      <ul className="found-card-rows">
        {tasks.map((task) => (
          <li key={task._id} className="found-card-row">
            <span className="found-card-what">
              <Link to={`/tasks?task=${task._id}`} underline="hover">
                {task.title}
              </Link>
              <Small facts={[task.status === 'done' ? 'completed' : '', ...describeTaskFacts(task)]} />
            </span>
          </li>
        ))}
      </ul>
      {total > tasks.length && (
        <div className="found-card-foot text-caption">
          <span>{`${tasks.length} of ${total}`}</span>
          <Link to="/tasks">All tasks</Link>
        </div>
      )}
    </section>
  );
}

function Meeting({ card }: { card: Found<'meeting'> }) {
  const { title, durationMinutes, times, attendees, requestId } = card;
  const lengthMs = durationMinutes * MINUTE_MS;
  return (
    <section className="found-card" aria-label={`Meeting request: ${title}`}>
      <div className="found-card-day">
        <h2 className="found-card-date text-label">{`${title} · ${formatMinutes(durationMinutes)}`}</h2>
        <ul className="found-card-rows">
          {times.map((startsAt) => (
            <li key={startsAt} className="found-card-row n">
              {formatTimes({ startsAt, endsAt: new Date(Date.parse(startsAt) + lengthMs).toISOString() })}{' '}
              {formatZone(new Date(startsAt))}
            </li>
          ))}
        </ul>
      </div>
      <div className="found-card-foot text-caption">
        <span>{describeGuests(attendees)}</span>
        {requestId && <Link to="/bookings?view=requests">Open meeting requests</Link>}
      </div>
    </section>
  );
}
