import type { Conversation } from '@dayloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { clearConversation, historyQuery, renameConversation } from '../api.ts';
import { refreshChat } from './turn-cache.ts';

/** Renames and clears conversations. */
export function useConversationChanges({
  onDone,
  onCleared,
}: {
  onDone: () => void;
  /** Gets the id of the conversation; null if all were cleared. */
  onCleared: (id: string | null) => void;
}) {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) => renameConversation(id, title),
    networkMode: 'always',
    onSuccess: ({ conversation }) => {
      client.setQueriesData<readonly Conversation[]>(
        { queryKey: [...queryKeys.chat, 'conversations'] },
        (all) => all?.map((one) => (one.id === conversation.id ? conversation : one)),
      );
      refreshChat(client);
      onDone();
    },
    onError: (error) => notify.error(getMessage(error, 'The title could not be saved.')),
  });
  const clear = useMutation({
    mutationFn: (id: string | null) => clearConversation(id),
    networkMode: 'always',
    onSuccess: (_, id) => {
      onDone();
      onCleared(id);
      client.removeQueries({
        queryKey: id === null ? [...queryKeys.chat, 'history'] : historyQuery(id).queryKey,
      });
      refreshChat(client);
    },
    onError: (error) => notify.error(getMessage(error, 'The chat could not be cleared.')),
  });
  return { rename: rename.mutate, clear: clear.mutate, isBusy: rename.isPending || clear.isPending };
}
