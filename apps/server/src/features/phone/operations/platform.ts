import type { Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { ReminderAnswer } from '../model/reminder-answer.ts';
import type { SmsProvider } from '../ports.ts';

/** Sends text messages. */
export interface TextSender extends Pick<Platform, 'db' | 'config' | 'clock' | 'log'> {
  /** Null when this server sends no text messages. */
  readonly sms: SmsProvider | null;
}

export interface PhonePlatform extends TextSender, Pick<Platform, 'mail' | 'secrets'> {}

export interface PhoneReplies extends PhonePlatform {
  /** Does what an answer to a reminder says. Resolves to what to text back. */
  readonly handleReply: (scope: Scope, answer: ReminderAnswer) => Promise<string>;
}

/** The origin of a request, for limits and as evidence of consent. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string | null;
}

interface RequestHead {
  readonly ip: string;
  readonly headers: { readonly 'user-agent'?: string | undefined };
}

export function toRequestOrigin({ ip, headers }: RequestHead): RequestOrigin {
  return { address: ip, userAgent: headers['user-agent']?.slice(0, 300) ?? null };
}

export function requireSms({ sms }: Pick<PhonePlatform, 'sms'>): SmsProvider {
  if (!sms)
    throw new AppError('forbidden', 'This server sends no text messages, so no phone can be verified.');
  return sms;
}

export const OPTED_OUT_MESSAGE =
  'This number has opted out of our texts. Text START from it to the number they came from, then try again.';

/** The day that daily limits are counted by, in UTC. */
export function toDayKey(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
