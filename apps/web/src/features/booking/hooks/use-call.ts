import { useEffect, useState } from 'react';
import type { CallProblem, CallResult } from '../api.ts';

type Load<Answer> = () => Promise<CallResult<Answer>>;

interface Found<Answer> {
  readonly load: Load<Answer>;
  readonly reloads: number;
  readonly result: CallResult<Answer>;
}

export interface CallState<Answer> {
  readonly answer: Answer | null;
  readonly problem: CallProblem | null;
  readonly retry: () => void;
}

/**
 * The response to a request that is made when the page opens. `load` must be stable. If the page already contains the
 * response (`sent`), no request is made.
 */
export function useCall<Answer>(load: Load<Answer>, sent: Answer | null = null): CallState<Answer> {
  const [found, setFound] = useState<Found<Answer> | null>(
    sent && (() => ({ load, reloads: 0, result: { answer: sent } })),
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
    answer: result && 'answer' in result ? result.answer : null,
    problem: result && 'problem' in result ? result.problem : null,
    retry: () => setReloads(reloads + 1),
  };
}
