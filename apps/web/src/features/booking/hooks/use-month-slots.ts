import type { Slot } from '@dayloom/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DayRange, Problem, Result } from '../api.ts';
import { type Month, toRange } from '../model/months.ts';

interface SlotsAnswer {
  readonly slots: readonly Slot[];
  readonly nextStartsAt?: string | null | undefined;
}

/** Where free slots come from: a host's event type, or a booking that is moved. */
export interface SlotSource {
  /** Differs whenever the answers differ, apart from their range. */
  readonly key: string;
  readonly load: (range: DayRange) => Promise<Result<SlotsAnswer>>;
}

interface Kept {
  readonly result: Result<SlotsAnswer>;
  readonly at: number;
}

/** Others book too: an older answer is read again when its month is shown again. */
const FRESH_MS = 60_000;
const idle: (work: () => void) => number =
  window.requestIdleCallback?.bind(window) ?? ((work) => window.setTimeout(work, 500));

export interface MonthSlots {
  /** Null while they load. */
  readonly slots: readonly Slot[] | null;
  readonly nextStartsAt: string | null;
  readonly problem: Problem | null;
  /** Reads the slots again, after one of them turned out to be taken. */
  readonly reload: () => void;
}

/** The free slots of a month. The next month is loaded when the browser has nothing else to do. */
export function useMonthSlots(
  source: SlotSource,
  { month, timeZone, today }: { month: Month; timeZone: string; today: number },
): MonthSlots {
  const [kept, setKept] = useState<ReadonlyMap<string, Kept>>(new Map());
  const [round, setRound] = useState(0);
  const toKey = (wanted: Month) => [source.key, timeZone, round, wanted].join(' ');
  const key = toKey(month);

  const load = useEffectEvent(async (wanted: Month): Promise<void> => {
    const wantedKey = toKey(wanted);
    const known = kept.get(wantedKey);
    if (known && 'answer' in known.result && Date.now() - known.at < FRESH_MS) return;
    const result = await source.load({ ...toRange(wanted, today), timeZone });
    setKept((before) => new Map(before).set(wantedKey, { result, at: Date.now() }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for all that the answer depends on
  useEffect(() => {
    let isHere = true;
    void load(month).then(() => {
      if (isHere) idle(() => isHere && void load(month + 1));
    });
    return () => {
      isHere = false;
    };
  }, [key]);

  const result = kept.get(key)?.result;
  const answer = result && 'answer' in result ? result.answer : null;
  return {
    slots: answer?.slots ?? null,
    nextStartsAt: answer?.nextStartsAt ?? null,
    problem: result && 'problem' in result ? result.problem : null,
    reload: () => setRound((before) => before + 1),
  };
}
