import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Faults } from '../faults.ts';
import type { PersistentPart } from '../state-file.ts';

export interface MailAttachment {
  readonly filename: string;
  readonly mimeType: string;
  readonly content: string;
}

/** A message that would have been sent, as `GET /sandbox/messages` returns it. */
export interface SandboxMail {
  readonly channel: 'mail';
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Text attachments (an .ics file), by name. */
  readonly attachments: readonly MailAttachment[];
  readonly sentAt: string;
}

/** A message from a calendar to a guest. */
export type GuestMail = Pick<SandboxMail, 'to' | 'from' | 'subject' | 'text'>;

const KEPT = 1_000;

/** An SMTP server on loopback that stores messages instead of delivering them. */
export class Inbox implements PersistentPart {
  readonly name = 'mail';
  readonly #now: () => Date;
  readonly #faults: Faults;
  readonly #changed: () => void;
  readonly #server: SMTPServer;
  #messages: SandboxMail[] = [];

  constructor(now: () => Date, faults: Faults, changed: () => void) {
    this.#now = now;
    this.#faults = faults;
    this.#changed = changed;
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, callback) => {
        const isRefused = this.#faults.take('mail', 'undeliverable');
        callback(isRefused ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
      },
      onData: (stream, session, callback) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        void this.#receive(stream, recipients, callback);
      },
    });
  }

  /** Listens on a free loopback port; resolves to its address. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async #receive(
    stream: Readable,
    recipients: readonly string[],
    callback: (problem?: Error | null) => void,
  ): Promise<void> {
    try {
      await this.#keep(await buffer(stream), recipients);
      callback();
    } catch (error) {
      callback(error as Error);
    }
  }

  async #keep(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
    for (const to of recipients) {
      this.#messages.unshift({
        channel: 'mail',
        to,
        from: mail.from?.address ?? '',
        subject: mail.subject ?? '',
        text: (mail.text ?? '').replace(/\r?\n$/, ''),
        html: mail.html ?? null,
        attachments: mail.attachments
          .filter(({ mimeType }) => mimeType.startsWith('text/'))
          .map(({ filename, mimeType, content }) => ({
            filename: filename ?? 'attachment',
            mimeType,
            content: content as string,
          })),
        sentAt: this.#now().toISOString(),
      });
    }
    this.#messages.length = Math.min(this.#messages.length, KEPT);
    this.#changed();
  }

  /** Stores a message of a simulated calendar, which is not sent by SMTP. */
  add(mail: GuestMail): void {
    const sentAt = this.#now().toISOString();
    this.#messages.unshift({ channel: 'mail', html: null, attachments: [], sentAt, ...mail });
    this.#messages.length = Math.min(this.#messages.length, KEPT);
    this.#changed();
  }

  /** Newest first. */
  list(): readonly SandboxMail[] {
    return this.#messages;
  }

  snapshot(): unknown {
    return this.#messages;
  }

  restore(snapshot: unknown): void {
    this.#messages = snapshot as SandboxMail[];
  }

  reset(): void {
    this.#messages = [];
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}
