import { useState } from 'react';

/**
 * A value that a click changes on the screen at once: `change` runs after the next paint, because what follows from it
 * may be a whole calendar that is drawn again. Until `change` has settled, the new value is shown.
 */
export function useShownFirst<Value>(
  value: Value,
  change: (next: Value) => Promise<unknown>,
): [shown: Value, set: (next: Value) => void] {
  const [clicked, setClicked] = useState<{ readonly before: Value; readonly next: Value } | null>(null);
  // It has arrived, or something else has.
  if (clicked && clicked.before !== value) setClicked(null);
  const set = (next: Value) => {
    setClicked({ before: value, next });
    requestAnimationFrame(() => {
      setTimeout(() => void change(next).finally(() => setClicked(null)));
    });
  };
  return [clicked && clicked.before === value ? clicked.next : value, set];
}
