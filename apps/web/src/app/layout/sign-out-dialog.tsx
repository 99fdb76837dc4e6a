import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetFocus, listUnsentFocus } from '#features/focus/model/kept-focus.ts';
import { useViewer } from '#lib/viewer.ts';
import { useUnsentChanges } from '#lib/waiting-changes.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface SignOutDialogProps {
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

export function SignOutDialog({ onClose, onConfirm }: SignOutDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { user } = useViewer();
  const unsent = useUnsentChanges(useQueryClient());
  const [focus] = useState(() => listUnsentFocus(user));
  const changes = unsent.length === 1 ? '1 change' : `${unsent.length} changes`;
  const lost = [...(unsent.length > 0 ? [changes] : []), ...focus];
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to Sign Out?"
      confirmLabel="Sign Out"
      cancelLabel="Go back"
      isBusy={isBusy}
      isDestructive={lost.length > 0}
      onClose={onClose}
      onConfirm={() => {
        setIsBusy(true);
        void leaveBrowser().then(onConfirm);
      }}
    >
      {lost.length > 0 && describeLoss(lost, unsent.length > 1 || lost.length > 1)}
    </ConfirmDialog>
  );
}

function describeLoss(lost: readonly string[], isPlural: boolean): string {
  const names = new Intl.ListFormat('en-US').format(lost);
  const first = names.charAt(0).toUpperCase() + names.slice(1);
  const [are, they] = isPlural ? ['are', 'them'] : ['is', 'it'];
  return `${first} ${are} not on the server yet. Signing out removes ${they} from this browser.`;
}

const LEAVING_MS = 2_000;

/** The next person who signs in here must not get this one's notifications. Signing out does not wait for long. */
async function leaveBrowser(): Promise<void> {
  forgetFocus();
  // A page that was loaded without the cache has no controller, but the browser may be subscribed.
  if (!('serviceWorker' in navigator)) return;
  const leave = import('#features/notifications/model/push-browser.ts').then(({ leavePush }) => leavePush());
  await Promise.race([
    leave.catch((error: unknown) => console.warn('This browser could not be unsubscribed', error)),
    new Promise((resolve) => setTimeout(resolve, LEAVING_MS)),
  ]);
}
