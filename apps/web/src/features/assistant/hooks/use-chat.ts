import type { ChatTurn } from '@dayloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { getMessage } from '#lib/api.ts';
import { useSearchParams } from '#lib/use-router.tsx';
import { notify } from '#ui/toast.tsx';
import { type Decision, historyQuery, sendDecision } from '../api.ts';
import { type ConversationPlace, isShownAt, type PendingTurn } from '../model/pending-turn.ts';
import { chooseShown } from '../model/turns.ts';
import {
  dropPending,
  enqueueMessage,
  newConversationQuery,
  pendingQuery,
  resumeTurn,
  retryMessage,
  stopAnswer,
} from './answer-runs.ts';
import { announcedTurnQuery, cacheTurn, refreshChanged, refreshChat } from './turn-cache.ts';

const NONE: readonly PendingTurn[] = [];

/** The conversation that the address names: `?conversation=new`, by its id, or the latest one. */
export function useChat() {
  const client = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const asked = address.get('conversation');
  const opened = useQuery(newConversationQuery).data ?? null;
  const isNamed = asked !== null && asked !== 'new';
  const place: ConversationPlace = isNamed ? asked : (opened ?? (asked === 'new' ? 'new' : 'latest'));
  const isNew = place === 'new';
  const isLatest = place === 'latest';
  const history = useQuery(historyQuery(isNew || isLatest ? null : place));
  const { data } = history;
  const conversationId = isNew ? null : isLatest ? (data?.conversationId ?? null) : place;
  const allPending = useQuery(pendingQuery).data ?? NONE;
  const announced = useQuery(announcedTurnQuery).data;

  const shown = useMemo(() => {
    const pending = allPending.filter((one) => isShownAt(one, { place, conversationId }));
    return chooseShown(isNew ? [] : (data?.turns ?? []), pending);
  }, [allPending, place, conversationId, isNew, data]);

  // The address follows, so that a reload or a link shows the same conversation.
  useEffect(() => {
    if (isNamed || conversationId === null) {
      if (isNamed && opened !== null) client.setQueryData(newConversationQuery.queryKey, null);
      return;
    }
    const latest = client.getQueryData(historyQuery(null).queryKey);
    if (latest?.conversationId === conversationId)
      client.setQueryData(historyQuery(conversationId).queryKey, (known) => known ?? latest);
    setAddress({ conversation: conversationId }, { replace: true });
  }, [isNamed, conversationId, opened, client, setAddress]);

  const running = shown.turns.find(({ state }) => state === 'running');
  const isWaiting = shown.pending.some(({ turnId, state }) => turnId === null && state !== 'failed');
  useEffect(() => {
    if (running && conversationId !== null && !isWaiting) resumeTurn(client, conversationId, running);
  }, [running, conversationId, isWaiting, client]);

  const send = useCallback(
    (text: string) => {
      const words = text.trim();
      if (words) enqueueMessage(client, conversationId ?? place, words);
    },
    [client, conversationId, place],
  );
  const open = useCallback(
    (next: ConversationPlace) => {
      client.setQueryData(newConversationQuery.queryKey, null);
      setAddress({ conversation: next });
    },
    [client, setAddress],
  );

  return {
    place,
    conversationId,
    isNew,
    turns: shown.turns.filter(({ state }) => state !== 'running'),
    pending: shown.pending,
    announced,
    title: isNew ? null : (data?.title ?? null),
    mode: data?.mode ?? null,
    messages: data?.messages ?? null,
    isLoading: history.isPending && !isNew,
    error: isNew ? null : history.error,
    retryLoading: () => void history.refetch(),
    send,
    open,
    retry: (pending: PendingTurn) => void retryMessage(client, pending),
    drop: ({ key }: PendingTurn) => dropPending(client, key),
    stop: (pending: PendingTurn) => void stopAnswer(client, pending),
  };
}

/** Applies, discards or undoes what a turn has drafted or done. */
export function useDecision(onDecided: () => void) {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ decision, turn }: { decision: Decision; turn: ChatTurn }) => sendDecision(decision, turn),
    networkMode: 'always',
    onSuccess: ({ conversationId, turn }) => {
      cacheTurn(client, conversationId, turn);
      refreshChanged(client, turn);
    },
    onError: (error) => {
      notify.error(getMessage(error, 'This did not work. Try again.'));
      // It may have been decided in another tab.
      refreshChat(client);
    },
    onSettled: onDecided,
  });
  return {
    decide: useCallback((decision: Decision, turn: ChatTurn) => mutate({ decision, turn }), [mutate]),
    deciding: isPending ? variables : null,
  };
}
