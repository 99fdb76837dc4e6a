import { useClientConfig } from '#lib/client-config.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface ClearAllDialogProps {
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before all conversations are deleted. Loaded when it is opened. */
export function ClearAllDialog(props: ClearAllDialogProps) {
  const { productName } = useClientConfig();
  return (
    <ConfirmDialog {...props} isOpen isDestructive title="Clear all chats?" confirmLabel="Clear all">
      All messages of all chats are deleted. This cannot be undone. What {productName} did in your calendar
      and tasks stays.
    </ConfirmDialog>
  );
}
