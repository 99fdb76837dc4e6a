import { useEffect, useState } from 'react';
import type { CallProblem, CallResult } from '../api.ts';

type Load<Answer> = () => Promise<CallResult<Answer>>;

interface Found<Answer> {
  readonly load: Load<Answer>;
  readonly round: number;
  readonly result: CallResult<Answer>;
}

export interface CallState<Answer> {
  readonly answer: Answer | null;
  readonly problem: CallProblem | null;
  readonly retry: () => void;
}

/**
 * The answer of a call that is made when the page opens. `load` must be stable. With `sent`, the answer that came with
 * the page, there is no call.
 */
export function useCall<Answer>(load: Load<Answer>, sent: Answer | null = null): CallState<Answer> {
  const [found, setFound] = useState<Found<Answer> | null>(
    sent && (() => ({ load, round: 0, result: { answer: sent } })),
  );
  const [round, setRound] = useState(0);
  const isSent = sent !== null && round === 0;
  useEffect(() => {
    if (isSent) return;
    let isHere = true;
    const read = async () => {
      const result = await load();
      if (isHere) setFound({ load, round, result });
    };
    void read();
    return () => {
      isHere = false;
    };
  }, [load, round, isSent]);
  const result = found?.load === load && found.round === round ? found.result : null;
  return {
    answer: result && 'answer' in result ? result.answer : null,
    problem: result && 'problem' in result ? result.problem : null,
    retry: () => setRound(round + 1),
  };
}
