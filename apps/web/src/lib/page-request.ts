import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What somebody wants to do on the page they are sent to. */
export type PageRequest = 'new-task' | 'new-event' | 'plan-week';

/** The state to navigate with. It stands in no address, so a link or a reload wishes nothing. */
export const requestPath = (input: PageRequest, text?: string) => ({ state: { input, text } });

/** Carries out, once, what the page was opened for. */
export function usePageRequest(inputs: Partial<Record<PageRequest, (text?: string) => void>>): void {
  const { state, pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const { input, text } = (state as { input?: PageRequest; text?: string } | null) ?? {};
  const done = useRef<string>(null);
  useEffect(() => {
    if (!input || done.current === key) return;
    done.current = key;
    void navigate(pathname + search, { replace: true, state: null });
    inputs[input]?.(text);
  }, [input, text, key, pathname, search, navigate, inputs]);
}
