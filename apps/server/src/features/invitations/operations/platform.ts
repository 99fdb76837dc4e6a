import type { CalendarPlatform } from '#features/calendar/operations/platform.ts';
import type { Platform } from '#platform/context.ts';
import type { ReplyMailbox } from '../ports.ts';

export type InvitationsPlatform = CalendarPlatform &
  Pick<Platform, 'secrets'> & {
    /** Authenticates the mail server that passes received mails on; null while that is not set up. */
    readonly inboundSecret: string | null;
    /** Another way in which answers arrive; null while it is not set up. */
    readonly mailbox: ReplyMailbox | null;
  };

export const jobNames = { send: 'invitations.send', readMailbox: 'invitations.read-mailbox' } as const;
