import { journalApi } from '@dayloom/contracts';
import { HOUR_MS } from '@dayloom/time';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, call, getMessage } from '../lib/api.ts';
import { queryKeys } from '../lib/query-client.ts';
import { getQueue } from '../lib/waiting-changes.ts';
import { type Command, useCommands } from './commands.ts';
import { addPendingMail, type PendingMail, removePendingMail } from './pending-mails.ts';
import { type Action, focusToast, notify } from './toast.tsx';

const UNDOING = 'Undoing...';
const REMEMBERED = 50;
/** The undo keys ignore older changes: undoing them would surprise the user. */
const REACH_MS = HOUR_MS;
/** Commands of one action are undone together. */
const done: (readonly string[])[] = [];
/** Undone commands in order. To redo, the undoing commands are undone. A new change clears them. */
const undone: (readonly string[])[] = [];

/** With a long title in it, the start and the end of a message are shown. */
const shorten = (text: string): string =>
  text.length > 150 ? `${text.slice(0, 90)}…${text.slice(-50)}`.toWellFormed() : text;

export interface Reversal {
  /** Called after each undo and redo of this change, for what depends on it. */
  readonly onReverted?: (() => void) | undefined;
  /** What others are written 30 seconds after the change, and after each redo. */
  readonly mail?: Omit<PendingMail, 'commandId'> | null;
  /** Confirms the undo: 'Board report is back at Thu 14:15'. */
  readonly undone?: string;
}

const reversals = new WeakMap<readonly string[], Reversal>();
/** The newest toast replaces the previous one; the undo keys also reach earlier changes. */
let offer: string | undefined;

/** Confirms a change and offers to undo it, in the toast and with the undo keys. */
export function offerUndo(
  client: QueryClient,
  text: string,
  commands: string | readonly string[] | null,
  {
    others = [],
    ...reversal
  }: Reversal & {
    /** Further actions for the toast. */
    readonly others?: readonly Action[];
  } = {},
): void {
  const ids = typeof commands === 'string' ? [commands] : (commands ?? []);
  if (ids.length === 0) {
    notify.success(shorten(text));
    return;
  }
  undone.length = 0;
  reversals.set(ids, reversal);
  showMail(ids);
  done.push(ids);
  if (done.length > REMEMBERED) done.shift();
  if (offer) notify.remove(offer);
  const action: Action = { label: 'Undo', run: () => void undo(client, ids) };
  offer = notify.success(shorten(text), ...others, action);
}

function showMail(ids: readonly string[]): void {
  const mail = reversals.get(ids)?.mail;
  const [commandId] = ids;
  if (mail && commandId !== undefined) addPendingMail({ ...mail, commandId });
}

/** Confirms changes that wait for the network, and offers to withdraw them before they are sent. */
export function offerWithdrawal(client: QueryClient, text: string, waiting: readonly string[]): void {
  if (offer) notify.remove(offer);
  const withdraw = async () => {
    const sent: string[] = [];
    for (const id of waiting) if (!(await getQueue(client).withdraw(id))) sent.push(id);
    // The key of a change is the id of its command.
    if (sent.length > 0) await undo(client, sent);
    else notify.success('Undone');
  };
  offer = notify.success(shorten(text), { label: 'Undo', run: () => void withdraw() });
}

const undo = (client: QueryClient, ids: readonly string[], what?: string) =>
  runUndo(client, ids, done, undone, {
    pending: UNDOING,
    said: reversals.get(ids)?.undone ?? (what ? `Undid: ${what}` : 'Undone'),
    failed: 'This could not be undone.',
    next: { label: 'Redo', run: (undone) => void redo(client, undone) },
  });

/** Undoes the change of a command in the journal, with everything that was done in the same action. */
export function undoCommand(client: QueryClient, commandId: string): Promise<void> {
  return undo(client, done.find((ids) => ids.includes(commandId)) ?? [commandId]);
}

/** Redo: undoes the undo. */
const redo = (client: QueryClient, ids: readonly string[]) =>
  runUndo(client, ids, undone, done, {
    pending: 'Doing it again...',
    said: 'Done again',
    failed: 'This could not be done again.',
    next: { label: 'Undo', run: (redone) => void undo(client, redone) },
  });

/** No response came, or the server had no time: nothing says that this cannot be undone. */
const mayWorkLater = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['network', 'unreadable', 'unavailable', 'outcome_unknown', 'rate_limited'].includes(error.code);

interface Words {
  readonly pending: string;
  readonly said: string;
  readonly failed: string;
  readonly next: { readonly label: string; readonly run: (ids: readonly string[]) => void };
}

async function runUndo(
  client: QueryClient,
  ids: readonly string[],
  from: (readonly string[])[],
  to: (readonly string[])[],
  { pending, said, failed, next }: Words,
): Promise<void> {
  // It may take a moment, and the click took the offer away.
  if (offer) notify.remove(offer);
  const waiting = notify.loading(pending);
  const position = from.lastIndexOf(ids);
  if (position >= 0) from.splice(position, 1);
  const inverses: string[] = [];
  const notices: string[] = [];
  try {
    // Latest first, because later commands build on earlier ones.
    for (const id of ids.toReversed()) {
      const answer = await call(journalApi.undo, { params: { id } });
      inverses.push(answer.commandId);
      if (answer.notice) notices.push(answer.notice);
    }
    to.push(inverses);
    const reversal = reversals.get(ids);
    if (reversal) reversals.set(inverses, reversal);
    reversal?.onReverted?.();
    for (const id of ids) removePendingMail(id);
    if (from === undone) showMail(inverses);
    const action = { label: next.label, run: () => next.run(inverses) };
    if (offer) notify.remove(offer);
    // A partial undo: 'Undone' alone would be misleading.
    offer =
      notices.length > 0 ? notify.info(notices.join(' '), action) : notify.success(shorten(said), action);
  } catch (error) {
    // What could not be asked for may be asked for again, instead of the change before it.
    const rest = inverses.length === 0 ? ids : ids.slice(0, -inverses.length);
    if (mayWorkLater(error) && rest.length > 0) from.splice(position >= 0 ? position : from.length, 0, rest);
    notify.error(getMessage(error, failed));
  } finally {
    notify.remove(waiting);
  }
  const { profile, events, plan, tasks, calendarAccounts, meetings } = queryKeys;
  for (const queryKey of [profile, events, plan, tasks, calendarAccounts, meetings])
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

let isAsking = false;

/** After a reload the page has no history, so this undoes the newest manual change in the journal. */
async function undoFromJournal(client: QueryClient): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const waiting = notify.loading(UNDOING);
  try {
    const { commands } = await call(journalApi.list, { query: { limit: 50 } });
    const latest = commands.find(
      ({ actor, undoneAt, undoes, createdAt }) =>
        actor === 'user' &&
        undoneAt === null &&
        undoes === null &&
        Date.now() - Date.parse(createdAt) < REACH_MS,
    );
    notify.remove(waiting);
    if (latest) await undo(client, [latest._id], latest.summary);
    else notify.info('Nothing to undo');
  } catch (error) {
    notify.error(getMessage(error, 'This could not be undone.'));
  } finally {
    notify.remove(waiting);
    isAsking = false;
  }
}

/**
 * Ctrl/Cmd Z undoes the latest change since the page was loaded, then those of the last hour before. With
 * Shift, or with Ctrl Y, the last undone change is done again.
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
          const latest = undone.at(-1);
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
