import { useEffect, useState } from 'react';
import type { CallProblem, CallResult } from '../api.ts';

type Load<Result> = () => Promise<CallResult<Result>>;

interface Found<Result> {
  readonly load: Load<Result>;
  readonly reloads: number;
  readonly result: CallResult<Result>;
}

export interface CallState<Result> {
  readonly response: Result | null;
  readonly problem: CallProblem | null;
  readonly retry: () => void;
}

/**
 * The response to a request that is made when the page opens. `load` must be stable. If the page already contains the
 * response (`sent`), no request is made.
 */
export function useCall<Result>(load: Load<Result>, sent: Result | null = null): CallState<Result> {
  const [found, setFound] = useState<Found<Result> | null>(
    sent && (() => ({ load, reloads: 0, result: { response: sent } })),
  );
  const [reloads, setReloads] = useState(0);
  const isSent = sent !== null && reloads === 0;
  useEffect(() => {
    if (isSent) return;
    let isHere = true;
    const read = async () => {
      const result = await load();
      if (isHere) setFound({ load, reloads, result });
    };
    void read();
    return () => {
      isHere = false;
    };
  }, [load, reloads, isSent]);
  const result = found?.load === load && found.reloads === reloads ? found.result : null;
  return {
    response: result && 'response' in result ? result.response : null,
    problem: result && 'problem' in result ? result.problem : null,
    retry: () => setReloads(reloads + 1),
  };
}
