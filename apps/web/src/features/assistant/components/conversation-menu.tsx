import type { Conversation } from '@dayloom/contracts';
import { useId, useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { TextInput } from '#ui/text-input.tsx';

interface ConversationMenuProps {
  conversation: Conversation;
  anchor: HTMLElement;
  onClose: () => void;
  isBusy: boolean;
  onRename: (title: string) => void;
  onClear: () => void;
}

/**
 * What can be done with a conversation. It is loaded when it is opened, and gets from outside what it needs of the
 * feature, so that the page does not load the dialogs of other pages with it.
 */
export function ConversationMenu(props: ConversationMenuProps) {
  const { conversation, anchor, onClose, isBusy, onRename, onClear } = props;
  const { productName } = useClientConfig();
  const [step, setStep] = useState<'menu' | 'rename' | 'clear'>('menu');
  return (
    <>
      <Menu anchorEl={anchor} open={step === 'menu'} onClose={onClose}>
        <MenuItem onClick={() => setStep('rename')}>Rename</MenuItem>
        <MenuItem onClick={() => setStep('clear')}>Clear</MenuItem>
      </Menu>
      {step === 'rename' && (
        <RenameDialog title={conversation.title} isBusy={isBusy} onClose={onClose} onRename={onRename} />
      )}
      <ConfirmDialog
        isOpen={step === 'clear'}
        isDestructive
        title="Clear this chat?"
        confirmLabel="Clear"
        isBusy={isBusy}
        onConfirm={onClear}
        onClose={onClose}
      >
        All messages of “{conversation.title || 'New chat'}” are deleted. This cannot be undone. What{' '}
        {productName} did in your calendar and tasks stays.
      </ConfirmDialog>
    </>
  );
}

const MAX_TITLE_CHARACTERS = 120;

interface RenameDialogProps {
  title: string;
  isBusy: boolean;
  onClose: () => void;
  onRename: (title: string) => void;
}

function RenameDialog({ title: before, isBusy, onClose, onRename }: RenameDialogProps) {
  const [title, setTitle] = useState(before);
  const titleId = useId();
  const words = title.trim();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (words && !isBusy) onRename(words);
        }}
      >
        <DialogTitle id={titleId}>Rename chat</DialogTitle>
        <DialogContent>
          <TextInput
            ref={focusOnMount}
            fullWidth
            aria-label="Title"
            maxLength={MAX_TITLE_CHARACTERS}
            value={title}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setTitle(target.value)}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" color="primary" type="submit" disabled={!words || isBusy}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
