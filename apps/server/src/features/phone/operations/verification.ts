import { randomUUID } from 'node:crypto';
import { mailUser } from '#features/account/operations/mail.ts';
import {
  clearMobile,
  getTextRecipient,
  setMobile,
  setPendingMobile,
} from '#features/account/operations/mobile.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Visitor } from '#platform/visitor.ts';
import { CODE_LIFETIME_MS, CODE_TRIES } from '../model/code-sending.ts';
import {
  clearResendDelay,
  consumeCode,
  countTry,
  findLiveCode,
  invalidateCode,
  lockLastSend,
  noteSend,
  saveCode,
} from '../store/codes.ts';
import { deleteOptOut, findOptOut, insertConsent } from '../store/consents.ts';
import { insertMessage, markSent, updateMessage } from '../store/messages.ts';
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

/**
 * Sends a code to a number. The response is the same whether or not another account has verified the number,
 * so that it does not reveal who has an account. The previous code stays valid until the new one is sent.
 * Resolves to the seconds until the next code may be requested.
 */
export async function sendCode(
  platform: TextSender & Pick<Platform, 'secrets'>,
  scope: Scope,
  text: string,
  visit: RequestOrigin,
): Promise<number> {
  const sms = requireSms(platform);
  const { db, clock } = platform;
  const mobile = await readMobile(platform, text);
  if ((await findOptOut(db, mobile)) === 'text') throw new AppError('unprocessable', OPTED_OUT_MESSAGE);
  const nextSendAt = await reserveSend(platform, scope, mobile, visit);

  const code = sms.codes ? null : makeCode();
  const id = randomUUID();
  await insertMessage(db, scope, {
    id,
    kind: 'code',
    mobile,
    body: null,
    status: 'sending',
    now: clock(),
    sendAt: clock(),
  });
  const providerId = await deliverCode(platform, sms, { mobile, code, reference: id }, async (reason) => {
    await updateMessage(db, scope, id, { status: 'failed', reason });
    await clearResendDelay(db, scope, clock());
  });

  const now = clock();
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
  const sealed = code === null ? null : sealCode(platform.secrets, { userId: scope.userId, mobile }, code);
  await db.transaction().execute(async (tx) => {
    await deleteOptOut(tx, mobile);
    await saveCode(tx, scope, { mobile, sealed, expiresAt });
    await markSent(tx, scope, id, { providerId, now });
    await setPendingMobile(platform, tx, scope, { mobile, expiresAt });
  });
  await recordCodeSent(platform, mobile);
  return Math.max(0, Math.ceil((nextSendAt.getTime() - now.getTime()) / 1_000));
}

/** Verifies the number. An account that had it before loses it and is notified by mail. */
export async function verifyCode(
  platform: PhonePlatform,
  scope: Scope,
  otpCode: string,
  from: Visitor,
): Promise<void> {
  const sms = requireSms(platform);
  const { db, clock } = platform;
  const code = await countTry(db, scope, clock(), CODE_TRIES);
  if (!code) throw await getAttemptError(platform, scope);
  const owner = { userId: scope.userId, mobile: code.mobile };
  const verdict = await compareCode(platform, sms, owner, { sealed: code.sealed, otpCode });
  if (verdict === 'gone') throw expired();
  if (verdict === 'wrong') {
    throw code.tries < CODE_TRIES
      ? new AppError('invalid_code', 'Invalid verification code')
      : tooManyTries();
  }
  const previous = await db.transaction().execute(async (tx) => {
    if (!(await consumeCode(tx, scope, code, clock())))
      throw new AppError('invalid_code', 'Invalid verification code');
    const owner = await setMobile(platform, tx, scope, code.mobile);
    const log = { db: tx, clock };
    await recordSecurityEvent(log, scope, { kind: 'phone_verified', detail: maskNumber(code.mobile), from });
    if (owner) {
      const detail = 'another account has verified it';
      await recordSecurityEvent(log, owner, { kind: 'phone_removed', detail, from: null });
    }
    return owner;
  });
  await recordCodeVerified(platform);
  if (previous) await notifyNumberMoved(platform, previous, code.mobile);
}

/** Removes the number and any pending code. The consent for the number ends too. */
export async function unverify(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  visit: RequestOrigin,
  from: Visitor,
): Promise<void> {
  const { db, clock } = platform;
  const { mobile, sendReminders } = await getTextRecipient(platform, scope);
  await db.transaction().execute(async (tx) => {
    await invalidateCode(tx, scope);
    await clearMobile(platform, tx, scope);
    if (mobile) {
      const event = { kind: 'phone_removed', detail: maskNumber(mobile), from } as const;
      await recordSecurityEvent({ db: tx, clock }, scope, event);
    }
    if (!mobile || !sendReminders) return;
    await insertConsent(tx, scope, {
      id: randomUUID(),
      mobile,
      isGiven: false,
      source: 'unverified',
      wording: 'The number was removed.',
      networkAddress: visit.address,
      userAgent: visit.userAgent,
      now: clock(),
    });
  });
}

/** Shows enough for the owner to recognise the number. */
function maskNumber(mobile: string): string {
  return `the one that ends in ${mobile.slice(-4)}`;
}

/** Counts the code towards every limit and starts the waiting time, all or nothing. */
async function reserveSend(
  platform: DbContext & Pick<Platform, 'config' | 'log'>,
  scope: Scope,
  mobile: string,
  visit: RequestOrigin,
): Promise<Date> {
  const { config, db, clock } = platform;
  const now = clock();
  return db.transaction().execute(async (tx) => {
    const last = await lockLastSend(tx, scope, { mobile, now });
    const decision = requireNoWait(last, mobile, now);
    const own = { kind: 'user', key: scope.userId, cap: config.codeCaps.user } as const;
    await countCode(platform, tx, own, { mobile, address: visit.address });
    await noteSend(tx, scope, { sends: decision.sends, sentAt: now, nextSendAt: decision.nextSendAt });
    return decision.nextSendAt;
  });
}

async function getAttemptError({ db, clock }: DbContext, scope: Scope): Promise<AppError> {
  const code = await findLiveCode(db, scope);
  if (!code) return new AppError('invalid_code', 'Invalid verification code');
  return code.expiresAt > clock() ? tooManyTries() : expired();
}

async function notifyNumberMoved(
  platform: Pick<Platform, 'config' | 'db' | 'log' | 'mail'>,
  scope: Scope,
  mobile: string,
): Promise<void> {
  const { PRODUCT_NAME, publicUrl } = platform.config;
  try {
    await mailUser(platform, scope, 'account', ({ greeting }) => ({
      subject: `Your phone number was verified by another ${PRODUCT_NAME} account`,
      text: `${greeting}\n\nanother account has verified the number ending in ${mobile.slice(-4)}. It was removed from your account, and your SMS reminders have stopped.\nIf you still have this number, verify it again here:\n\n${publicUrl}/settings?tab=profile\n`,
    }));
  } catch (error) {
    // The number has been moved; only the notification failed.
    platform.log.warn({ err: error }, 'The mail about a number that moved could not be sent');
  }
}
