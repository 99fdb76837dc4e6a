import type { VisitorBooking } from '@dayloom/contracts';
import { useMemo, useState } from 'react';
import type { BookingCalls, CallProblem } from '../api.ts';
import type { Clock } from '../hooks/use-clock.ts';
import { useComparison } from '../hooks/use-comparison.ts';
import type { SlotSource } from '../hooks/use-month-slots.ts';
import { joinFirstNames } from '../model/hosts.ts';
import { HostCard } from './host-card.tsx';
import { Icon } from './icons.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { TimeChooser } from './time-chooser.tsx';
import './booking-card.css';

interface MoveVisitProps {
  readonly calls: BookingCalls;
  readonly token: string;
  readonly visit: VisitorBooking;
  readonly clock: Clock;
  readonly onMoved: (visit: VisitorBooking) => void;
  readonly onLeave: () => void;
}

/** The times to which a booking can be moved. */
export function MoveVisit({ calls, token, visit, clock, onMoved, onLeave }: MoveVisitProps) {
  const { localTime } = clock;
  const comparison = useComparison(calls, localTime.timeZone);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [reloads, setReloads] = useState(0);
  const source = useMemo<SlotSource>(
    () => ({ key: token, load: (range) => calls.listVisitSlots(token, range) }),
    [calls, token],
  );
  const move = async (startsAt: string) => {
    setIsBusy(true);
    setProblem(null);
    const result = await calls.moveVisit(token, { startsAt, timeZone: localTime.timeZone });
    setIsBusy(false);
    if ('response' in result) {
      onMoved(result.response.booking);
      return;
    }
    setProblem(result.problem);
    setReloads(reloads + 1);
  };
  return (
    <div className="booking-card">
      <div className="booking-card-aside">
        <HostCard hosts={visit.hosts} />
        <h2 className="visit-move-title">Move your booking</h2>
        <p className="booking-card-when">
          <Icon name="clock" size={16} />
          <span>Now: {localTime.formatRange(visit.startsAt, visit.endsAt)}</span>
        </p>
        <div>
          <button type="button" className="button" onClick={onLeave}>
            Keep this time
          </button>
        </div>
      </div>
      <TimeChooser
        source={source}
        clock={clock}
        comparison={comparison}
        who={joinFirstNames(visit.hosts)}
        hostTimeZone={visit.hostTimeZone}
        firstDay={localTime.toDay(visit.startsAt)}
        chosen={chosen}
        isBusy={isBusy}
        reloads={reloads}
        notice={
          problem &&
          chosen && (
            <ProblemAlert
              problem={problem}
              localTime={localTime}
              onAlternative={(startsAt) => {
                setChosen(startsAt);
                void move(startsAt);
              }}
              onRetry={() => void move(chosen)}
              onOtherTime={() => setProblem(null)}
            />
          )
        }
        onChoose={({ startsAt }) => {
          setChosen(startsAt);
          setProblem(null);
        }}
        onConfirm={({ startsAt }) => void move(startsAt)}
      />
    </div>
  );
}
