import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What somebody wants to do on the page they are sent to. */
export type PageWish = 'new-task' | 'new-event' | 'plan-week';

/** The state to navigate with. It stands in no address, so a link or a reload wishes nothing. */
export const wishing = (wish: PageWish, text?: string) => ({ state: { wish, text } });

/** Carries out, once, what the page was opened for. */
export function usePageWish(wishes: Partial<Record<PageWish, (text?: string) => void>>): void {
  const { state, pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const { wish, text } = (state as { wish?: PageWish; text?: string } | null) ?? {};
  const done = useRef<string>(null);
  useEffect(() => {
    if (!wish || done.current === key) return;
    done.current = key;
    void navigate(pathname + search, { replace: true, state: null });
    wishes[wish]?.(text);
  }, [wish, text, key, pathname, search, navigate, wishes]);
}
