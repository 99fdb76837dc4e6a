import type { LocalTime } from '../model/local-time.ts';
import { HalfHourChooser } from './half-hour-chooser.tsx';

interface RequestTimeProps {
  readonly who: string;
  readonly localTime: LocalTime;
  readonly firstDay: number;
  readonly onChoose: (startsAt: string) => void;
  readonly onBack: () => void;
}

/** Any time, also one that is not offered: the host accepts or declines it. */
export function RequestTime({ who, localTime, firstDay, onChoose, onBack }: RequestTimeProps) {
  return (
    <div className="booking-card-main">
      <div className="booking-card-steps">
        <h2 ref={focusHeading} tabIndex={-1} className="text-h2">
          Request a time
        </h2>
        <p>Choose a time that suits you. {who} answers by mail.</p>
        <HalfHourChooser
          localTime={localTime}
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
