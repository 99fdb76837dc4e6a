import type { EditScope, EventChange, Occurrence, PendingNotice } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { eventItemId } from '#lib/calendar-links.ts';
import { mutateOptimistically, optimisticChange } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { removePendingMail } from '#ui/pending-mails.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import {
  changeEvent,
  createEvent,
  type EditTarget,
  optimisticOccurrences,
  refresh,
  removeEvent,
  withholdNotices,
} from '../api.ts';
import { type EventForm, toNewEvent, toPlace } from '../model/event-form.ts';
import { type Place, toEventPlace, toTimes } from '../model/grid-item.ts';
import { formatStart } from '../model/place-words.ts';

export type AskScope = (question: ScopeQuestion) => Promise<EditScope | null>;

export interface ScopeQuestion {
  verb: 'Move' | 'Change' | 'Delete' | 'Answer';
  title: string;
  /** A new recurrence rule cannot apply to one instance only. */
  withoutThis?: boolean;
  /** An answer is for one instance or for all. */
  withoutFollowing?: boolean;
}

/** Asks one question at a time in the dialog; null means Cancel. */
export function useScopeQuestion() {
  const [open, setOpen] = useState<{ question: ScopeQuestion; answer: (scope: EditScope | null) => void }>();
  const ask = useCallback<AskScope>((question) => new Promise((answer) => setOpen({ question, answer })), []);
  const settle = (scope: EditScope | null) => {
    open?.answer(scope);
    setOpen(undefined);
  };
  return { ask, question: open?.question ?? null, settle };
}

/**
 * Confirms a change with Undo. If guests will be notified, says so and offers to prevent it, here and for the
 * whole delay in `MailNotices`.
 */
function offerEventUndo(
  client: QueryClient,
  title: string,
  text: string,
  { commandId, pendingNotice }: { commandId: string; pendingNotice: PendingNotice | null },
  undone?: string,
): void {
  const words = undone ? { undone } : {};
  if (!pendingNotice) {
    offerUndo(client, text, commandId, words);
    return;
  }
  const { guests, canWithhold } = pendingNotice;
  const who = guests === 1 ? '1 guest is' : `${guests} guests are`;
  const stop = (id: string) => void withhold(client, id, pendingNotice);
  offerUndo(client, `${text}. ${who} notified in 30 seconds.`, commandId, {
    others: canWithhold ? [{ label: 'Don’t notify', run: () => stop(commandId) }] : [],
    mail: { text: `${title}: ${who} notified`, ...(canWithhold && { withhold: stop }) },
    ...words,
  });
}

/** Keeps a change without notifying its guests. */
async function withhold(
  client: QueryClient,
  commandId: string,
  { calendarId, uids }: PendingNotice,
): Promise<void> {
  try {
    await withholdNotices({ calendarId, uids });
    removePendingMail(commandId);
    notify.success('Saved without notifying the guests');
  } catch (error) {
    notify.error(getMessage(error, 'The notification could not be stopped.'));
  }
  void client.invalidateQueries({ queryKey: queryKeys.calendarAccounts });
}

/** Event actions, each with undo. */
export function useEventActions(timeZone: string, ask: AskScope) {
  const client = useQueryClient();

  const aimFor = useCallback(
    async (occurrence: Occurrence, question: Omit<ScopeQuestion, 'title'>): Promise<EditTarget | null> => {
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
      const target = await aimFor(occurrence, { verb: 'Move' });
      if (!target) return;
      try {
        const answer = await changeEvent(occurrence.eventId, toTimes(place), target);
        const title = occurrence.title || 'Event';
        const isBack = `${title} is back at ${formatStart(toEventPlace(occurrence))}`;
        offerEventUndo(client, title, `${title} is now ${formatStart(place)}`, answer, isBack);
        // Holds the place until the refetch; only the server knows which other instances moved.
        await refresh(client);
      } catch (error) {
        notify.error(getMessage(error, `${occurrence.title || 'The event'} could not be moved.`));
        void refresh(client);
      }
    },
    [aimFor, client],
  );

  const create = useCallback(
    async (
      form: EventForm,
      { onRefused, onCreated }: { onRefused: () => void; onCreated: (id: string) => void },
    ) => {
      const id = crypto.randomUUID();
      const place = toPlace(form);
      const body = toNewEvent(form, id, timeZone);
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
        attendees: body.attendees.map((guest) => ({ ...guest, status: 'needsAction' })),
        version: 1,
      };
      const attempt = async () => {
        try {
          await mutateOptimistically(client, {
            changes: [changingOccurrences((all) => [...all.filter(({ eventId }) => eventId !== id), draft])],
            send: () => createEvent(body),
            updateCache: (answer) => {
              offerEventUndo(client, body.title, `${body.title} is on the calendar`, answer);
              onCreated(id);
              return refresh(client);
            },
          });
        } catch (error) {
          void refresh(client);
          // A retry would fail again on invalid input, so reopen the form instead.
          const isWrong = error instanceof ApiError && error.code === 'invalid_request';
          notify.error(
            getMessage(error, 'The event could not be created.'),
            isWrong ? { label: 'Edit', run: onRefused } : { label: 'Try again', run: () => void attempt() },
          );
        }
      };
      await attempt();
    },
    [client, timeZone],
  );

  /** Returns whether it was saved, so that on failure the sheet stays open with the input. */
  const change = useCallback(
    async (occurrence: Occurrence, input: Partial<EventChange>): Promise<boolean> => {
      if (Object.keys(input).length === 0) return true;
      const withoutThis = input.recurrenceRule !== undefined;
      const target = await aimFor(occurrence, { verb: 'Change', withoutThis });
      if (!target) return false;
      try {
        const answer = await changeEvent(
          occurrence.eventId,
          { ...input, version: occurrence.version },
          target,
        );
        const title = input.title ?? occurrence.title;
        offerEventUndo(client, title, `${title} is saved`, answer);
        return true;
      } catch (error) {
        notify.error(getMessage(error, 'The event could not be saved.'));
        return false;
      } finally {
        void refresh(client);
      }
    },
    [aimFor, client],
  );

  const remove = useCallback(
    async (occurrence: Occurrence): Promise<boolean> => {
      const target = await aimFor(occurrence, { verb: 'Delete' });
      if (!target) return false;
      const id = eventItemId(occurrence);
      const isGone = (one: Occurrence) => {
        if (one.eventId !== occurrence.eventId || target.scope === 'this') return eventItemId(one) === id;
        return target.scope === 'all' || one.startsAt >= occurrence.startsAt;
      };
      try {
        await mutateOptimistically(client, {
          changes: [changingOccurrences((all) => all.filter((one) => !isGone(one)))],
          send: () => removeEvent(occurrence.eventId, target),
          updateCache: (answer) => {
            const title = occurrence.title || 'The event';
            offerEventUndo(client, title, `${title} is deleted`, answer);
            return refresh(client);
          },
        });
        return true;
      } catch (error) {
        notify.error(getMessage(error, 'The event could not be deleted.'));
        void refresh(client);
        return false;
      }
    },
    [aimFor, client],
  );

  return { move, create, change, remove };
}

const changingOccurrences = (change: (occurrences: Occurrence[]) => Occurrence[]) =>
  optimisticChange(optimisticOccurrences, (data) => ({ ...data, occurrences: change(data.occurrences) }));
