import { useState } from 'react';
import type { BookingCalls, CallProblem, SlotChoice } from '../api.ts';

export interface PhoneCheck {
  /** A code is on its way. */
  readonly isCodeSent: boolean;
  readonly isBusy: boolean;
  readonly problem: CallProblem | null;
  readonly send: () => Promise<void>;
  readonly verify: (code: string) => Promise<void>;
}

/** Proves a phone number by a code. Another number starts over. */
export function usePhoneCheck(
  calls: BookingCalls,
  choice: SlotChoice,
  { mobile, onVerified }: { mobile: string; onVerified: (check: string) => void },
): PhoneCheck {
  const [started, setStarted] = useState<{ readonly mobile: string; readonly check: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly mobile: string; readonly problem: CallProblem } | null>(
    null,
  );
  const current = started?.mobile === mobile ? started : null;
  const report = (problem: CallProblem | null) => {
    setIsBusy(false);
    setFailure(problem && { mobile, problem });
  };
  return {
    isCodeSent: current !== null,
    isBusy,
    problem: failure?.mobile === mobile ? failure.problem : null,
    send: async () => {
      setIsBusy(true);
      const result = await calls.startPhoneCheck({ ...choice, mobile });
      if ('response' in result) setStarted({ mobile, check: result.response.check });
      report('problem' in result ? result.problem : null);
    },
    verify: async (code) => {
      if (!current) return;
      setIsBusy(true);
      const result = await calls.finishPhoneCheck(current.check, code);
      report('problem' in result ? result.problem : null);
      if ('response' in result) onVerified(current.check);
    },
  };
}
