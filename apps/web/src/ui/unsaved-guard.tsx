import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before a form with unsaved changes is left: by a link, a tab, Back, or by closing the page. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isElsewhere =
      currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search;
    // After signing out nothing can be saved any more.
    return isDirty && isElsewhere && nextLocation.pathname !== '/login';
  });
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  // Saved while the dialog was open: no question remains.
  const isPointless = blocker.state === 'blocked' && !isDirty;
  useEffect(() => {
    if (isPointless) blocker.proceed?.();
  }, [isPointless, blocker]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked' && isDirty}
      title="Discard changes?"
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      isDestructive
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      Your changes here are not saved.
    </ConfirmDialog>
  );
}
