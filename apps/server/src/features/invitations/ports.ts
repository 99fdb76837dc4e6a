/** A mailbox to which the calendar programs of guests send their answers. */
export interface ReplyMailbox {
  /**
   * Passes each new message on, and marks it as read once it is handled. A message that could not be handled stays new.
   * Messages above the limit are not downloaded.
   */
  readNew(
    handle: (raw: Uint8Array) => Promise<void>,
    limits: { readonly bytes: number; readonly messages: number },
  ): Promise<void>;
}
