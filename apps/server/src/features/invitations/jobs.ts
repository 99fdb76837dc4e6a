import { z } from 'zod';
import type { Job } from '#platform/jobs.ts';
import {
  type AnswerReceiver,
  type InvitationSender,
  type InvitationsPlatform,
  jobNames,
} from './operations/platform.ts';
import { readMailbox } from './operations/receive-mail.ts';
import { purgeInvitations, sendDueInvitations } from './operations/send-due.ts';

export function invitationJobs(
  platform: AnswerReceiver & InvitationSender & Pick<InvitationsPlatform, 'mailbox'>,
): Job[] {
  return [
    {
      name: jobNames.send,
      schema: z.object({}),
      cron: '* * * * *',
      isKeyed: true,
      run: () => sendDueInvitations(platform),
    },
    {
      name: jobNames.readMailbox,
      schema: z.object({}),
      ...(platform.mailbox && { cron: '* * * * *' }),
      isKeyed: true,
      run: () => readMailbox(platform),
    },
    {
      name: 'invitations.purge',
      schema: z.object({}),
      cron: '47 3 * * *',
      run: () => purgeInvitations(platform),
    },
  ];
}
