import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { toReceivedRecurrenceId } from '#features/calendar/model/received-event.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { untrustedWork } from '#platform/untrusted-work.ts';
import type { AnswerOutcome } from '../model/mailed-answer.ts';
import type { MailReply, ReadMail } from '../rules/mail-reply.ts';
import { type FoundGuest, listByUid } from '../store/guests.ts';
import { answerAsGuest } from './answers.ts';
import type { AnswerReceiver, InvitationsPlatform } from './platform.ts';

/** Larger mails are not answers. */
export const MAX_MAIL_BYTES = 2 * 1_048_576;
const MODULE = new URL('../rules/mail-reply.ts', import.meta.url);
const READ_MS = 5_000;

/**
 * Takes the answers in a received mail. Returns how many were recorded. What is not an answer of a guest is ignored with a
 * line in the log; a mail that arrives again changes nothing.
 */
export async function receiveMail(platform: AnswerReceiver, raw: Uint8Array): Promise<number> {
  const { log } = platform;
  const read = await readSafely(platform, raw);
  if ('ignored' in read) {
    log.info({ reason: read.ignored }, 'A received mail was ignored');
    return 0;
  }
  let recorded = 0;
  for (const reply of read.replies) {
    const guests = await listByUid(platform.db, reply.uid, reply.email);
    const outcomes = await Promise.all(guests.map((guest) => answer(platform, guest, reply)));
    if (guests.length === 0) outcomes.push(await platform.takeOtherResponse(reply));
    for (const outcome of outcomes) {
      if (outcome === 'recorded') recorded += 1;
      else log.info({ uid: reply.uid, outcome }, 'An answer by mail was ignored');
    }
  }
  return recorded;
}

/** Per run. The next one follows within a minute. */
const MAX_MESSAGES = 200;

/** Takes the answers that came to the mailbox. */
export async function readMailbox(
  platform: AnswerReceiver & Pick<InvitationsPlatform, 'mailbox'>,
): Promise<void> {
  await platform.mailbox?.readNew(
    async (raw) => {
      await receiveMail(platform, raw);
    },
    { bytes: MAX_MAIL_BYTES, messages: MAX_MESSAGES },
  );
}

async function readSafely({ log }: Pick<Platform, 'log'>, raw: Uint8Array): Promise<ReadMail> {
  if (raw.byteLength > MAX_MAIL_BYTES) return { ignored: 'It is too large.' };
  try {
    return await untrustedWork.run({
      owner: 'inbound mail',
      module: MODULE,
      name: 'readMail',
      argument: raw,
      ms: READ_MS,
    });
  } catch (error) {
    log.warn({ err: error }, 'A received mail could not be read');
    return { ignored: 'It cannot be read.' };
  }
}

async function answer(
  platform: DbContext & Pick<InvitationsPlatform, 'outboundQueue'>,
  guest: FoundGuest,
  { answer: given, sequence, stampedAt, recurrenceId, zoneDefinition }: MailReply,
): Promise<AnswerOutcome> {
  const { homeTimeZone } = await getTimeRules(platform, guest.scope);
  const id = recurrenceId && toReceivedRecurrenceId({ zoneDefinition }, recurrenceId, homeTimeZone);
  return answerAsGuest(platform, guest, given, { reply: { recurrenceId: id, sequence, stampedAt } });
}
