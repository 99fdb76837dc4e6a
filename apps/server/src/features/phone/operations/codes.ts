import { addressKey } from '#platform/address-key.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { decideSend, describeWait, type LastSend, type SendDecision } from '../model/code-sending.ts';
import type { SmsProvider } from '../ports.ts';
import { decideMobile } from '../rules/mobile-number.ts';
import { codeText } from '../rules/text-messages.ts';
import { incrementIfBelow } from '../store/codes.ts';
import { insertOptOut } from '../store/consents.ts';
import type { CountKind } from '../store/tables.ts';
import { OPTED_OUT_MESSAGE, toDayKey } from './platform.ts';
import { isTextAllowed } from './pumping.ts';
import { type CodeOwner, isSealedCode } from './sealed-codes.ts';

/**
 * The number in E.164 format; throws with the reason when it can't be used. `isLocal` also reads numbers of the first
 * supported country as they are written there.
 */
export async function readMobile(
  { config }: Pick<Platform, 'config'>,
  text: string,
  { isLocal }: { isLocal: boolean } = { isLocal: false },
): Promise<string> {
  const { default: parse } = await import('libphonenumber-js/max');
  const [country] = config.SMS_COUNTRIES;
  const parsed = isLocal && country ? parse(text, country as 'US') : parse(text);
  return decideMobile(parsed, {
    countries: config.SMS_COUNTRIES,
    isSandbox: config.modes.sms === 'sandbox',
  });
}

/** Throws `rate_limited` while another code has to be waited for. */
export function requireNoWait(
  last: LastSend | null,
  mobile: string,
  now: Date,
): Extract<SendDecision, { kind: 'send' }> {
  const decision = decideSend(last, mobile, now);
  if (decision.kind === 'send') return decision;
  throw new AppError(
    'rate_limited',
    `Please wait ${describeWait(decision.seconds)} before you ask for another code.`,
  );
}

/** Counts a code towards all limits, or towards none if one is reached. `own` is the limit of the person who asks. */
export async function countCode(
  platform: Pick<Platform, 'clock' | 'config' | 'log'>,
  tx: Tx,
  own: { readonly kind: CountKind; readonly key: string; readonly cap: number },
  { mobile, address }: { mobile: string; address: string },
): Promise<void> {
  const { config, clock, log } = platform;
  const day = toDayKey(clock());
  const caps = config.codeCaps;
  if (!(await isTextAllowed(platform, tx)))
    throw new AppError('rate_limited', 'No more texts can be sent today. Try again tomorrow.');
  const counts = [
    own,
    { kind: 'number', key: mobile, cap: caps.number },
    { kind: 'address', key: addressKey(address), cap: caps.address },
    { kind: 'all', key: '', cap: caps.all },
  ] as const;
  for (const { kind, key, cap } of counts) {
    if (await incrementIfBelow(tx, { kind, key, day }, cap)) continue;
    log.warn({ cap: kind }, 'A daily limit for SMS codes was reached');
    throw new AppError('rate_limited', 'No more codes can be sent today. Try again tomorrow.');
  }
}

/**
 * Sends a code: one of the provider's if `code` is null. Resolves to the provider's id. If none was sent, `release` allows
 * the next attempt at once.
 */
export async function deliverCode(
  platform: DbContext & Pick<Platform, 'config'>,
  sms: SmsProvider,
  { mobile, code, reference }: { mobile: string; code: string | null; reference: string },
  release: (reason: string) => Promise<void>,
): Promise<string> {
  const { PRODUCT_NAME, publicUrl } = platform.config;
  try {
    const sent = await (sms.codes && code === null
      ? sms.codes.start(mobile)
      : sms.send({ to: mobile, text: codeText(code ?? '', PRODUCT_NAME, publicUrl), reference }));
    if (sent.outcome === 'sent') return sent.id;
    await release(sent.outcome);
    throw await toRefusal(platform, mobile, sent.outcome);
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    await release(cause.kind);
    throw new AppError('unavailable', 'Failed to send verification code. Please try again.', { cause });
  }
}

async function toRefusal(
  { db, clock }: DbContext,
  mobile: string,
  outcome: 'opted_out' | 'unreachable' | 'too_often',
): Promise<AppError> {
  if (outcome === 'too_often')
    return new AppError('rate_limited', 'Too many codes were sent to this number. Try again in ten minutes.');
  if (outcome === 'opted_out') {
    await insertOptOut(db, mobile, 'provider', clock());
    return new AppError('unprocessable', OPTED_OUT_MESSAGE);
  }
  return new AppError('unprocessable', 'This number cannot get text messages. Check it, or use another one.');
}

/** Compares with our own code, or asks the provider that keeps it. */
export async function compareCode(
  { secrets }: Pick<Platform, 'secrets'>,
  sms: SmsProvider,
  owner: CodeOwner,
  { sealed, otpCode }: { sealed: string | null; otpCode: string },
): Promise<'right' | 'wrong' | 'gone'> {
  if (sealed !== null) return isSealedCode(secrets, owner, sealed, otpCode) ? 'right' : 'wrong';
  if (!sms.codes) return 'gone';
  try {
    return await sms.codes.check(owner.mobile, otpCode);
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    throw new AppError('unavailable', 'Failed to verify code. Please try again.', { cause });
  }
}

export function expired(): AppError {
  return new AppError('invalid_code', 'This code has expired. Choose Resend Code for a new one.');
}

export function tooManyTries(): AppError {
  return new AppError('invalid_code', 'Too many wrong codes. Choose Resend Code for a new one.');
}
