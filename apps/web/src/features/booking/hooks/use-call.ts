import { useCallback, useEffect, useState } from 'react';
import type { Problem, Result } from '../api.ts';

export interface Called<Answer> {
  readonly answer: Answer | null;
  readonly problem: Problem | null;
  readonly retry: () => void;
}

/** The answer of a call that is made when the page opens. `load` must be stable. */
export function useCall<Answer>(load: () => Promise<Result<Answer>>): Called<Answer> {
  const [result, setResult] = useState<Result<Answer> | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round calls again
  useEffect(() => {
    let isHere = true;
    setResult(null);
    void load().then((found) => isHere && setResult(found));
    return () => {
      isHere = false;
    };
  }, [load, round]);
  return {
    answer: result && 'answer' in result ? result.answer : null,
    problem: result && 'problem' in result ? result.problem : null,
    retry: useCallback(() => setRound((before) => before + 1), []),
  };
}
