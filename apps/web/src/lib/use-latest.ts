import { useLayoutEffect, useRef, useState } from 'react';

/** A function that stays the same and calls the latest one, so that components with `memo` need not render again. */
export function useLatest<Arguments extends unknown[], Result>(
  act: (...parts: Arguments) => Result,
): (...parts: Arguments) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  }, [act]);
  const [stable] = useState(
    () =>
      (...parts: Arguments) =>
        latest.current(...parts),
  );
  return stable;
}
