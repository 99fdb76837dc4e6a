import type { MeetingAttendee, MeetingRequest } from '@dayloom/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { getMessage } from '#lib/api.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import {
  addTimes,
  confirmTime,
  createRequest,
  meetingsKey,
  type NewRequest,
  remindWaiting,
  renewLink,
  requestPagesQuery,
  requestQuery,
  type Show,
  withdrawRequest,
} from '../api.ts';
import { count, formatStart, isUnsent } from '../model/meeting-words.ts';

export function useRequestPages(show: Show) {
  const { data, ...rest } = useInfiniteQuery(requestPagesQuery(show));
  return { ...rest, requests: data?.pages.flatMap(({ meetingRequests }) => meetingRequests) };
}

export const useRequest = (id: string) => useQuery(requestQuery(id));

interface Changed {
  readonly meetingRequest: MeetingRequest;
  readonly commandId: string | null;
}

/** Shows the new state at once, and says what was done. Changes with a command can be undone. */
function useChanged() {
  const client = useQueryClient();
  const cacheRequest = (request: MeetingRequest) => {
    client.setQueryData(requestQuery(request.id).queryKey, request);
    return client.invalidateQueries({ queryKey: meetingsKey });
  };
  const offer = (
    { meetingRequest, commandId }: Changed,
    { said, mail, onReverted }: { said: string; mail: string | null; onReverted?: () => void },
  ) => {
    offerUndo(client, said, commandId, {
      mail: mail === null ? null : { text: `${meetingRequest.title}: ${mail}` },
      onReverted,
    });
  };
  return { cacheRequest, offer };
}

/** A key that stays while the content does: after a lost answer, the same request is not made twice. */
function useContentKey(): (content: object) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}

/** Sends a new request; the mails follow 30 seconds later. A refusal is for the form to show. */
export function useSendRequest(onSent: () => void, onReverted: () => void) {
  const { cacheRequest, offer } = useChanged();
  const getKey = useContentKey();
  return useMutation({
    mutationFn: (body: NewRequest) => createRequest(body, getKey(body)),
    onSuccess: (answer) => {
      const asked = count(answer.meetingRequest.attendees.length, 'mail');
      offer(answer, { said: 'Request sent', mail: `${asked} will leave`, onReverted });
      onSent();
      void cacheRequest(answer.meetingRequest);
    },
  });
}

/** What the organizer can do with a request. */
export function useRequestActions(request: MeetingRequest) {
  const { id, attendees } = request;
  const { cacheRequest, offer } = useChanged();
  const everybody = count(attendees.length, 'mail');
  const failed = (words: string) => (error: Error) => notify.error(getMessage(error, words));
  const confirm = useMutation({
    mutationFn: (startsAt: string) => confirmTime(id, startsAt),
    onSuccess: (answer, startsAt) => {
      offer(answer, { said: `Confirmed for ${formatStart(startsAt)}`, mail: `${everybody} will leave` });
      return cacheRequest(answer.meetingRequest);
    },
    onError: failed('The time could not be confirmed.'),
  });
  const add = useMutation({
    mutationFn: (startsAt: string) => addTimes(id, [startsAt]),
    onSuccess: ({ meetingRequest }, startsAt) => {
      notify.success(`${formatStart(startsAt)} is added. Everybody is asked again.`);
      return cacheRequest(meetingRequest);
    },
    onError: failed('The time could not be added.'),
  });
  const remind = useMutation({
    mutationFn: () => remindWaiting(id),
    onSuccess: ({ meetingRequest, reminded }) => {
      notify.success(`${count(reminded, 'reminder')} sent`);
      return cacheRequest(meetingRequest);
    },
    onError: failed('The reminders could not be sent.'),
  });
  const renew = useMutation({
    mutationFn: ({ id: attendeeId }: MeetingAttendee) => renewLink(id, attendeeId),
    onSuccess: ({ meetingRequest }, attendee) => {
      notify.success(`${attendee.name || attendee.email} gets a new link by mail. The earlier one ended.`);
      return cacheRequest(meetingRequest);
    },
    onError: failed('The link could not be replaced.'),
  });
  const withdraw = useMutation({
    mutationFn: (message: string) => withdrawRequest(id, message),
    onSuccess: (answer) => {
      const mail = isUnsent(request, new Date()) ? null : `${everybody} will leave`;
      offer(answer, { said: 'Request withdrawn', mail });
      return cacheRequest(answer.meetingRequest);
    },
    onError: failed('The request could not be withdrawn.'),
  });
  return { confirm, add, remind, renew, withdraw };
}
