import { randomUUID } from 'node:crypto';
import { writeTo } from '#features/account/operations/mail.ts';
import { clearMobile, getReach, setMobile, setPendingMobile } from '#features/account/operations/mobile.ts';
import { addressKey } from '#platform/address-key.ts';
import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Visitor } from '#platform/visitor.ts';
import { CODE_LIFETIME_MS, CODE_TRIES, decideSend, describeWait } from '../model/code-sending.ts';
import type { SmsOutcome, SmsProvider } from '../ports.ts';
import { decideMobile } from '../rules/mobile-number.ts';
import { codeText } from '../rules/text-messages.ts';
import {
  consumeCode,
  countWithin,
  findLiveCode,
  forgetWait,
  killCode,
  type LiveCode,
  lockLastSend,
  noteSend,
  saveCode,
  takeTry,
} from '../store/codes.ts';
import { deleteOptOut, findOptOut, insertConsent, insertOptOut } from '../store/consents.ts';
import { insertMessage, markSent, updateMessage } from '../store/messages.ts';
import { OPTED_OUT, type PhonePlatform, requireSms, toDayKey, type Visit } from './platform.ts';
import { isTextAllowed, watchCode, watchVerified } from './pumping.ts';
import { isSealed, makeCode, sealCode } from './sealed-codes.ts';

/**
 * Sends a code to a number. The response is the same whether or not another account has verified the number,
 * so that it does not reveal who has an account. The previous code stays valid until the new one is sent.
 * Resolves to the seconds until the next code may be requested.
 */
export async function sendCode(
  platform: PhonePlatform,
  scope: Scope,
  text: string,
  visit: Visit,
): Promise<number> {
  const sms = requireSms(platform);
  const { config, db, clock } = platform;
  const mobile = await readMobile(platform, text);
  if ((await findOptOut(db, mobile)) === 'text') throw new AppError('unprocessable', OPTED_OUT);
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
  const sent = await sendOrAllowRetry(platform, scope, id, () =>
    sms.codes && code === null
      ? sms.codes.start(mobile)
      : sms.send({
          to: mobile,
          text: codeText(code ?? '', config.PRODUCT_NAME, config.publicUrl),
          reference: id,
        }),
  );
  if (sent.outcome !== 'sent') throw await toRefusal(platform, mobile, sent.outcome);

  const now = clock();
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
  const sealed = code === null ? null : sealCode(platform.secrets, { userId: scope.userId, mobile }, code);
  await db.transaction().execute(async (tx) => {
    await deleteOptOut(tx, mobile);
    await saveCode(tx, scope, { mobile, sealed, expiresAt });
    await markSent(tx, scope, id, { providerId: sent.id, now });
    await setPendingMobile(platform, tx, scope, { mobile, expiresAt });
  });
  await watchCode(platform, mobile);
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
  const code = await takeTry(db, scope, clock(), CODE_TRIES);
  if (!code) throw await getAttemptError(platform, scope);
  const verdict = await compare(platform, scope, sms, code, otpCode);
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
  await watchVerified(platform);
  if (previous) await notifyNumberMoved(platform, previous, code.mobile);
}

/** Removes the number and any pending code. The consent for the number ends too. */
export async function unverify(
  platform: PhonePlatform,
  scope: Scope,
  visit: Visit,
  from: Visitor,
): Promise<void> {
  const { db, clock } = platform;
  const { mobile, sendReminders } = await getReach(platform, scope);
  await db.transaction().execute(async (tx) => {
    await killCode(tx, scope);
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

/** The number in E.164 format; throws with the reason when it can't be used. */
async function readMobile({ config }: PhonePlatform, text: string): Promise<string> {
  const { default: parse } = await import('libphonenumber-js/max');
  return decideMobile(parse(text), {
    countries: config.SMS_COUNTRIES,
    isSandbox: config.modes.sms === 'sandbox',
  });
}

/** Counts the code towards every limit and starts the waiting time, all or nothing. */
async function reserveSend(
  platform: PhonePlatform,
  scope: Scope,
  mobile: string,
  visit: Visit,
): Promise<Date> {
  const { config, db, clock, log } = platform;
  const now = clock();
  const day = toDayKey(now);
  const caps = config.codeCaps;
  const counts = [
    { kind: 'user', key: scope.userId, cap: caps.user },
    { kind: 'number', key: mobile, cap: caps.number },
    { kind: 'address', key: addressKey(visit.address), cap: caps.address },
    { kind: 'all', key: '', cap: caps.all },
  ] as const;
  return db.transaction().execute(async (tx) => {
    const last = await lockLastSend(tx, scope, { mobile, now });
    const decision = decideSend(last, mobile, now);
    if (decision.kind === 'wait') {
      throw new AppError(
        'rate_limited',
        `Please wait ${describeWait(decision.seconds)} before you ask for another code.`,
      );
    }
    if (!(await isTextAllowed(platform, tx)))
      throw new AppError('rate_limited', 'No more texts can be sent today. Try again tomorrow.');
    for (const { kind, key, cap } of counts) {
      if (await countWithin(tx, { kind, key, day }, cap)) continue;
      log.warn({ cap: kind }, 'A daily limit for SMS codes was reached');
      throw new AppError('rate_limited', 'No more codes can be sent today. Try again tomorrow.');
    }
    await noteSend(tx, scope, { sends: decision.sends, sentAt: now, nextSendAt: decision.nextSendAt });
    return decision.nextSendAt;
  });
}

/** If the provider fails, no code was sent, so the user may retry without waiting. */
async function sendOrAllowRetry(
  { db, clock }: PhonePlatform,
  scope: Scope,
  messageId: string,
  send: () => Promise<SmsOutcome>,
): Promise<SmsOutcome> {
  const free = async (reason: string) => {
    await updateMessage(db, scope, messageId, { status: 'failed', reason });
    await forgetWait(db, scope, clock());
  };
  try {
    const sent = await send();
    if (sent.outcome !== 'sent') await free(sent.outcome);
    return sent;
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    await free(cause.kind);
    throw new AppError('unavailable', 'Failed to send verification code. Please try again.', { cause });
  }
}

async function toRefusal(
  { db, clock }: PhonePlatform,
  mobile: string,
  outcome: 'opted_out' | 'unreachable' | 'too_often',
): Promise<AppError> {
  if (outcome === 'too_often')
    return new AppError('rate_limited', 'Too many codes were sent to this number. Try again in ten minutes.');
  if (outcome === 'opted_out') {
    await insertOptOut(db, mobile, 'provider', clock());
    return new AppError('unprocessable', OPTED_OUT);
  }
  return new AppError('unprocessable', 'This number cannot get text messages. Check it, or use another one.');
}

async function compare(
  { secrets }: PhonePlatform,
  scope: Scope,
  sms: SmsProvider,
  code: LiveCode,
  otpCode: string,
): Promise<'right' | 'wrong' | 'gone'> {
  if (code.sealed !== null) {
    const owner = { userId: scope.userId, mobile: code.mobile };
    return isSealed(secrets, owner, code.sealed, otpCode) ? 'right' : 'wrong';
  }
  if (!sms.codes) return 'gone';
  try {
    return await sms.codes.check(code.mobile, otpCode);
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    throw new AppError('unavailable', 'Failed to verify code. Please try again.', { cause });
  }
}

async function getAttemptError({ db, clock }: PhonePlatform, scope: Scope): Promise<AppError> {
  const code = await findLiveCode(db, scope);
  if (!code) return new AppError('invalid_code', 'Invalid verification code');
  return code.expiresAt > clock() ? tooManyTries() : expired();
}

function expired(): AppError {
  return new AppError('invalid_code', 'This code has expired. Choose Resend Code for a new one.');
}

function tooManyTries(): AppError {
  return new AppError('invalid_code', 'Too many wrong codes. Choose Resend Code for a new one.');
}

async function notifyNumberMoved(platform: PhonePlatform, scope: Scope, mobile: string): Promise<void> {
  const { PRODUCT_NAME, publicUrl } = platform.config;
  try {
    await writeTo(platform, scope, 'account', ({ greeting }) => ({
      subject: `Your phone number was verified by another ${PRODUCT_NAME} account`,
      text: `${greeting}\n\nanother account has verified the number ending in ${mobile.slice(-4)}. It was removed from your account, and your SMS reminders have stopped.\nIf you still have this number, verify it again here:\n\n${publicUrl}/settings?tab=profile\n`,
    }));
  } catch (error) {
    // The number has been moved; only the notification failed.
    platform.log.warn({ err: error }, 'The mail about a number that moved could not be sent');
  }
}
