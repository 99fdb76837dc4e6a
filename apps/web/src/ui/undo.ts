import { journalApi } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, messageOf } from '../lib/api.ts';
import { queryKeys } from '../lib/query-client.ts';
import { type Command, useCommands } from './commands.ts';
import { notify } from './toast.tsx';

const REMEMBERED = 50;
const done: string[] = [];

/** Says what was done and offers to take it back, in the toast and by the Undo keys. */
export function offerUndo(client: QueryClient, text: string, commandId: string | null): void {
  if (!commandId) {
    notify.success(text);
    return;
  }
  done.push(commandId);
  if (done.length > REMEMBERED) done.shift();
  notify.success(text, { label: 'Undo', run: () => void undo(client, commandId) });
}

async function undo(client: QueryClient, commandId: string): Promise<void> {
  const position = done.lastIndexOf(commandId);
  if (position >= 0) done.splice(position, 1);
  try {
    const answer = await call(journalApi.undo, { params: { id: commandId } });
    notify.success('Undone', { label: 'Redo', run: () => void undo(client, answer.commandId) });
  } catch (error) {
    notify.error(messageOf(error, 'This could not be undone.'));
  }
  for (const queryKey of [queryKeys.events, queryKeys.plan, queryKeys.tasks])
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/** Ctrl/Cmd Z takes back the latest change of this page's visit. */
export function useUndoKeys(): void {
  const client = useQueryClient();
  const commands = useMemo(
    (): Command[] => [
      {
        id: 'undo',
        label: 'Undo',
        group: 'General',
        keys: 'mod+z',
        run: () => {
          const latest = done.at(-1);
          if (latest) void undo(client, latest);
          else notify.info('Nothing to undo');
        },
      },
    ],
    [client],
  );
  useCommands(commands);
}
