import { type ReactNode, useEffect, useState } from 'react';
import { checkConnection, useIsOnline } from '#lib/connection.ts';
import { keepLastPage } from '#lib/last-page.ts';
import { useLocation, useOpening } from '#lib/use-router.tsx';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { OfflinePage } from '#ui/offline-page.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { usePageHandle } from '../page-handle.ts';
import './current-page.css';

/** A page that opens faster appears without a skeleton, which would only flicker. */
const SKELETON_AFTER_MS = 300;

/**
 * The current page. While the script of the next one is loaded, a bar answers the click at once, and after a
 * moment a skeleton takes the place of the page. The page stays mounted until then, so that input is not
 * lost if the next page cannot be loaded.
 */
export function CurrentPage({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  useEffect(() => keepLastPage(pathname + search), [pathname, search]);
  const next = useOpening();
  const opening = next && next.pathname !== pathname ? next.pathname : null;
  const isSlow = useIsSlow(opening);
  const handle = usePageHandle();
  const isOnline = useIsOnline();
  // A page that is open stays open: something may have been typed there.
  const [opened, setOpened] = useState<string | null>(null);
  if (isOnline && opened !== pathname) setOpened(pathname);
  if (!isOnline && handle?.needsNetwork && opened !== pathname)
    return <OfflinePage onRetry={checkConnection}>{handle.offline}</OfflinePage>;
  return (
    <>
      {opening && <LoadingBar label="Loading the page" />}
      {isSlow && (
        <div aria-hidden className="current-page-skeleton">
          <RowsSkeleton rows={6} label="" />
        </div>
      )}
      <div className="current-page-page" hidden={isSlow}>
        {children}
      </div>
    </>
  );
}

/** Whether the same thing has been pending for a while. */
function useIsSlow(pending: string | null): boolean {
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => setSlow(pending), SKELETON_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(null);
    };
  }, [pending]);
  return pending !== null && slow === pending;
}
