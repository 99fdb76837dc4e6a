import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from './use-router.tsx';

/** An action to run on the page that is navigated to. */
export type PageRequest = 'new-event' | 'plan-week' | 'ask';

/** The navigation state. It is not part of the address, so a link or a reload does not repeat the action. */
export const requestPath = (input: PageRequest, text?: string) => ({ state: { input, text } });

/** Runs the requested action once. */
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
