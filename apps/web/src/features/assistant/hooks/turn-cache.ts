import type { ChatTurn } from '@dayloom/contracts';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { queryKeys } from '#lib/query-client.ts';
import { type History, historyQuery } from '../api.ts';
import { isChange, withTurn } from '../model/turns.ts';

/** The newest answer, for screen readers. */
export const announcedTurnQuery = queryOptions<ChatTurn>({
  queryKey: ['announced-turn'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Puts a turn into what is cached of its conversation, and has it read aloud. */
export function cacheTurn(client: QueryClient, conversationId: string, turn: ChatTurn): void {
  client.setQueryData<History>(
    historyQuery(conversationId).queryKey,
    (history) => history && { ...history, turns: withTurn(history.turns, turn) },
  );
  client.setQueryData(announcedTurnQuery.queryKey, turn);
}

/** Titles, counts and turns of other tabs. */
export const refreshChat = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: queryKeys.chat }, { cancelRefetch: false });

/** The event stream reports changes too, but it may be closed. */
export function refreshChanged(client: QueryClient, turn: ChatTurn): void {
  if (!isChange(turn) || turn.state === 'waiting') return;
  const { profile, events, plan, tasks, bookings, calendarAccounts, meetings } = queryKeys;
  for (const queryKey of [profile, events, plan, tasks, bookings, calendarAccounts, meetings])
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
