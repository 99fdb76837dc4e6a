import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import './current-page.css';

/** A page that opens faster appears without a skeleton, which would only flicker. */
const SKELETON_AFTER_MS = 300;

/**
 * The current page. While the script of the next one is loaded, a bar answers the click at once, and after a
 * moment a skeleton takes the place of the page. The page stays mounted until then: what was typed is kept
 * when the next one cannot be loaded.
 */
export function CurrentPage() {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const opening = location && location.pathname !== pathname ? location.pathname : null;
  const isSlow = useIsSlow(opening);
  return (
    <>
      {opening && <LoadingBar label="Loading the page" />}
      {isSlow && (
        <div aria-hidden className="current-page-skeleton">
          <RowsSkeleton rows={6} label="" />
        </div>
      )}
      <div className="current-page-page" hidden={isSlow}>
        <Outlet />
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
