import type { GuestAnswer, Occurrence } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getMessage } from '#lib/api.ts';
import { eventItemId } from '#lib/calendar-links.ts';
import { mutateOptimistically, optimisticChange } from '#lib/optimistic.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import { answerEvent, optimisticOccurrences, refresh } from '../api.ts';
import { answerWords } from '../model/guest-words.ts';
import type { AskScope } from './use-event-actions.ts';

/**
 * Answers an invitation: shown at once; Undo withdraws it before the organizer is notified. Resolves to whether it was
 * answered.
 */
export function useOwnAnswer(ask: AskScope) {
  const client = useQueryClient();
  return useCallback(
    async (occurrence: Occurrence, answer: GuestAnswer): Promise<boolean> => {
      const { title, recurrenceId, eventId, isRecurring } = occurrence;
      const scope = isRecurring ? await ask({ verb: 'Answer', title, withoutFollowing: true }) : 'all';
      if (!scope) return false;
      const isOne = scope === 'this' && recurrenceId !== null;
      const isAnswered = (one: Occurrence) =>
        isOne ? eventItemId(one) === eventItemId(occurrence) : one.eventId === eventId;
      const shown = optimisticChange(optimisticOccurrences, (data) => ({
        ...data,
        occurrences: data.occurrences.map((one) => (isAnswered(one) ? { ...one, ownAnswer: answer } : one)),
      }));
      try {
        await mutateOptimistically(client, {
          changes: [shown],
          send: () => answerEvent(eventId, { answer, ...(isOne && { recurrenceId }) }),
          updateCache: ({ commandId, pendingNotice }) => {
            const text = `Your answer to ${title || 'the event'}: ${answerWords[answer]}`;
            const notice = pendingNotice ? '. The organizer is notified in 30 seconds.' : '';
            offerUndo(client, `${text}${notice}`, commandId, {
              mail: pendingNotice && { text: `${title}: the organizer gets your answer` },
            });
            return refresh(client);
          },
        });
        return true;
      } catch (error) {
        notify.error(getMessage(error, 'Your answer could not be saved.'));
        void refresh(client);
        return false;
      }
    },
    [ask, client],
  );
}
