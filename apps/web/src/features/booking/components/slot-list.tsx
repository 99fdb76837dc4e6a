import type { Slot } from '@dayloom/contracts';
import { type Ref, useId } from 'react';
import type { LocalTime } from '../model/local-time.ts';
import { describePreference } from '../model/slot-reasons.ts';
import './slot-list.css';

interface SlotListProps {
  readonly slots: readonly Slot[];
  readonly chosen: string | null;
  /** Starts of the slots at which the visitor is busy. */
  readonly colliding: ReadonlySet<string>;
  readonly localTime: LocalTime;
  readonly who: string;
  readonly isBusy: boolean;
  readonly firstSlot: Ref<HTMLButtonElement>;
  readonly onChoose: (slot: Slot) => void;
  readonly onConfirm: (slot: Slot) => void;
}

/** The free times of a day. The chosen one is split into the time and Confirm. */
export function SlotList(props: SlotListProps) {
  const { slots, chosen, colliding, localTime, who, isBusy, firstSlot, onChoose, onConfirm } = props;
  const id = useId();
  return (
    <ul className="slot-list">
      {slots.map((slot, at) => {
        const isChosen = slot.startsAt === chosen;
        const reasonId = `${id}-${at}`;
        const busyId = `${id}-${at}-busy`;
        const collides = colliding.has(slot.startsAt);
        return (
          <li
            key={slot.startsAt}
            className="slot-list-one"
            data-chosen={isChosen ? '' : undefined}
            data-collides={collides ? '' : undefined}
          >
            <button
              ref={at === 0 ? firstSlot : undefined}
              type="button"
              className="slot-list-time n"
              aria-pressed={isChosen}
              aria-describedby={
                [slot.preferred && reasonId, collides && busyId].filter(Boolean).join(' ') || undefined
              }
              title={slot.preferred ? describePreference(slot, who) : undefined}
              onClick={() => onChoose(slot)}
            >
              {slot.preferred && <span className="slot-list-mark" aria-hidden="true" />}
              {localTime.formatTime(slot.startsAt)}
            </button>
            {collides && (
              <span id={busyId} className="slot-list-busy">
                You are busy
              </span>
            )}
            {slot.preferred && (
              <span id={reasonId} className="slot-list-reason">
                {describePreference(slot, who)}
              </span>
            )}
            {isChosen && (
              <div className="slot-list-confirm">
                <span className="slot-list-summary">
                  {localTime.formatShortDay(localTime.toDay(slot.startsAt))},{' '}
                  {localTime.formatTimes(slot.startsAt, slot.endsAt)}
                </span>
                <button
                  // The keyboard goes on here, as the pointer does.
                  ref={(button) => button?.focus({ preventScroll: true })}
                  type="button"
                  className="button button-contained"
                  aria-disabled={isBusy}
                  onClick={() => !isBusy && onConfirm(slot)}
                >
                  Confirm
                </button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
