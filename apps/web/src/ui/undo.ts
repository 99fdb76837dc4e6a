import { journalApi } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, getMessage } from '../lib/api.ts';
import { queryKeys } from '../lib/query-client.ts';
import { type Command, useCommands } from './commands.ts';
import { type Action, focusToast, notify } from './toast.tsx';

const REMEMBERED = 50;
/** What lies further back is no slip of a moment ago. */
const REACH_MS = 60 * 60_000;
/** What was done in one go, taken back in one go. */
const done: (readonly string[])[] = [];
/** What was taken back, in order: the undoing commands, which are undone to redo. A new change forgets them. */
const takenBack: (readonly string[])[] = [];
/** The newest offer takes the place of the last one; the keys reach further back. */
let offer: string | undefined;

/** Says what was done and offers to take it back, in the toast and by the Undo keys. */
export function offerUndo(
  client: QueryClient,
  text: string,
  commands: string | readonly string[] | null,
  {
    others = [],
    forMs,
  }: {
    /** What else can be done about it. */
    readonly others?: readonly Action[];
    /** How long the change has no effect yet elsewhere. */
    readonly forMs?: number;
  } = {},
): void {
  const ids = typeof commands === 'string' ? [commands] : (commands ?? []);
  if (ids.length === 0) {
    notify.success(text);
    return;
  }
  takenBack.length = 0;
  done.push(ids);
  if (done.length > REMEMBERED) done.shift();
  if (offer) notify.remove(offer);
  const action: Action = { label: 'Undo', run: () => void undo(client, ids), ...(forMs && { forMs }) };
  offer = notify.success(text, ...others, action);
}

const undo = (client: QueryClient, ids: readonly string[], what?: string) =>
  runUndo(client, ids, done, takenBack, {
    said: what ? `Undone: ${what}` : 'Undone',
    failed: 'This could not be undone.',
    next: { label: 'Redo', run: (undone) => void redo(client, undone) },
  });

/** Undoing the undo. */
const redo = (client: QueryClient, ids: readonly string[]) =>
  runUndo(client, ids, takenBack, done, {
    said: 'Done again',
    failed: 'This could not be done again.',
    next: { label: 'Undo', run: (redone) => void undo(client, redone) },
  });

interface Words {
  readonly said: string;
  readonly failed: string;
  readonly next: { readonly label: string; readonly run: (ids: readonly string[]) => void };
}

async function runUndo(
  client: QueryClient,
  ids: readonly string[],
  from: (readonly string[])[],
  to: (readonly string[])[],
  { said, failed, next }: Words,
): Promise<void> {
  const position = from.lastIndexOf(ids);
  if (position >= 0) from.splice(position, 1);
  const inverses: string[] = [];
  const notices: string[] = [];
  try {
    // The latest first, as each was done on top of those before.
    for (const id of ids.toReversed()) {
      const answer = await call(journalApi.undo, { params: { id } });
      inverses.push(answer.commandId);
      if (answer.notice) notices.push(answer.notice);
    }
    to.push(inverses);
    if (offer) notify.remove(offer);
    const action = { label: next.label, run: () => next.run(inverses) };
    // Not all of it: saying 'Undone' would be half of the truth.
    offer = notices.length > 0 ? notify.info(notices.join(' '), action) : notify.success(said, action);
  } catch (error) {
    notify.error(getMessage(error, failed));
  }
  const { profile, events, plan, tasks, calendarAccounts } = queryKeys;
  for (const queryKey of [profile, events, plan, tasks, calendarAccounts])
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

let isAsking = false;

/** After a reload the page remembers nothing, but the journal does: its newest change of this person by hand. */
async function undoFromJournal(client: QueryClient): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  try {
    const { commands } = await call(journalApi.list, { query: { limit: 50 } });
    const latest = commands.find(
      ({ actor, undoneAt, undoes, createdAt }) =>
        actor === 'user' &&
        undoneAt === null &&
        undoes === null &&
        Date.now() - Date.parse(createdAt) < REACH_MS,
    );
    if (latest) await undo(client, [latest._id], latest.summary);
    else notify.info('Nothing to undo');
  } catch (error) {
    notify.error(getMessage(error, 'This could not be undone.'));
  } finally {
    isAsking = false;
  }
}

/**
 * Ctrl/Cmd Z takes back the latest change of this page's visit, then those of the last hour before it; with
 * Shift, or Ctrl Y, what was just taken back is done again.
 */
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
          else void undoFromJournal(client);
        },
      },
      {
        id: 'redo',
        label: 'Redo',
        group: 'General',
        keys: 'mod+shift+z',
        otherKeys: 'mod+y',
        run: () => {
          const latest = takenBack.at(-1);
          if (latest) void redo(client, latest);
          else notify.info('Nothing to redo');
        },
      },
      { id: 'toast', label: 'Go to the latest message', group: 'General', keys: 'f8', run: focusToast },
    ],
    [client],
  );
  useCommands(commands);
}
