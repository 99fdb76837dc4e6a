import { randomUUID } from 'node:crypto';
import { getContact } from '#features/account/operations/mail.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import type { LocalChange, PendingNotice } from '#features/calendar/model/local-change.ts';
import type { Mailer } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { listSentMails, queueMails, withdrawMails } from '#platform/mail-queue.ts';
import type { Scope } from '#platform/scope.ts';
import { toOwnReply } from '../rules/own-reply.ts';
import { SEND_DELAY_MS } from './note-changes.ts';
import type { ProviderStateReader } from './platform.ts';

const REPLY = 'own-answer ';

/** Mails the user's own answers to organizers, where the calendar's server does not. An undo in time withdraws them. */
export async function noteOwnAnswers(
  platform: Mailer & ProviderStateReader,
  tx: Tx,
  scope: Scope,
  { calendarId, uids, before, after }: LocalChange,
): Promise<PendingNotice | null> {
  const answered = after.filter((record) => isAnswered(record, before));
  if (answered.length === 0) return null;
  const sendAt = new Date(platform.clock().getTime() + SEND_DELAY_MS);
  let queued = 0;
  for (const record of answered) if (await noteAnswer(platform, tx, scope, record, sendAt)) queued += 1;
  if (queued === 0) return null;
  return { calendarId, uids, guests: 1, notifiedAt: sendAt, canWithhold: false };
}

/** A new occurrence was answered like its series. */
function isAnswered(record: EventRecord, before: readonly EventRecord[]): boolean {
  const { ownAnswer } = record.details;
  const known =
    before.find((each) => each.recurrenceId === record.recurrenceId) ??
    before.find(({ recurrenceId }) => recurrenceId === null);
  return ownAnswer !== undefined && known !== undefined && known.details.ownAnswer !== ownAnswer;
}

async function noteAnswer(
  platform: Mailer & ProviderStateReader,
  tx: Tx,
  scope: Scope,
  record: EventRecord,
  sendAt: Date,
): Promise<boolean> {
  const { id, details } = record;
  await withdrawMails(tx, scope, id);
  const sent = (await listSentMails(tx, scope, id))
    .map(({ key }) => key)
    .filter((key) => key.startsWith(REPLY));
  const last = sent.toSorted().at(-1)?.split(' ')[2];
  if (details.ownAnswer === 'NEEDS-ACTION' || details.ownAnswer === last) return false;
  const [person, { homeTimeZone }, { sequence }] = [
    await getContact({ db: tx }, scope),
    await getTimeRules({ db: tx }, scope),
    await platform.readProviderState(tx, scope, record),
  ];
  const now = platform.clock();
  const context = {
    sequence: Math.max(0, sequence),
    homeTimeZone,
    now,
    productName: platform.config.PRODUCT_NAME,
  };
  const message = toOwnReply(record, person, context);
  if (!message) return false;
  const key = `${REPLY}${now.toISOString()} ${details.ownAnswer} ${randomUUID()}`;
  await queueMails(platform, tx, scope, [{ key, subjectId: id, message, sendAt }]);
  return true;
}
