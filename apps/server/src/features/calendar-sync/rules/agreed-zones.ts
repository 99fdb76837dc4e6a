import { haveSameClocks, isTimeZone } from '@dayloom/time';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { recurrenceIdKey } from '#features/calendar/model/merge.ts';
import { findInstants } from '#features/calendar/model/remote-instants.ts';

/** The limit for comparing the zones of an endless series: later rules of the zones are not known. */
const LAST = Date.UTC(2040, 0, 1);

/**
 * Restores agreed zone names in what a provider returns. Outlook stores Windows zone names, and none of them
 * is for Vienna: it returns Berlin. Google may return another spelling. If both names mean the same times,
 * this is not a change, and the name that the user chose stays. For a single event or instance, both names
 * must give the same start and end, as instants or on the wall clock. For a series, the clocks of both zones
 * must agree for its whole duration.
 */
export function withAgreedZones(
  theirs: readonly RemoteEvent[],
  agreed: readonly RemoteEvent[],
): readonly RemoteEvent[] {
  const known = new Map(agreed.map((event) => [recurrenceIdKey(event), event]));
  // A new instance is compared with its series.
  return theirs.map((event) => {
    const like = known.get(recurrenceIdKey(event)) ?? known.get('');
    return like ? rebaseToZone(event, like) : event;
  });
}

function rebaseToZone(event: RemoteEvent, like: RemoteEvent): RemoteEvent {
  const isNamed = ({ zoneDefinition, start, end }: RemoteEvent) =>
    zoneDefinition === null && [start, end].every(({ timeZone }) => timeZone && isTimeZone(timeZone));
  if (!isNamed(event) || !isNamed(like)) return event;
  if (event.start.timeZone === like.start.timeZone && event.end.timeZone === like.end.timeZone) return event;
  const [received, before] = [findInstants(event), findInstants(like)];
  if (!received || !before) return event;
  if (!event.recurrence && received.start === before.start && received.end === before.end)
    return { ...event, start: like.start, end: like.end };
  const to = event.recurrence
    ? Math.max(computeLastInstant(event.recurrence.rules), received.end)
    : received.end;
  const isSame = (from: EventTime, into: EventTime) =>
    haveSameClocks(from.timeZone ?? '', into.timeZone ?? '', received.start, to);
  if (!isSame(event.start, like.start) || !isSame(event.end, like.end)) return event;
  const renamed = <Time extends EventTime>(time: Time): Time =>
    time.timeZone === event.start.timeZone ? { ...time, timeZone: like.start.timeZone } : time;
  return {
    ...event,
    start: { ...event.start, timeZone: like.start.timeZone },
    end: { ...event.end, timeZone: like.end.timeZone },
    recurrence: event.recurrence && {
      ...event.recurrence,
      rdates: event.recurrence.rdates.map(({ end, ...time }) => ({
        ...renamed(time),
        ...(end && { end: renamed(end) }),
      })),
    },
  };
}

/** The last possible instance of the rules, plus a margin of a day. */
function computeLastInstant(rules: readonly string[]): number {
  return rules.reduce((last, rule) => {
    const [, year, month, day] = /(?:^|;)UNTIL=(\d{4})(\d{2})(\d{2})/i.exec(rule) ?? [];
    const until = year === undefined ? LAST : Date.UTC(Number(year), Number(month) - 1, Number(day) + 2);
    return Math.max(last, Math.min(until, LAST));
  }, 0);
}
