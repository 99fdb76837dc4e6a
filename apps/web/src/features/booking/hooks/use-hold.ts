import { useEffect, useRef, useState } from 'react';
import type { BookingCalls, CallProblem, SlotChoice } from '../api.ts';

/** `none`: the slot is not kept for the visitor, but can be booked while it is free. */
export type HoldState = 'asking' | 'kept' | 'expired' | 'none';

export interface Hold {
  readonly state: HoldState;
  /** The slot was taken before it could be kept. */
  readonly problem: CallProblem | null;
  /** The hold to book with; null without one. */
  readonly findId: () => Promise<string | null>;
  /** The hold became a booking, so it is not given back. */
  readonly use: () => void;
}

interface Outcome {
  /** The choice that it is about. */
  readonly key: string;
  readonly state: HoldState;
  readonly problem: CallProblem | null;
}

/**
 * Keeps the chosen slot while the form is open, and gives it back when the form is left. A time that is asked for
 * cannot be kept.
 */
export function useHold(calls: BookingCalls, choice: SlotChoice): Hold {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // One call after the other: a slot that is given back and asked for again must be free in between.
  const calling = useRef<Promise<unknown>>(Promise.resolve());
  const id = useRef<string | null>(null);
  const isUsed = useRef(false);
  const key = JSON.stringify(choice);

  useEffect(() => {
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wanted = JSON.parse(key) as SlotChoice;
    const ask = async () => {
      if (!isHere || wanted.isRequest) return;
      const result = await calls.hold(wanted);
      if ('response' in result) {
        const { hold } = result.response;
        id.current = hold.id;
        if (!isHere) return;
        setOutcome({ key, state: 'kept', problem: null });
        // The id is sent all the same: if this clock is fast, the hold still stands.
        timer = setTimeout(
          () => setOutcome({ key, state: 'expired', problem: null }),
          Date.parse(hold.expiresAt) - Date.now(),
        );
      } else if (isHere) {
        const isTaken = result.problem.kind === 'taken';
        setOutcome({ key, state: 'none', problem: isTaken ? result.problem : null });
      }
    };
    const release = async () => {
      const held = id.current;
      id.current = null;
      if (held && !isUsed.current) await calls.releaseHold(held);
    };
    const leave = () => void release();
    calling.current = calling.current.then(ask);
    window.addEventListener('pagehide', leave);
    return () => {
      isHere = false;
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      calling.current = calling.current.then(release);
    };
  }, [calls, key]);

  const current = outcome?.key === key ? outcome : null;
  return {
    state: current?.state ?? 'asking',
    problem: current?.problem ?? null,
    findId: async () => {
      await calling.current;
      return id.current;
    },
    use: () => {
      isUsed.current = true;
    },
  };
}
