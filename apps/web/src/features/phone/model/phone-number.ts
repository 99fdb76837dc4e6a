import type { Profile } from '@dayloom/contracts';
import { ApiError } from '#lib/api.ts';

const PHONE_DIGITS = 10;
export const CODE_DIGITS = 6;

export function toDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Ten digits; eleven when they begin with the country code 1. */
function toPhoneDigits(text: string): string {
  const digits = toDigits(text);
  return digits.slice(0, digits.startsWith('1') ? PHONE_DIGITS + 1 : PHONE_DIGITS);
}

/** `6175550142` -> `(617) 555-0142`; partial numbers are formatted as far as they go. */
export function formatPhone(text: string): string {
  const digits = toPhoneDigits(text);
  if (digits.length > PHONE_DIGITS) return `1 ${formatPhone(digits.slice(1))}`;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!exchange) return area && `(${area}`;
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}

/** Formats a US number in E.164 for display; other numbers stay unchanged. */
export function displayPhone(mobile: string): string {
  const [, national] = /^\+1(\d{10})$/.exec(mobile) ?? [];
  return national ? formatPhone(national) : mobile;
}

/** The E.164 number for typed text; null if it has too few digits. */
export function toMobile(text: string): string | null {
  const digits = toDigits(text);
  if (digits.length < PHONE_DIGITS) return null;
  return digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}

/**
 * The field after an edit, with the caret behind the same digit. Deleting a formatting character also deletes
 * the digit before it; otherwise Backspace would have no effect.
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
  return { text, caret: getCaretAfter(text, behind) };
}

function getCaretAfter(text: string, digits: number): number {
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
  /** The number that a pending code was sent to. */
  readonly pending: string | null;
  /** The last number that was tried. */
  readonly tried: string | null;
}

/** The state of the user's phone from the profile. */
export function toPhoneState({ mobile, settings }: Profile): PhoneState {
  const { isMobileVerified, unverifiedMobile, verifyMobileCode } = settings.verifyMobileData;
  const isPending = !isMobileVerified && verifyMobileCode !== null;
  return {
    mobile: isMobileVerified ? mobile : null,
    pending: isPending ? unverifiedMobile : null,
    tried: unverifiedMobile,
  };
}

/** Failures unrelated to the number or code: the user can only try again. */
const NOT_A_REFUSAL = ['network', 'unreadable', 'internal'];

/** The server's message for a refusal, else the message that asks to try again. */
export function describeRefusal(error: unknown, refused: string, failed: string): string {
  if (!(error instanceof ApiError) || NOT_A_REFUSAL.includes(error.code)) return failed;
  return error.message || refused;
}

/** `24` -> `0:24`. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
