import { useMemo } from 'react';
import { useIsOnline } from '#lib/connection.ts';
import { useLoadAhead } from '#lib/page-shown.ts';
import { useLocation } from '#lib/use-router.tsx';

type LoadPage = () => Promise<unknown>;

/** The page that people most often open after the one they are on. */
const NEXT: Readonly<Record<string, string>> = {
  '/dashboard': '/calendar-flow',
  '/tasks': '/calendar-flow',
  '/calendar-flow': '/tasks',
  '/chat': '/calendar-flow',
  '/settings': '/calendar-flow',
};

const NOTHING: readonly LoadPage[] = [];

/** Loads the script of the next likely page when the browser is idle and this page has its data. */
export function PrefetchNextPage({ pages }: { pages: Readonly<Record<string, LoadPage>> }) {
  const load = pages[NEXT[useLocation().pathname] ?? ''];
  const isOnline = useIsOnline();
  useLoadAhead(useMemo(() => (load && isOnline ? [load] : NOTHING), [load, isOnline]));
  return null;
}
