/** A call of the provider's webhook: a received text, or the delivery status of a message we sent. */
export type SmsEvent =
  | {
      readonly type: 'inbound';
      readonly id: string;
      readonly from: string;
      readonly text: string;
      /** The provider already answers STOP, START and HELP itself. */
      readonly isAnswered: boolean;
    }
  | {
      readonly type: 'status';
      /** The `reference` that the message was sent with. */
      readonly reference: string;
      readonly status: 'sent' | 'delivered' | 'undelivered' | 'failed';
      readonly reason: string | null;
    };

/**
 * The result of sending a text message, as far as it depends on the number: `opted_out` when its owner sent
 * STOP, `unreachable` when the number cannot receive texts, `too_often` when the provider limits texts to it.
 */
export type SmsOutcome =
  | { readonly outcome: 'sent'; readonly id: string }
  | { readonly outcome: 'opted_out' | 'unreachable' | 'too_often' };

/** Codes that the provider creates, sends and checks. */
export interface CodeProvider {
  /** Sends a code. A repeated call within ten minutes sends the same code. */
  start(mobile: string): Promise<SmsOutcome>;
  /** `gone`: no valid code exists any more. */
  check(mobile: string, code: string): Promise<'right' | 'wrong' | 'gone'>;
}

/**
 * What the phone feature needs from an SMS provider. Calls reject with a `ProviderFailure` when the provider
 * fails for reasons other than the number.
 */
export interface SmsProvider {
  /** Delivery reports repeat `reference`; they may arrive before this call resolves. */
  send(message: { to: string; text: string; reference: string }): Promise<SmsOutcome>;
  /** Null: we create the codes and send them as ordinary messages. */
  readonly codes: CodeProvider | null;
  /**
   * Reads a call of the webhook: `refused` when the signature over the URL and the fields is invalid,
   * `ignored` when it contains nothing we need.
   */
  readDelivery(delivery: {
    url: string;
    fields: URLSearchParams;
    signature: string;
  }): Promise<SmsEvent | 'refused' | 'ignored'>;
  /** The webhook response that sends `text` back to the sender; null sends nothing. */
  answer(text: string | null): { readonly type: string; readonly body: string };
}
