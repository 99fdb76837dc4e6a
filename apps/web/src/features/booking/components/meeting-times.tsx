import { describeVotes, hasTime, isSameTime, type OtherAttendee, toEnd } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import './meeting-times.css';

interface MeetingTimesProps {
  readonly times: readonly string[];
  readonly durationMinutes: number;
  readonly localTime: LocalTime;
  readonly now: number;
  /** The others, where the organizer shows their answers. */
  readonly attendees: readonly OtherAttendee[];
  /** The times that suit; null where there is nothing to tick. */
  readonly ticked: readonly string[] | null;
  readonly onTick: (ticked: readonly string[]) => void;
}

/** The proposed times. Of several, each one can be ticked. */
export function MeetingTimes(props: MeetingTimesProps) {
  const { times, durationMinutes, localTime, now, attendees, ticked, onTick } = props;
  return (
    <ul className="meeting-times">
      {times.map((startsAt) => {
        const isOver = Date.parse(startsAt) <= now;
        const votes = isOver
          ? ({ text: 'Is over', tone: 'neutral' } as const)
          : describeVotes(attendees, startsAt);
        return (
          <li key={startsAt}>
            <label className="meeting-times-one" data-over={isOver ? '' : undefined}>
              {ticked && (
                <input
                  type="checkbox"
                  checked={!isOver && hasTime(ticked, startsAt)}
                  disabled={isOver}
                  onChange={({ currentTarget }) =>
                    onTick(
                      currentTarget.checked
                        ? [...ticked, startsAt]
                        : ticked.filter((time) => !isSameTime(time, startsAt)),
                    )
                  }
                />
              )}
              <span className="meeting-times-hours n">
                {localTime.formatTimes(startsAt, toEnd(startsAt, durationMinutes))}
              </span>
              <span className="meeting-times-day">{localTime.formatShortDay(localTime.toDay(startsAt))}</span>
              {votes && (
                <span className="meeting-times-votes text-small" data-tone={votes.tone}>
                  {votes.text}
                </span>
              )}
            </label>
          </li>
        );
      })}
    </ul>
  );
}
