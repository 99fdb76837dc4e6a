import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useIsOnline } from '#lib/connection.ts';
import { isLoadingAheadWanted } from '#lib/load-ahead.ts';

type LoadPage = () => Promise<unknown>;

/** The page that people most often open after the one they are on. */
const NEXT: Readonly<Record<string, string>> = {
  '/dashboard': '/calendar-flow',
  '/tasks': '/calendar-flow',
  '/calendar-flow': '/tasks',
  '/chat': '/calendar-flow',
  '/settings': '/calendar-flow',
};

/** Loads the script of the next likely page when the browser is idle and this page has its data. */
export function PrefetchNextPage({ pages }: { pages: Readonly<Record<string, LoadPage>> }) {
  const { pathname } = useLocation();
  const isFetching = useIsFetching() > 0;
  const isOnline = useIsOnline();

  useEffect(() => {
    const load = pages[NEXT[pathname] ?? ''];
    // Safari has no requestIdleCallback.
    if (!load || isFetching || !isOnline || !isLoadingAheadWanted() || !window.requestIdleCallback) return;
    const handle = window.requestIdleCallback(() => {
      // A failure shows when the page is opened.
      load().catch(() => {});
    });
    return () => window.cancelIdleCallback(handle);
  }, [pages, pathname, isFetching, isOnline]);

  return null;
}
