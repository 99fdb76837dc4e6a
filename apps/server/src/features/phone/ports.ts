/** A delivery of the provider's webhook: what somebody wrote to us, or what became of a message of ours. */
export type SmsEvent =
  | {
      readonly type: 'inbound';
      readonly id: string;
      readonly from: string;
      readonly text: string;
      /** The provider answers STOP, START and HELP by itself. */
      readonly isAnswered: boolean;
    }
  | {
      readonly type: 'status';
      /** What the message was sent with. */
      readonly reference: string;
      readonly status: 'sent' | 'delivered' | 'undelivered' | 'failed';
      readonly reason: string | null;
    };

/**
 * What came of asking for a text message, as far as the answer depends on the number: `opted_out` when its
 * owner wrote STOP, `unreachable` when it is no number that gets texts, `too_often` when the provider has had
 * enough of it for now.
 */
export type SmsOutcome =
  | { readonly outcome: 'sent'; readonly id: string }
  | { readonly outcome: 'opted_out' | 'unreachable' | 'too_often' };

/** Codes that the provider makes, sends and checks by itself. */
export interface CodeProvider {
  /** Sends a code; again within ten minutes it is the same code. */
  start(mobile: string): Promise<SmsOutcome>;
  /** `gone`: there is no code to compare with any more. */
  check(mobile: string, code: string): Promise<'right' | 'wrong' | 'gone'>;
}

/**
 * What the phone feature needs from an SMS provider. Calls reject with a `ProviderFailure` when the provider
 * does not do it for reasons that are not the number's.
 */
export interface SmsProvider {
  /** `reference` comes back with reports of the message's fate, which may be here before the answer is. */
  send(message: { to: string; text: string; reference: string }): Promise<SmsOutcome>;
  /** Null: codes are ours, and go out like every other message. */
  readonly codes: CodeProvider | null;
  /**
   * Reads a delivery of the webhook: `refused` when its signature over the address and the fields is not
   * theirs, `ignored` when it tells nothing that we need.
   */
  readDelivery(delivery: {
    url: string;
    fields: URLSearchParams;
    signature: string;
  }): Promise<SmsEvent | 'refused' | 'ignored'>;
  /** What a webhook is answered with so that `text` goes back to the sender; null sends nothing. */
  answer(text: string | null): { readonly type: string; readonly body: string };
}
