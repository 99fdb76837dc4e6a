import type { Comparison } from '../hooks/use-comparison.ts';
import type { LocalTime } from '../model/local-time.ts';
import { WeekChooser } from './week-chooser.tsx';

interface RequestTimeProps {
  readonly who: string;
  readonly localTime: LocalTime;
  readonly comparison: Comparison;
  readonly durationMinutes: number;
  readonly firstDay: number;
  readonly onChoose: (startsAt: string) => void;
  readonly onBack: () => void;
}

/** Any time, also one that is not offered: the host accepts or declines it. */
export function RequestTime(props: RequestTimeProps) {
  const { who, localTime, comparison, durationMinutes, firstDay, onChoose, onBack } = props;
  return (
    <div className="booking-card-main">
      <div className="booking-card-steps">
        <h2 ref={focusHeading} tabIndex={-1} className="text-h2">
          Request a time
        </h2>
        <p>Choose a time that suits you. {who} answers by mail.</p>
        <WeekChooser
          listOwnBusy={comparison.isOwnShown ? comparison.listOwnBusy : null}
          busyElsewhere={comparison.file?.state === 'read' ? comparison.file.busy : []}
          localTime={localTime}
          durationMinutes={durationMinutes}
          firstDay={firstDay}
          chosen={[]}
          isFull={false}
          onToggle={onChoose}
        />
        <div>
          <button type="button" className="button button-text button-large" onClick={onBack}>
            Back
          </button>
        </div>
      </div>
    </div>
  );
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus();
