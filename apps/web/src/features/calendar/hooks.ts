import type { EditScope, EventChange, Occurrence, PendingNotice } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-client.ts';
import { notify } from '../../ui/toast.tsx';
import { offerUndo } from '../../ui/undo.ts';
import {
  type Aim,
  changeEvent,
  createEvent,
  type Occurrences,
  rangesKey,
  refresh,
  removeEvent,
  withholdNotices,
} from './api.ts';
import { type EventForm, newEventOf, placeOf } from './model/event-form.ts';
import { eventItemId, type GridItem, type HeldItem, type Place, timesOf } from './model/grid-item.ts';
import { startInWords } from './model/place-words.ts';

/** Long enough to press an arrow key once more. */
const KEY_PAUSE_MS = 700;

type Commit = (item: GridItem, place: Place) => Promise<void>;

/**
 * Holds items where they were dropped or stepped to while the server is asked. The answer, good or bad, ends
 * the hold: by then the data says where the item is. Steps by key are gathered before they are sent.
 */
export function useHeldPlaces(commit: Commit) {
  const [held, setHeld] = useState<ReadonlyMap<string, HeldItem>>(new Map());
  const latestCommit = useRef(commit);
  const waiting = useRef(new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>());
  const queues = useRef(new Map<string, Promise<void>>());
  useEffect(() => {
    latestCommit.current = commit;
  }, [commit]);
  // Leaving the page does not lose what was stepped but not sent yet.
  useEffect(() => {
    const pending = waiting.current;
    return () => {
      for (const { timer, send } of pending.values()) {
        clearTimeout(timer);
        send();
      }
    };
  }, []);

  const hold = useCallback((item: GridItem, place: Place, how: 'drop' | 'key') => {
    const before = waiting.current.get(item.id);
    if (before) clearTimeout(before.timer);
    const mine: HeldItem = { item, place };
    setHeld((all) => new Map(all).set(item.id, mine));
    const send = () => {
      waiting.current.delete(item.id);
      const queue = (queues.current.get(item.id) ?? Promise.resolve())
        .then(() => latestCommit.current(item, place))
        .finally(() =>
          setHeld((all) => {
            if (all.get(item.id) !== mine) return all;
            const rest = new Map(all);
            rest.delete(item.id);
            return rest;
          }),
        );
      queues.current.set(item.id, queue);
    };
    waiting.current.set(item.id, { timer: setTimeout(send, how === 'key' ? KEY_PAUSE_MS : 0), send });
  }, []);
  return { held, hold };
}

type AskScope = (question: ScopeQuestion) => Promise<EditScope | null>;

export interface ScopeQuestion {
  verb: 'Move' | 'Change' | 'Delete';
  title: string;
  /** A new rule cannot be for one event alone. */
  withoutThis?: boolean;
}

/** One question at a time, answered by the dialog; null is Cancel. */
export function useScopeQuestion() {
  const [open, setOpen] = useState<{ question: ScopeQuestion; answer: (scope: EditScope | null) => void }>();
  const ask = useCallback<AskScope>((question) => new Promise((answer) => setOpen({ question, answer })), []);
  const settle = (scope: EditScope | null) => {
    open?.answer(scope);
    setOpen(undefined);
  };
  return { ask, question: open?.question ?? null, settle };
}

/** Guests are told of a change after it. */
const NOTICE_DELAY_MS = 30_000;

/** Says what was done. Where guests are to be told of it, that can be prevented. */
function offerEventUndo(
  client: QueryClient,
  text: string,
  { commandId, pendingNotice }: { commandId: string; pendingNotice: PendingNotice | null },
): void {
  if (!pendingNotice) {
    offerUndo(client, text, commandId);
    return;
  }
  const { guests, canWithhold } = pendingNotice;
  const who = guests === 1 ? '1 guest is' : `${guests} guests are`;
  const dontTell = { label: 'Don’t tell', run: () => void withhold(client, pendingNotice) };
  offerUndo(client, `${text}. ${who} told in 30 seconds.`, commandId, {
    others: canWithhold ? [dontTell] : [],
    forMs: NOTICE_DELAY_MS,
  });
}

async function withhold(client: QueryClient, { calendarId, uids }: PendingNotice): Promise<void> {
  try {
    await withholdNotices({ calendarId, uids });
    notify.success('Saved without telling the guests');
  } catch (error) {
    notify.error(messageOf(error, 'The guests could not be kept from being told.'));
  }
  void client.invalidateQueries({ queryKey: queryKeys.calendarAccounts });
}

/** What can be done to events: each change shows at once, is taken back when refused, and can be undone. */
export function useEventActions(timeZone: string, ask: AskScope) {
  const client = useQueryClient();

  const patch = useCallback(
    (change: (occurrences: Occurrence[]) => Occurrence[]) =>
      client.setQueriesData<Occurrences>(
        { queryKey: rangesKey },
        (data) => data && { ...data, occurrences: change(data.occurrences) },
      ),
    [client],
  );

  const aimFor = useCallback(
    async (occurrence: Occurrence, question: Omit<ScopeQuestion, 'title'>): Promise<Aim | null> => {
      if (!occurrence.isRecurring) return { scope: 'all' };
      const scope = await ask({ ...question, title: occurrence.title });
      return (
        scope && { scope, ...(occurrence.recurrenceId ? { recurrenceId: occurrence.recurrenceId } : {}) }
      );
    },
    [ask],
  );

  const move = useCallback(
    async (occurrence: Occurrence, place: Place) => {
      const aim = await aimFor(occurrence, { verb: 'Move' });
      if (!aim) return;
      try {
        const answer = await changeEvent(occurrence.eventId, timesOf(place), aim);
        offerEventUndo(client, `${occurrence.title || 'Event'} is now ${startInWords(place)}`, answer);
        // The place is held until it is drawn anew; which instances moved along only the server knows.
        await refresh(client);
      } catch (error) {
        notify.error(messageOf(error, `${occurrence.title || 'The event'} could not be moved.`));
        void refresh(client);
      }
    },
    [aimFor, client],
  );

  const create = useCallback(
    async (form: EventForm, onRefused: () => void) => {
      const id = crypto.randomUUID();
      const place = placeOf(form);
      const body = newEventOf(form, id, timeZone);
      const draft: Occurrence = {
        eventId: id,
        calendarId: form.calendarId ?? id,
        recurrenceId: null,
        title: body.title,
        description: form.description,
        location: form.location,
        ...place,
        isAllDay: form.isAllDay,
        timeZone,
        isRecurring: false,
        recurrenceRule: null,
        status: 'confirmed',
        isBusy: form.isBusy,
        version: 1,
      };
      const attempt = async () => {
        await client.cancelQueries({ queryKey: rangesKey });
        patch((all) => [...all, draft]);
        try {
          const answer = await createEvent(body);
          offerEventUndo(client, `${body.title} is on the calendar`, answer);
        } catch (error) {
          patch((all) => all.filter(({ eventId }) => eventId !== id));
          // What is wrong in itself is wrong again: then it is the form that is wanted back.
          const isWrong = error instanceof ApiError && error.code === 'invalid_request';
          notify.error(
            messageOf(error, 'The event could not be created.'),
            isWrong ? { label: 'Edit', run: onRefused } : { label: 'Try again', run: () => void attempt() },
          );
        }
        void refresh(client);
      };
      await attempt();
    },
    [client, patch, timeZone],
  );

  /** Answers whether it was saved, so that the sheet stays open with what was typed. */
  const change = useCallback(
    async (occurrence: Occurrence, wish: Partial<EventChange>): Promise<boolean> => {
      if (Object.keys(wish).length === 0) return true;
      const withoutThis = wish.recurrenceRule !== undefined;
      const aim = await aimFor(occurrence, { verb: 'Change', withoutThis });
      if (!aim) return false;
      try {
        const answer = await changeEvent(occurrence.eventId, { ...wish, version: occurrence.version }, aim);
        offerEventUndo(client, `${wish.title ?? occurrence.title} is saved`, answer);
        return true;
      } catch (error) {
        notify.error(messageOf(error, 'The event could not be saved.'));
        return false;
      } finally {
        void refresh(client);
      }
    },
    [aimFor, client],
  );

  const remove = useCallback(
    async (occurrence: Occurrence): Promise<boolean> => {
      const aim = await aimFor(occurrence, { verb: 'Delete' });
      if (!aim) return false;
      const before = client.getQueriesData<Occurrences>({ queryKey: rangesKey });
      const id = eventItemId(occurrence);
      const isGone = (one: Occurrence) => {
        if (one.eventId !== occurrence.eventId || aim.scope === 'this') return eventItemId(one) === id;
        return aim.scope === 'all' || one.startsAt >= occurrence.startsAt;
      };
      patch((all) => all.filter((one) => !isGone(one)));
      try {
        const answer = await removeEvent(occurrence.eventId, aim);
        offerEventUndo(client, `${occurrence.title || 'The event'} is deleted`, answer);
        return true;
      } catch (error) {
        for (const [key, data] of before) client.setQueryData(key, data);
        notify.error(messageOf(error, 'The event could not be deleted.'));
        return false;
      } finally {
        void refresh(client);
      }
    },
    [aimFor, client, patch],
  );

  return { move, create, change, remove };
}
