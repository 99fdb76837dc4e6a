import type { Profile } from '@dayloom/contracts';
import { ApiError } from '#lib/api.ts';

const PHONE_DIGITS = 10;
export const CODE_DIGITS = 6;

export function toDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Ten digits; one more when they begin with the country's 1. */
function toPhoneDigits(text: string): string {
  const digits = toDigits(text);
  return digits.slice(0, digits.startsWith('1') ? PHONE_DIGITS + 1 : PHONE_DIGITS);
}

/** `6175550142` -> `(617) 555-0142`, and as much of it as there is. */
export function formatPhone(text: string): string {
  const digits = toPhoneDigits(text);
  if (digits.length > PHONE_DIGITS) return `1 ${formatPhone(digits.slice(1))}`;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!exchange) return area && `(${area}`;
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}

/** A number in E.164 as people here write it; those of other countries as they are. */
export function displayPhone(mobile: string): string {
  const [, national] = /^\+1(\d{10})$/.exec(mobile) ?? [];
  return national ? formatPhone(national) : mobile;
}

/** What is sent for the typed number, or null while it has too few digits. */
export function toMobile(text: string): string | null {
  const digits = toDigits(text);
  if (digits.length < PHONE_DIGITS) return null;
  return digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}

/**
 * The field after somebody edited it, with the caret behind the digit that it stood behind. Removing a
 * character that only formats takes the digit before it along, or Backspace would stand still.
 */
export function editPhone(before: string, after: string, caret: number): { text: string; caret: number } {
  let digits = toDigits(after);
  let behind = toDigits(after.slice(0, caret)).length;
  const isOnlyFormat = after.length < before.length && digits === toDigits(before);
  if (isOnlyFormat && behind > 0) {
    digits = digits.slice(0, behind - 1) + digits.slice(behind);
    behind -= 1;
  }
  const text = formatPhone(digits);
  return { text, caret: caretBehind(text, behind) };
}

function caretBehind(text: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (/\d/.test(text.charAt(index))) seen += 1;
    if (seen === digits) return index + 1;
  }
  return text.length;
}

export interface PhoneState {
  /** Verified, in E.164. */
  readonly mobile: string | null;
  /** Where a code is out to. */
  readonly pending: string | null;
  /** The number that was tried last. */
  readonly tried: string | null;
}

/** What the profile says of the user's phone. */
export function toPhoneState({ mobile, settings }: Profile): PhoneState {
  const { isMobileVerified, unverifiedMobile, verifyMobileCode } = settings.verifyMobileData;
  const isPending = !isMobileVerified && verifyMobileCode !== null;
  return {
    mobile: isMobileVerified ? mobile : null,
    pending: isPending ? unverifiedMobile : null,
    tried: unverifiedMobile,
  };
}

/** Failures that say nothing about the number or the code: trying again is all there is to do. */
const NOT_A_REFUSAL = ['network', 'unreadable', 'internal'];

/** The server's own sentence for its refusals, else the one that asks to try again. */
export function describeRefusal(error: unknown, refused: string, failed: string): string {
  if (!(error instanceof ApiError) || NOT_A_REFUSAL.includes(error.code)) return failed;
  return error.message || refused;
}

/** `24` -> `0:24`. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
