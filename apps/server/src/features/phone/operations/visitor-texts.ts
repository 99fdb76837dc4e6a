import { randomUUID } from 'node:crypto';
import { visitorReminderConsent } from '@dayloom/contracts';
import { plainNumber } from '@dayloom/contracts/pasted';
import { HOUR_MS } from '@dayloom/time';
import { getTextRecipient } from '#features/account/operations/mobile.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { TextMessage } from '#platform/mail-queue.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import { CODE_LIFETIME_MS, CODE_TRIES } from '../model/code-sending.ts';
import { decideSendTime, readQuietHours } from '../rules/quiet-hours.ts';
import {
  clearCheckDelay,
  consumeVerified,
  countCheckTry,
  lockLastCheck,
  markVerified,
  saveCheck,
} from '../store/checks.ts';
import { findOptOut, insertConsent } from '../store/consents.ts';
import { insertMessage } from '../store/messages.ts';
import {
  compareCode,
  countCode,
  deliverCode,
  expired,
  readMobile,
  requireNoWait,
  tooManyTries,
} from './codes.ts';
import {
  OPTED_OUT_MESSAGE,
  type PhonePlatform,
  type RequestOrigin,
  requireSms,
  type TextSender,
} from './platform.ts';
import { recordCodeSent, recordCodeVerified } from './pumping.ts';
import { makeCode, sealCode } from './sealed-codes.ts';
import { VISITOR_REMINDER } from './texts.ts';

/** Codes that visitors of one host may ask for on a day. */
const CODES_PER_HOST = 100;
/** How long a verified number may wait for its booking. */
const VERIFIED_MS = HOUR_MS;

/** Whether visitors of this host can get text messages: the server sends them, and the host's plan has them. */
export async function canTextVisitors(
  platform: DbContext & Pick<PhonePlatform, 'config' | 'sms'>,
  host: Scope,
): Promise<boolean> {
  if (!platform.sms) return false;
  const { entitlements, isClosed } = await getTextRecipient(platform, host);
  return entitlements.smsReminders && !isClosed;
}

/** Sends a code to a visitor's number. Resolves to the token of the check, and the seconds until the next code. */
export async function startPhoneCheck(
  platform: TextSender & Pick<Platform, 'secrets'>,
  host: Scope,
  text: string,
  visit: RequestOrigin,
): Promise<{ check: string; resendInSeconds: number }> {
  if (!(await canTextVisitors(platform, host)))
    throw new AppError('forbidden', 'Reminders by text message are not offered here.');
  const sms = requireSms(platform);
  const { db, clock, secrets } = platform;
  const mobile = await readMobile(platform, plainNumber(text), { isLocal: true });
  if ((await findOptOut(db, mobile)) !== null) throw new AppError('unprocessable', OPTED_OUT_MESSAGE);
  const now = clock();
  const check = makeToken();
  const tokenHash = digest(check);
  const code = sms.codes ? null : makeCode();
  const sealed = code === null ? null : sealCode(secrets, { userId: tokenHash, mobile }, code);
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
  const nextSendAt = await db.transaction().execute(async (tx) => {
    const decision = requireNoWait(await lockLastCheck(tx, mobile), mobile, now);
    const own = { kind: 'host', key: host.userId, cap: CODES_PER_HOST } as const;
    await countCode(platform, tx, own, { mobile, address: visit.address });
    await saveCheck(tx, { ...decision, mobile, tokenHash, sealed, expiresAt, sentAt: now });
    return decision.nextSendAt;
  });
  await deliverCode(platform, sms, { mobile, code, reference: randomUUID() }, () =>
    clearCheckDelay(db, tokenHash, now),
  );
  await recordCodeSent(platform, mobile);
  return { check, resendInSeconds: Math.ceil((nextSendAt.getTime() - now.getTime()) / 1_000) };
}

export async function finishPhoneCheck(
  platform: DbContext & Pick<PhonePlatform, 'secrets' | 'sms'>,
  check: string,
  otpCode: string,
): Promise<void> {
  const sms = requireSms(platform);
  const { db, clock } = platform;
  const tokenHash = digest(check);
  const taken = await countCheckTry(db, tokenHash, { now: clock(), tries: CODE_TRIES });
  if (!taken) throw expired();
  const { mobile, sealed, tries } = taken;
  const verdict = await compareCode(platform, sms, { userId: tokenHash, mobile }, { sealed, otpCode });
  if (verdict === 'gone') throw expired();
  if (verdict === 'wrong')
    throw tries < CODE_TRIES ? new AppError('invalid_code', 'Invalid verification code') : tooManyTries();
  await markVerified(db, tokenHash, clock());
  await recordCodeVerified(platform);
}

/**
 * The number that a check has verified, with the visitor's consent on record, in the transaction of the booking.
 * Throws if it was not verified.
 */
export async function consumeVerifiedNumber(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  host: Scope,
  check: string,
  visit: RequestOrigin,
): Promise<string> {
  const now = platform.clock();
  const mobile = await consumeVerified(tx, digest(check), new Date(now.getTime() - VERIFIED_MS));
  if (!mobile) {
    throw new AppError('invalid_request', 'Verify the phone number again, or book without a text reminder.', {
      fields: { phone: 'has to be verified again' },
    });
  }
  await insertConsent(tx, host, {
    id: randomUUID(),
    mobile,
    isGiven: true,
    source: 'booking',
    wording: visitorReminderConsent(platform.config.PRODUCT_NAME),
    networkAddress: visit.address,
    userAgent: visit.userAgent,
    now,
  });
  return mobile;
}

/** When a text may be sent that is due at an instant: then, or at the end of the quiet hours of the zone. */
export function decideTextTime({ config }: Pick<Platform, 'config'>, dueAt: Date, timeZone: string): Date {
  return decideSendTime(dueAt, timeZone, readQuietHours(config.SMS_QUIET_HOURS));
}

/** Takes a text from the queue of mails. It is sent within a minute, or after quiet hours. */
export async function enqueueVisitorText(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  host: Scope,
  { to, text, timeZone, usefulUntil }: TextMessage,
): Promise<void> {
  const now = platform.clock();
  await insertMessage(tx, host, {
    id: randomUUID(),
    kind: VISITOR_REMINDER,
    mobile: to,
    body: text,
    status: 'waiting',
    now,
    sendAt: decideTextTime(platform, now, timeZone),
    timeZone,
    ...(usefulUntil !== undefined && { usefulUntil: new Date(usefulUntil) }),
  });
}
