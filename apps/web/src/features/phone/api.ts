import { phoneApi } from '@dayloom/contracts';
import { call } from '#lib/api.ts';

const RESEND_IN_SECONDS = 30;

/** Resolves to the seconds until the next code may be sent. */
export async function sendCode(mobile: string): Promise<number> {
  const { resendInSeconds = RESEND_IN_SECONDS } = await call(phoneApi.generateOtp, { body: { mobile } });
  return resendInSeconds;
}

export async function verifyCode(otpCode: string): Promise<void> {
  await call(phoneApi.verifyOtp, { body: { otpCode } });
}

export async function unverifyPhone(): Promise<void> {
  await call(phoneApi.unverifyPhone);
}

export async function saveReminders(isOn: boolean): Promise<void> {
  await call(phoneApi.setReminders, {
    body: isOn ? { enabled: true, consent: true } : { enabled: false },
  });
}
