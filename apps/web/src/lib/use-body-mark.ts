import { useLayoutEffect } from 'react';

type Mark = 'covers-corner' | 'leaves-corner' | 'holds-chat' | 'has-proposal';

const counts = new Map<Mark, number>();

function count(mark: Mark, change: 1 | -1): void {
  const total = (counts.get(mark) ?? 0) + change;
  counts.set(mark, total);
  document.body.toggleAttribute(`data-${mark}`, total > 0);
}

/**
 * Marks the body while the component is there, for the styles of what is elsewhere on the page. `body:has()` is tried
 * again with every change of the page: on a full calendar that took two milliseconds each.
 */
export function useBodyMark(mark: Mark, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark, isOn]);
}
