import type { Interval } from '@dayloom/time';
import { useEffect, useState } from 'react';
import type { BookingCalls, CallProblem, DayRange } from '../api.ts';

type Read = { readonly busy: readonly Interval[] } | { readonly problem: CallProblem };

/** When the visitor is busy on these days: null until it has been read, or if `listOwnBusy` is null. */
export function useOwnBusy(
  listOwnBusy: BookingCalls['listOwnBusy'],
  { from, to, timeZone }: DayRange,
): { readonly busy: readonly Interval[] | null; readonly problem: CallProblem | null } {
  const [found, setFound] = useState<{ readonly key: string; readonly read: Read } | null>(null);
  const key = `${from} ${to} ${timeZone}`;
  useEffect(() => {
    if (!listOwnBusy) return;
    let isHere = true;
    const read = async () => {
      const result = await listOwnBusy({ from, to, timeZone });
      if (!isHere) return;
      const busy = 'response' in result ? result.response.busy : [];
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
  }, [listOwnBusy, key, from, to, timeZone]);
  const read = listOwnBusy && found?.key === key ? found.read : null;
  return {
    busy: read && 'busy' in read ? read.busy : null,
    problem: read && 'problem' in read ? read.problem : null,
  };
}
