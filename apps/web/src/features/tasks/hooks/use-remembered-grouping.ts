import { useState } from 'react';
import { type Grouping, groupings } from '../model/groups.ts';

const KEY = 'dayloom.tasks.grouping';

/** The grouping that was last used in this browser. */
export function useRememberedGrouping(): [Grouping, (grouping: Grouping) => void] {
  const [grouping, setGrouping] = useState<Grouping>(() => {
    const remembered = localStorage.getItem(KEY);
    return groupings.find((one) => one === remembered) ?? 'date';
  });
  const remember = (next: Grouping) => {
    localStorage.setItem(KEY, next);
    setGrouping(next);
  };
  return [grouping, remember];
}
