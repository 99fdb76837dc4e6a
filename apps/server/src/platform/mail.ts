export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends mail, or rejects. Adapters: SMTP, the sandbox's inbox, none (`integrations/mail`). */
export interface Mail {
  send(message: MailMessage): Promise<void>;
}
