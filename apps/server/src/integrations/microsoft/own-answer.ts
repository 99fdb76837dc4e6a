import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { toPath } from './event-reader.ts';
import type { GraphCall } from './graph-calls.ts';

const CALLS: Readonly<Record<string, string>> = {
  ACCEPTED: 'accept',
  TENTATIVE: 'tentativelyAccept',
  DECLINED: 'decline',
};

export const ANSWER_NOT_WITHDRAWN =
  'Outlook cannot withdraw the answer to an invitation. You can give another one.';

/** Answers an invitation. Returns false for an answer that Outlook cannot withdraw. */
export async function answerInvitation(
  call: GraphCall,
  id: string,
  { details: { ownAnswer = '' } }: RemoteEvent,
  { notifiesGuests }: { readonly notifiesGuests: boolean },
): Promise<boolean> {
  const name = CALLS[ownAnswer];
  if (name === undefined) return false;
  await call({ method: 'post', path: `${toPath(id)}/${name}`, body: { sendResponse: notifiesGuests } });
  return true;
}
