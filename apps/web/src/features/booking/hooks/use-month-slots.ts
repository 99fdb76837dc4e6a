import type { Slot } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '#lib/load-ahead.ts';
import type { Month } from '#lib/months.ts';
import type { CallProblem, CallResult, DayRange } from '../api.ts';
import { toRange } from '../model/months.ts';

interface SlotsResponse {
  readonly slots: readonly Slot[];
  readonly nextStartsAt?: string | null | undefined;
}

/** Where free slots come from: a host's event type, or a booking that is moved. */
export interface SlotSource {
  /** Differs whenever the answers differ, apart from their range. */
  readonly key: string;
  readonly load: (range: DayRange) => Promise<CallResult<SlotsResponse>>;
  /** The response for a month if the page has it already, otherwise null. */
  readonly findSent?: ((month: Month, timeZone: string) => SlotsResponse | null) | undefined;
}

/** Others book too: an older response is read again when its month is shown again. */
const FRESH_MS = MINUTE_MS;

export interface MonthSlots {
  /** Null while they load. */
  readonly slots: readonly Slot[] | null;
  readonly nextStartsAt: string | null;
  readonly problem: CallProblem | null;
  /** Reads the slots again, after one of them turned out to be taken. */
  readonly reload: () => void;
}

/** The free slots of a month. The next month is loaded when the browser has nothing else to do. */
export function useMonthSlots(
  source: SlotSource,
  { month, timeZone, today }: { month: Month; timeZone: string; today: number },
): MonthSlots {
  const [reloads, setReloads] = useState(0);
  const group = `${source.key} ${timeZone} ${reloads}`;
  const [sent] = useState(() => {
    const response = source.findSent?.(month, timeZone);
    return response ? { key: `${group} ${month}`, response } : null;
  });
  const [kept, setKept] = useState<ReadonlyMap<string, CallResult<SlotsResponse>>>(
    () => new Map(sent ? [[sent.key, { response: sent.response }]] : []),
  );
  const askedAt = useRef(new Map<string, number>());

  useEffect(() => {
    let isHere = true;
    const read = async (wanted: Month): Promise<void> => {
      const key = `${group} ${wanted}`;
      const before = askedAt.current.get(key);
      if (before !== undefined && Date.now() - before < FRESH_MS) return;
      askedAt.current.set(key, Date.now());
      if (before === undefined && key === sent?.key) return;
      const result = await source.load({ ...toRange(wanted, today), timeZone });
      if ('problem' in result) askedAt.current.delete(key);
      setKept((before) => new Map(before).set(key, result));
    };
    const readBoth = async () => {
      await read(month);
      if (isHere) whenIdle(() => isHere && void read(month + 1));
    };
    void readBoth();
    return () => {
      isHere = false;
    };
  }, [source, group, month, timeZone, today, sent]);

  const result = kept.get(`${group} ${month}`);
  const response = result && 'response' in result ? result.response : null;
  return {
    slots: response?.slots ?? null,
    nextStartsAt: response?.nextStartsAt ?? null,
    problem: result && 'problem' in result ? result.problem : null,
    reload: () => setReloads(reloads + 1),
  };
}
