import { useState } from 'react';

const KEY = 'dayloom.calendar.narrow-weekend';

/** Whether Saturday and Sunday are strips in the week, as last chosen in this browser. */
export function useNarrowWeekend(): [boolean, (isNarrow: boolean) => void] {
  const [isNarrow, setIsNarrow] = useState(() => localStorage.getItem(KEY) === 'yes');
  const choose = (next: boolean) => {
    localStorage.setItem(KEY, next ? 'yes' : 'no');
    setIsNarrow(next);
  };
  return [isNarrow, choose];
}
