import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The distance from the end, in pixels, that still counts as being there. */
const NEAR = 48;

/**
 * Keeps the end of a growing list in sight, unless the person has scrolled up. A new message of their own, and
 * another conversation (`newest`), bring the end back.
 */
export function useStickToEnd(newest: string) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const isPinned = useRef(true);
  const [isEndInSight, setIsEndInSight] = useState(true);

  const goToEnd = useCallback(() => {
    const { current } = scroller;
    isPinned.current = true;
    if (current) current.scrollTop = current.scrollHeight;
  }, []);

  useLayoutEffect(() => {
    if (newest) goToEnd();
  }, [newest, goToEnd]);

  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const onScroll = () => {
      const rest = current.scrollHeight - current.scrollTop - current.clientHeight;
      isPinned.current = rest < NEAR;
      setIsEndInSight(isPinned.current);
    };
    current.addEventListener('scroll', onScroll, { passive: true });
    return () => current.removeEventListener('scroll', onScroll);
  }, []);

  // Turns get their real height when they come into sight (`content-visibility`), and answers grow.
  useEffect(() => {
    const parts = [scroller.current, content.current];
    if (!('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(() => isPinned.current && goToEnd());
    for (const part of parts) if (part) observer.observe(part);
    return () => observer.disconnect();
  }, [goToEnd]);

  return { scroller, content, isEndInSight, goToEnd };
}
