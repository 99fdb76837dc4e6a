import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetFocus } from '#features/focus/model/kept-focus.ts';
import { useWaitingChanges } from '#lib/waiting-changes.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface SignOutDialogProps {
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

export function SignOutDialog({ onClose, onConfirm }: SignOutDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const waiting = useWaitingChanges(useQueryClient());
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to Sign Out?"
      confirmLabel="Sign Out"
      cancelLabel="Go back"
      isBusy={isBusy}
      isDestructive={waiting.length > 0}
      onClose={onClose}
      onConfirm={() => {
        setIsBusy(true);
        void leaveBrowser().then(onConfirm);
      }}
    >
      {waiting.length > 0 &&
        `${waiting.length === 1 ? '1 change is' : `${waiting.length} changes are`} not on the server yet. Signing out removes what this browser keeps, and with it ${waiting.length === 1 ? 'this change' : 'these changes'}.`}
    </ConfirmDialog>
  );
}

const LEAVING_MS = 2_000;

/** The next person who signs in here must not get this one's notifications. Signing out does not wait for long. */
async function leaveBrowser(): Promise<void> {
  forgetFocus();
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return;
  const leave = import('#features/notifications/model/push-browser.ts').then(({ unsubscribeBrowser }) =>
    unsubscribeBrowser(),
  );
  await Promise.race([
    leave.catch((error: unknown) => console.warn('This browser could not be unsubscribed', error)),
    new Promise((resolve) => setTimeout(resolve, LEAVING_MS)),
  ]);
}
