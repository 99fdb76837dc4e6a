import type { ObjectName } from '#features/calendar/model/event.ts';
import type { CalendarPlatform } from '#features/calendar/operations/platform.ts';
import type { DbContext, Mailer } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { AnswerOutcome, MailedAnswer } from '../model/mailed-answer.ts';
import type { ReplyMailbox } from '../ports.ts';

/** What a connected calendar's provider has of an event whose guests we invite. */
export interface ProviderStateReader {
  readProviderState(
    tx: Tx,
    scope: Scope,
    name: ObjectName,
  ): Promise<{
    /** Whether a change has not reached the provider. */
    readonly isWaiting: boolean;
    /** SEQUENCE of its iCalendar object; -1 if it has none. */
    readonly sequence: number;
  }>;
}

/** Takes answers to invitations that arrive by email. */
export interface AnswerReceiver extends DbContext, Pick<CalendarPlatform, 'log' | 'outboundQueue'> {
  /** Takes an answer to something else that was sent with an iCalendar object: a booking, a meeting. */
  readonly takeOtherResponse: (answer: MailedAnswer) => Promise<AnswerOutcome>;
}

/** Sends invitations. */
export interface InvitationSender
  extends DbContext,
    Mailer,
    Pick<CalendarPlatform, 'outboundQueue'>,
    ProviderStateReader {}

export interface InvitationsPlatform extends AnswerReceiver, InvitationSender {
  /** Authenticates the mail server that passes received mails on; null while that is not set up. */
  readonly inboundSecret: string | null;
  /** Another way in which answers arrive; null while it is not set up. */
  readonly mailbox: ReplyMailbox | null;
}

export const jobNames = { send: 'invitations.send', readMailbox: 'invitations.read-mailbox' } as const;
