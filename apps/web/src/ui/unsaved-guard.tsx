import { useEffect } from 'react';
import { useBlocker } from '#lib/use-router.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before a form with unsaved changes is left: by a link, a tab, Back, or by closing the page. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const question = useBlocker((from, to) => {
    const isElsewhere = from.pathname !== to.pathname || from.search !== to.search;
    // After signing out nothing can be saved any more.
    return isDirty && isElsewhere && to.pathname !== '/login';
  });
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  // Saved while the dialog was open: no question remains.
  const isPointless = question !== null && !isDirty;
  useEffect(() => {
    if (isPointless) question.leave();
  }, [isPointless, question]);
  return (
    <ConfirmDialog
      isOpen={question !== null && isDirty}
      title="Discard changes?"
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      isDestructive
      onClose={() => question?.stay()}
      onConfirm={() => question?.leave()}
    >
      Your changes here are not saved.
    </ConfirmDialog>
  );
}
