import { randomUUID } from 'node:crypto';
import {
  findScopeByMobile,
  getTextRecipient,
  setSendReminders,
} from '#features/account/operations/mobile.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { isProgress } from '../model/delivery.ts';
import type { SmsEvent } from '../ports.ts';
import { asksToStop, type Keyword, readKeyword, readReply } from '../rules/keywords.ts';
import { helpText, notUnderstoodText, stoppedText, unknownReplyText } from '../rules/text-messages.ts';
import {
  deleteOptOut,
  findConsent,
  findOptOut,
  insertConsent,
  insertOptOut,
  noteInbound,
} from '../store/consents.ts';
import { findMessageById, updateMessage } from '../store/messages.ts';
import { type PhoneReplies, requireSms } from './platform.ts';
import { failMessage } from './texts.ts';

/**
 * Handles a call of the provider's webhook and resolves to the response. `url` is the exact public URL that
 * the provider called, because the signature covers it.
 */
export async function receiveDelivery(
  platform: DbContext & Pick<PhoneReplies, 'config' | 'handleReply' | 'sms'>,
  delivery: { url: string; body: string; signature: string | undefined },
): Promise<{ type: string; body: string }> {
  const sms = requireSms(platform);
  const fields = new URLSearchParams(delivery.body);
  const event = delivery.signature
    ? await sms.readDelivery({ url: delivery.url, fields, signature: delivery.signature })
    : 'refused';
  if (event === 'refused') throw new AppError('invalid_request', 'The signature does not match.');
  if (event === 'ignored') return sms.answer(null);
  if (event.type === 'inbound') return sms.answer(await receiveText(platform, event));
  const message = isUuid(event.reference) ? await findMessageById(platform.db, event.reference) : null;
  if (message && isProgress(message.status, event.status)) {
    const { status, reason } = event;
    if (status === 'undelivered' || status === 'failed')
      await failMessage(platform, message.scope, message.id, { status, reason, described: 'not_delivered' });
    else await updateMessage(platform.db, message.scope, message.id, { status, reason });
  }
  return sms.answer(null);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Handles a received text once, even if it is delivered repeatedly. Resolves to the reply. */
async function receiveText(
  platform: DbContext & Pick<PhoneReplies, 'config' | 'handleReply'>,
  { id, from, text, isAnswered }: Extract<SmsEvent, { type: 'inbound' }>,
): Promise<string | null> {
  const { config, db, clock } = platform;
  const known = readKeyword(text);
  const keyword = known ?? (asksToStop(text) ? 'stop' : null);
  const isNew = await db.transaction().execute(async (tx) => {
    const isFirst = await noteInbound(tx, { id, mobile: from, keyword, now: clock() });
    if (isFirst && keyword === 'stop') await insertOptOut(tx, from, 'text', clock());
    if (isFirst && keyword === 'start') await deleteOptOut(tx, from);
    if (isFirst && (keyword === 'stop' || keyword === 'start'))
      await moveConsent(platform, tx, from, keyword, text);
    return isFirst;
  });
  // The provider confirms STOP and START itself, and after a STOP our messages are not delivered.
  if (!isNew || isAnswered || known === 'stop' || known === 'start') return null;
  if (keyword === 'stop') return stoppedText(config.PRODUCT_NAME);
  if (keyword === 'help') return helpText(config.PRODUCT_NAME, config.publicUrl);
  const answer = await answerText(platform, from, text);
  // The reply is carried out all the same, but somebody who has opted out gets no more texts.
  return (await findOptOut(db, from)) ? null : answer;
}

async function answerText(
  platform: Pick<PhoneReplies, 'config' | 'db' | 'handleReply'>,
  from: string,
  text: string,
): Promise<string> {
  const name = platform.config.PRODUCT_NAME;
  const scope = await findScopeByMobile(platform, from);
  if (!scope) return unknownReplyText(name);
  const reply = readReply(text);
  return reply ? platform.handleReply(scope, reply) : notUnderstoodText(name);
}

/** STOP disables reminders. START enables them again if a STOP had disabled them. */
async function moveConsent(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  mobile: string,
  keyword: Extract<Keyword, 'stop' | 'start'>,
  text: string,
): Promise<void> {
  const scope = await findScopeByMobile({ db: tx }, mobile);
  if (!scope) return;
  const { sendReminders } = await getTextRecipient({ ...platform, db: tx }, scope);
  const isOn = keyword === 'start';
  if (sendReminders === isOn) return;
  if (isOn) {
    const last = await findConsent(tx, scope, mobile);
    if (last?.source !== 'text' || last.isGiven) return;
  }
  await setSendReminders(platform, tx, scope, isOn);
  await insertConsent(tx, scope, {
    id: randomUUID(),
    mobile,
    isGiven: isOn,
    source: 'text',
    // The database stores no NUL.
    wording: text.replaceAll('\u0000', '').trim().slice(0, 200),
    networkAddress: null,
    userAgent: null,
    now: platform.clock(),
  });
}
