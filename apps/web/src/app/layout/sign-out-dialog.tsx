import { useState } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface SignOutDialogProps {
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

export function SignOutDialog({ onClose, onConfirm }: SignOutDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to Sign Out?"
      confirmLabel="Sign Out"
      cancelLabel="Go back"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => {
        setIsBusy(true);
        void onConfirm();
      }}
    />
  );
}
