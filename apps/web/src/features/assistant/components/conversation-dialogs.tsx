import type { Conversation } from '@dayloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { queryKeys } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { focusAtOnce } from '#ui/focus-at-once.ts';
import { TextInput } from '#ui/text-input.tsx';
import { notify } from '#ui/toast.tsx';
import { clearConversation, historyQuery, renameConversation } from '../api.ts';
import { refreshChat } from '../hooks/turn-cache.ts';

interface ConversationDialogProps {
  conversation: Conversation;
  onClose: () => void;
}

const MOST_TITLE_CHARACTERS = 120;

export function RenameDialog({ conversation, onClose }: ConversationDialogProps) {
  const client = useQueryClient();
  const [title, setTitle] = useState(conversation.title);
  const titleId = useId();
  const rename = useMutation({
    mutationFn: () => renameConversation(conversation.id, title.trim()),
    networkMode: 'always',
    onSuccess: ({ conversation: saved }) => {
      client.setQueriesData<readonly Conversation[]>(
        { queryKey: [...queryKeys.chat, 'conversations'] },
        (all) => all?.map((one) => (one.id === saved.id ? saved : one)),
      );
      refreshChat(client);
      onClose();
    },
    onError: (error) => notify.error(getMessage(error, 'The title could not be saved.')),
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() && !rename.isPending) rename.mutate();
        }}
      >
        <DialogTitle id={titleId}>Rename chat</DialogTitle>
        <DialogContent>
          <TextInput
            ref={focusAtOnce}
            fullWidth
            aria-label="Title"
            maxLength={MOST_TITLE_CHARACTERS}
            value={title}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setTitle(target.value)}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="contained"
            color="primary"
            type="submit"
            disabled={!title.trim() || rename.isPending}
          >
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ClearDialogProps extends ConversationDialogProps {
  onCleared: () => void;
}

export function ClearDialog({ conversation, onClose, onCleared }: ClearDialogProps) {
  const client = useQueryClient();
  const { productName } = useClientConfig();
  const clear = useMutation({
    mutationFn: () => clearConversation(conversation.id),
    networkMode: 'always',
    onSuccess: () => {
      onCleared();
      client.removeQueries({ queryKey: historyQuery(conversation.id).queryKey });
      refreshChat(client);
    },
    onError: (error) => notify.error(getMessage(error, 'The chat could not be cleared.')),
  });
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title="Clear this chat?"
      confirmLabel="Clear"
      isBusy={clear.isPending}
      onConfirm={() => clear.mutate()}
      onClose={onClose}
    >
      All messages of “{conversation.title || 'New chat'}” are deleted. This cannot be undone. What{' '}
      {productName} did in your calendar and tasks stays.
    </ConfirmDialog>
  );
}
