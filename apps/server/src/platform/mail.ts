export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly replyTo?: string;
  /** Message-ID, for a mail that may be sent again after a crash: programs show the two as one. */
  readonly messageId?: string;
  /** An address that stops mails like this one by a single POST (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** An iCalendar object with its METHOD (RFC 5546), which mail programs show as an invitation. */
  readonly invitation?: {
    readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH' | 'REPLY';
    readonly text: string;
  };
}

/** Sends mail, or rejects. Adapters: SMTP, the sandbox's inbox, none (`integrations/mail`). */
export interface Mail {
  send(message: MailMessage): Promise<void>;
}
