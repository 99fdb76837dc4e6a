import type { Slot } from '@dayloom/contracts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { getFirstDay, toMonth } from '#lib/months.ts';
import { useNow } from '#lib/now.ts';
import { Hidden } from '#ui/hidden.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import type { Clock } from '../hooks/use-clock.ts';
import type { Comparison } from '../hooks/use-comparison.ts';
import { useIsWaitingLong } from '../hooks/use-is-waiting-long.ts';
import { type SlotSource, useMonthSlots } from '../hooks/use-month-slots.ts';
import { useOwnBusy } from '../hooks/use-own-busy.ts';
import { describeDifference } from '../model/local-time.ts';
import { groupByDay, listColliding, toRange } from '../model/months.ts';
import { CompareCalendars } from './compare-calendars.tsx';
import { MonthGrid } from './month-grid.tsx';
import { SlotList } from './slot-list.tsx';
import { ZoneSelect } from './zone-select.tsx';
import './time-chooser.css';

/** A year is the longest horizon of an event type. */
const MAX_MONTHS = 12;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

interface TimeChooserProps {
  readonly source: SlotSource;
  readonly clock: Clock;
  readonly comparison: Comparison;
  /** The host's name, as the page speaks of them. */
  readonly who: string;
  readonly hostTimeZone: string | null;
  readonly firstDay: number | null;
  readonly chosen: string | null;
  readonly isBusy: boolean;
  /** Shown above the times. */
  readonly notice?: ReactNode;
  /** Differs after a slot turned out to be taken: the slots are read again. */
  readonly reloads: number;
  /** Asks for a time that is not offered. */
  readonly onRequest?: () => void;
  readonly onChoose: (slot: Slot) => void;
  readonly onConfirm: (slot: Slot) => void;
}

/** A month, and next to it the free times of the chosen day. */
export function TimeChooser(props: TimeChooserProps) {
  const { source, clock, comparison, who, hostTimeZone, firstDay, chosen, isBusy, notice, reloads } = props;
  const { onRequest, onChoose, onConfirm } = props;
  const { localTime } = clock;
  const today = localTime.toDay(useNow().toISOString());
  const [month, setMonth] = useState(() => toMonth(Math.max(firstDay ?? today, today)));
  const [wantedDay, setWantedDay] = useState(firstDay);
  const asked = useMemo(() => ({ ...source, key: `${source.key} ${reloads}` }), [source, reloads]);
  const { slots, nextStartsAt, problem, reload } = useMonthSlots(asked, {
    month,
    timeZone: localTime.timeZone,
    today,
  });
  const own = useOwnBusy(comparison.isOwnShown ? comparison.listOwnBusy : null, {
    ...toRange(month, today),
    timeZone: localTime.timeZone,
  });
  const isLate = useIsWaitingLong(slots === null && problem === null);
  const days = useMemo(() => (slots ? groupByDay(slots, localTime.toDay) : null), [slots, localTime]);
  const freeDays = useMemo(() => days && new Set(days.keys()), [days]);
  const preferredDays = useMemo(
    () =>
      new Set((slots ?? []).filter((slot) => slot.preferred).map((slot) => localTime.toDay(slot.startsAt))),
    [slots, localTime],
  );
  const inMonth = [...(freeDays ?? [])].filter((day) => toMonth(day) === month);
  const day = wantedDay !== null && freeDays?.has(wantedDay) ? wantedDay : (inMonth[0] ?? null);
  const daySlots = (day !== null && days?.get(day)) || [];

  const fileBusy = comparison.file?.state === 'read' ? comparison.file.busy : [];
  const colliding = listColliding(daySlots, [...(own.busy ?? []), ...fileBusy]);

  const firstSlot = useRef<HTMLButtonElement>(null);
  const isFocusDue = useRef(false);
  useEffect(() => {
    if (!isFocusDue.current || !firstSlot.current) return;
    isFocusDue.current = false;
    firstSlot.current.focus();
  });
  const chooseDay = (next: number) => {
    isFocusDue.current = true;
    setWantedDay(next);
    setMonth(toMonth(next));
  };

  const isEmpty = slots !== null && inMonth.length === 0;
  const monthName = localTime.formatMonth(getFirstDay(month));
  const lastMonth = isEmpty && nextStartsAt === null ? month : toMonth(today) + MAX_MONTHS;
  const said = [
    ...(slots ? [`${monthName}: ${count(inMonth.length, 'day')} with free times.`] : []),
    ...(day === null ? [] : [`${localTime.formatLongDay(day)}: ${count(daySlots.length, 'time')}.`]),
    ...(colliding.size > 0 ? [`You are busy at ${colliding.size} of them.`] : []),
  ];
  return (
    <div className="time-chooser">
      <div className="time-chooser-month">
        <MonthGrid
          month={month}
          today={today}
          chosenDay={day}
          localTime={localTime}
          freeDays={freeDays}
          preferredDays={preferredDays}
          isLate={isLate}
          lastMonth={lastMonth}
          onMonth={setMonth}
          onChoose={chooseDay}
        />
        <div className="time-chooser-foot">
          <ZoneSelect value={localTime.timeZone} onChange={clock.setTimeZone} />
          {preferredDays.size > 0 && (
            <span className="time-chooser-legend">
              <span className="time-chooser-mark" aria-hidden="true" /> suits {who} best
            </span>
          )}
        </div>
        <CompareCalendars comparison={comparison} ownProblem={own.problem} />
      </div>
      <section className="time-chooser-times" aria-label="Time">
        <div className="time-chooser-head">
          <h2>{day === null ? 'Times' : localTime.formatShortDay(day)}</h2>
          <SegmentedControl
            label="Clock"
            value={localTime.isTwelveHours ? '12' : '24'}
            options={[
              { value: '12', label: '12 h' },
              { value: '24', label: '24 h' },
            ]}
            onChange={(value) => clock.setTwelveHours(value === '12')}
          />
        </div>
        {notice}
        {problem && (
          <div className="time-chooser-empty" role="alert">
            <p>{problem.message}</p>
            <button type="button" className="button" onClick={reload}>
              Try again
            </button>
          </div>
        )}
        {isEmpty && (
          <div className="time-chooser-empty">
            <p>No free time in {monthName}.</p>
            {nextStartsAt === null ? (
              <p>There are no later times either.</p>
            ) : (
              <button
                type="button"
                className="button"
                onClick={() => chooseDay(localTime.toDay(nextStartsAt))}
              >
                Next opening: {localTime.formatShortDay(localTime.toDay(nextStartsAt))},{' '}
                {localTime.formatTime(nextStartsAt)}
              </button>
            )}
          </div>
        )}
        <SlotList
          slots={daySlots}
          chosen={chosen}
          colliding={colliding}
          localTime={localTime}
          who={who}
          isBusy={isBusy}
          firstSlot={firstSlot}
          onChoose={onChoose}
          onConfirm={onConfirm}
        />
        {hostTimeZone && daySlots[0] && (
          <p className="time-chooser-zone">
            {describeDifference(hostTimeZone, localTime.timeZone, daySlots[0].startsAt)}
          </p>
        )}
        {onRequest && slots && (
          <button type="button" className="button button-text" onClick={onRequest}>
            {!isEmpty && 'None fits? '}Request a time
          </button>
        )}
      </section>
      <div aria-live="polite">
        <Hidden>{said.join(' ')}</Hidden>
      </div>
    </div>
  );
}
