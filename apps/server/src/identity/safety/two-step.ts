import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { digest } from '#platform/one-time-tokens.ts';
import type { Identity } from '#platform/session.ts';
import type { SecurityMailer } from '../context.ts';
import { sendNotice } from '../mails.ts';
import type { AccountRow } from '../store/accounts.ts';
import { forgetAttempts } from '../store/attempts.ts';
import {
  confirmTotp,
  consumeRecoveryCode,
  consumeTotpStep,
  deleteTotp,
  findTotp,
  replaceRecoveryCodes,
  savePendingTotp,
} from '../store/second-step.ts';
import { getAccount, requireConfirmation } from './account.ts';
import { isOverLimit, tooManyTries } from './throttle.ts';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Codes of the previous and the next time step count too, because phone clocks drift (RFC 6238, §5.2). */
const DRIFT_STEPS = 1;
const CODE_TRIES = 5;
const RECOVERY_CODES = 10;
/**
 * Excludes letters and digits that look alike. 16 of 32 characters are 80 bits, which nobody can guess, even
 * from the digest.
 */
const RECOVERY_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 16;
const IS_OFF = 'Two-step sign-in is not on.';

const sealingContext = (accountId: string) => `totp:${accountId}`;

function createTotp(
  { config, secrets }: Pick<Platform, 'config' | 'secrets'>,
  account: AccountRow,
  sealedSecret: string,
): TOTP {
  return new TOTP({
    issuer: config.PRODUCT_NAME,
    label: account.email,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secrets.open(sealedSecret, sealingContext(account.id))),
  });
}

export interface TotpOffer {
  readonly secret: string;
  readonly uri: string;
  readonly qrCode: string;
}

/** Creates a secret, which becomes active when a first code from it is entered. */
export async function startTwoStep(
  context: DbContext & Pick<Platform, 'config' | 'secrets'>,
  identity: Identity,
): Promise<TotpOffer> {
  await requireConfirmation(context, identity);
  const account = await getAccount(context, identity);
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const sealed = context.secrets.seal(secret, sealingContext(account.id));
  if (!(await savePendingTotp(context.db, account.id, sealed, context.clock()))) {
    throw new AppError('unprocessable', 'Two-step sign-in is already on.');
  }
  const uri = createTotp(context, account, sealed).toString();
  return { secret, uri, qrCode: encodeQR(uri, 'svg', { ecc: 'medium', border: 2 }) };
}

/** Returns the recovery codes, which are shown only once. */
export async function turnOnTwoStep(
  context: SecurityMailer & Pick<Platform, 'secrets'>,
  identity: Identity,
  code: string,
): Promise<string[]> {
  const account = await getAccount(context, identity);
  const totp = await findTotp(context.db, account.id);
  if (!totp || totp.confirmed_at) {
    throw new AppError('unprocessable', 'Start again: scan a new QR code with your app first.');
  }
  const proof = await checkCode(context, account, code);
  if (proof === 'throttled') throw tooManyTries();
  if (proof !== 'totp') {
    const message = 'Wrong code. Codes change every 30 seconds; try the next one.';
    throw new AppError('invalid_request', message, { fields: { code: message } });
  }
  const codes = makeRecoveryCodes();
  await confirmTotp(context.db, account.id, codes.map(hashRecoveryCode), context.clock());
  sendNotice(context, account, 'Two-step sign-in was turned on');
  return codes;
}

export async function turnOffTwoStep(context: SecurityMailer, identity: Identity): Promise<void> {
  await requireConfirmation(context, identity);
  const account = await getAccount(context, identity);
  if (!(await deleteTotp(context.db, account.id))) throw new AppError('unprocessable', IS_OFF);
  sendNotice(context, account, 'Two-step sign-in was turned off');
}

export async function renewRecoveryCodes(context: SecurityMailer, identity: Identity): Promise<string[]> {
  await requireConfirmation(context, identity);
  const account = await getAccount(context, identity);
  if (!(await isTwoStepOn(context, account.id))) throw new AppError('unprocessable', IS_OFF);
  const codes = makeRecoveryCodes();
  await context.db
    .transaction()
    .execute((tx) => replaceRecoveryCodes(tx, account.id, codes.map(hashRecoveryCode)));
  sendNotice(context, account, 'Your recovery codes were renewed');
  return codes;
}

export async function isTwoStepOn({ db }: Pick<Platform, 'db'>, accountId: string): Promise<boolean> {
  return (await findTotp(db, accountId))?.confirmed_at != null;
}

/** The result of checking a code. Each code of the app and each recovery code counts only once. */
export type CodeProof = 'totp' | 'recovery' | 'wrong' | 'throttled';

export async function checkCode(
  context: DbContext & Pick<Platform, 'config' | 'secrets'>,
  account: AccountRow,
  code: string,
): Promise<CodeProof> {
  const { db, clock } = context;
  const tries = `code:account:${account.id}`;
  if (await isOverLimit(context, tries, CODE_TRIES)) return 'throttled';
  const totp = await findTotp(db, account.id);
  if (!totp) return 'wrong';
  const plain = code.replace(/[\s-]/g, '').toUpperCase();
  const proof = /^\d{6}$/.test(plain)
    ? await checkTotp(createTotp(context, account, totp.sealed_secret), plain)
    : (await consumeRecoveryCode(db, account.id, digest(plain)))
      ? 'recovery'
      : 'wrong';
  if (proof !== 'wrong') await forgetAttempts(db, tries);
  return proof;

  async function checkTotp(generator: TOTP, token: string): Promise<'totp' | 'wrong'> {
    const timestamp = clock().getTime();
    const drift = generator.validate({ token, timestamp, window: DRIFT_STEPS });
    if (drift === null) return 'wrong';
    const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + drift;
    return (await consumeTotpStep(db, account.id, step)) ? 'totp' : 'wrong';
  }
}

function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(
      { length: RECOVERY_LENGTH },
      () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)],
    ).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

function hashRecoveryCode(code: string): string {
  return digest(code.replaceAll('-', ''));
}
