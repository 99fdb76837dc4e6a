import type { Interval } from '@dayloom/time';
import { useEffect, useState } from 'react';
import type { Month } from '#lib/months.ts';
import type { CallProblem } from '../api.ts';
import { toRange } from '../model/months.ts';
import type { Comparison } from './use-comparison.ts';

type Read = { readonly busy: readonly Interval[] } | { readonly problem: CallProblem };

/** When the visitor is busy in a month, while that is shown. */
export function useOwnBusy(
  { listOwnBusy, isOwnShown }: Pick<Comparison, 'listOwnBusy' | 'isOwnShown'>,
  { month, timeZone, today }: { month: Month; timeZone: string; today: number },
): { readonly busy: readonly Interval[]; readonly problem: CallProblem | null } {
  const [found, setFound] = useState<{ readonly key: string; readonly read: Read } | null>(null);
  const key = `${month} ${timeZone} ${today}`;
  const ask = isOwnShown ? listOwnBusy : null;
  useEffect(() => {
    if (!ask) return;
    let isHere = true;
    const read = async () => {
      const result = await ask({ ...toRange(month, today), timeZone });
      if (!isHere) return;
      const busy = 'answer' in result ? result.answer.busy : [];
      const intervals = busy.map(({ startsAt, endsAt }) => ({
        start: Date.parse(startsAt),
        end: Date.parse(endsAt),
      }));
      setFound({ key, read: 'problem' in result ? result : { busy: intervals } });
    };
    void read();
    return () => {
      isHere = false;
    };
  }, [ask, key, month, timeZone, today]);
  const read = ask && found?.key === key ? found.read : null;
  return {
    busy: read && 'busy' in read ? read.busy : [],
    problem: read && 'problem' in read ? read.problem : null,
  };
}
