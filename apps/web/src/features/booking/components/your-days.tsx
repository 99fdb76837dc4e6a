import { formatDayNumber, type Interval } from '@dayloom/time';
import { Hidden } from '#ui/hidden.tsx';
import type { BookingCalls } from '../api.ts';
import { useOwnBusy } from '../hooks/use-own-busy.ts';
import { type DayStrip, toDayStrip } from '../model/day-strip.ts';
import { toEnd } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import './your-days.css';

/** More would hide the answer. */
const MAX_DAYS = 4;
/** The longest range whose busy time is read at once. */
const MAX_DAYS_APART = 30;

interface YourDaysProps {
  readonly listOwnBusy: NonNullable<BookingCalls['listOwnBusy']>;
  readonly times: readonly string[];
  readonly durationMinutes: number;
  readonly localTime: LocalTime;
}

/** The signed-in visitor's own days with proposed times. Nobody else sees them. */
export function YourDays({ listOwnBusy, times, durationMinutes, localTime }: YourDaysProps) {
  const { timeZone } = localTime;
  const all = [...new Set(times.map(localTime.toDay))].sort((one, other) => one - other);
  const days = all.filter((day) => day - (all[0] ?? day) <= MAX_DAYS_APART).slice(0, MAX_DAYS);
  const [first, last] = [days[0], days.at(-1)];
  const { busy } = useOwnBusy(first === undefined ? null : listOwnBusy, {
    from: formatDayNumber(first ?? 0),
    to: formatDayNumber(last ?? 0),
    timeZone,
  });
  if (!busy) return null;
  const asked = times.map((time) => ({
    start: Date.parse(time),
    end: Date.parse(toEnd(time, durationMinutes)),
  }));
  return days.map((day) => (
    <Strip key={day} strip={toDayStrip({ day, timeZone, busy, asked })} localTime={localTime} />
  ));
}

function Strip({ strip, localTime }: { readonly strip: DayStrip; readonly localTime: LocalTime }) {
  const { day, start, end, parts } = strip;
  const formatInterval = ({ start: from, end: to }: Interval) =>
    localTime.formatTimes(new Date(from).toISOString(), new Date(to).toISOString());
  const busy = parts.filter(({ kind }) => kind === 'busy').map(formatInterval);
  return (
    <div className="your-days">
      <div className="your-days-head text-small">
        <span>Your {localTime.formatShortDay(day)}, seen only by you</span>
        <span className="n">{formatInterval({ start, end })}</span>
      </div>
      <Hidden>{busy.length === 0 ? 'Nothing planned' : `Busy ${busy.join(', ')}`}</Hidden>
      <div className="your-days-strip" aria-hidden>
        {parts.map(({ kind, left, width, start: from }) => (
          <span key={`${kind} ${from}`} data-kind={kind} style={{ left: `${left}%`, width: `${width}%` }} />
        ))}
      </div>
    </div>
  );
}
