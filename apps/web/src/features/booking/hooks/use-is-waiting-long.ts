import { useEffect, useState } from 'react';

const LATE_MS = 300;

/** Whether something lasts so long that a placeholder is due. Shorter waits show none, so that nothing flickers. */
export function useIsWaitingLong(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting]);
  return isWaiting && isLate;
}
