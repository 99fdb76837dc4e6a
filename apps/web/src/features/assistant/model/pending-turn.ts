/** Which conversation the page shows: the latest one, a new one, or one by its id. */
export type ConversationPlace = 'latest' | 'new' | (string & {});

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** A message whose answer is not complete. */
export interface PendingTurn {
  readonly key: string;
  /** What the page showed when it was written. */
  readonly place: ConversationPlace;
  /** Null until the server has said it. */
  readonly conversationId: string | null;
  readonly turnId: string | null;
  /** The last turn before it, as far as the page knew when it was sent. */
  readonly after: string | null;
  readonly text: string;
  /** What has arrived of the reply. */
  readonly reply: string;
  readonly state: 'queued' | 'sending' | 'writing' | 'reconnecting' | 'stopping' | 'failed';
  readonly failure: Failure | null;
}

/** Whether the page at a place shows it. */
export function isShownAt(
  { place, conversationId }: PendingTurn,
  shown: { readonly place: ConversationPlace; readonly conversationId: string | null },
): boolean {
  if (conversationId !== null) return conversationId === shown.conversationId;
  return place === shown.place || place === shown.conversationId;
}

/** Messages of one conversation are answered one after another. */
export const areInSameConversation = (one: PendingTurn, other: PendingTurn): boolean =>
  one.place === other.place ||
  (one.conversationId !== null &&
    (one.conversationId === other.conversationId || one.conversationId === other.place)) ||
  (other.conversationId !== null && other.conversationId === one.place);

export const isUnderWay = ({ state }: PendingTurn): boolean => state !== 'queued' && state !== 'failed';
