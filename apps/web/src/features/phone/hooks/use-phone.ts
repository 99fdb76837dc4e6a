import type { Profile } from '@dayloom/contracts';
import { SECOND_MS } from '@dayloom/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { useRefreshProfile } from '#ui/refresh-profile.ts';
import { notify } from '#ui/toast.tsx';
import { saveReminders, sendCode, unverifyPhone, verifyCode } from '../api.ts';
import { CODE_DIGITS, describeRefusal, displayPhone, toMobile, toPhoneState } from '../model/phone-number.ts';

export interface StatusMessage {
  readonly kind: 'success' | 'error';
  readonly text: string;
}

const PHONE = ['phone'] as const;
/** Runs one step at a time. Offline, it fails at once instead of waiting for a connection. */
const asStep = { mutationKey: PHONE, networkMode: 'always' } as const;

/** The two steps of phone verification, for the card and its compact form. */
export function usePhoneVerification(profile: Profile) {
  const state = toPhoneState(profile);
  const refresh = useRefreshProfile();
  const client = useQueryClient();
  // Known at once, while the button is disabled only after a render: a second click can come in between.
  const isUnderWay = () => client.isMutating({ mutationKey: PHONE }) > 0;
  /** Null follows the profile: with a pending code the code step opens, even after a reload. */
  const [chosen, setChosen] = useState<'phone' | 'code' | null>(null);
  const [phone, setPhone] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [message, setMessage] = useState<StatusMessage | null>(null);
  const [resendAt, setResendAt] = useState(0);
  const [acts, setActs] = useState(0);
  const fail = (text: string) => setMessage({ kind: 'error', text });
  const succeed = (text: string) => {
    setActs((count) => count + 1);
    setMessage({ kind: 'success', text });
  };

  const send = useMutation({
    ...asStep,
    mutationFn: sendCode,
    onMutate: () => setMessage(null),
    onSuccess: (seconds, mobile) => {
      setSentTo(mobile);
      setCode('');
      setChosen('code');
      setResendAt(Date.now() + seconds * SECOND_MS);
      succeed('Verification code sent to your phone');
      // Not awaited: the code may arrive before the profile does, and Verify must act at once.
      void refresh();
    },
    onError: (error) =>
      fail(
        describeRefusal(
          error,
          'Failed to send verification code',
          'Failed to send verification code. Please try again.',
        ),
      ),
  });
  const verify = useMutation({
    ...asStep,
    mutationFn: verifyCode,
    onMutate: () => setMessage(null),
    onSuccess: async () => {
      await refresh();
      setChosen(null);
      setPhone('');
      setCode('');
      succeed('Phone number verified successfully!');
    },
    onError: (error) =>
      fail(describeRefusal(error, 'Invalid verification code', 'Failed to verify code. Please try again.')),
  });
  const unverify = useMutation({
    ...asStep,
    mutationFn: unverifyPhone,
    onMutate: () => setMessage(null),
    onSuccess: async () => {
      await refresh();
      setChosen('phone');
      setPhone('');
      succeed('Phone number unverified');
    },
    onError: (error) =>
      fail(
        describeRefusal(
          error,
          'Failed to unverify phone number',
          'Failed to unverify phone number. Please try again.',
        ),
      ),
  });

  const target = sentTo ?? state.pending;
  const step = state.mobile
    ? ('verified' as const)
    : chosen === 'phone' || target === null
      ? ('phone' as const)
      : (chosen ?? (state.pending ? ('code' as const) : ('phone' as const)));
  // Keeps only typed input: until then the last tried number fills the field.
  const shownPhone = phone ?? (state.tried ? displayPhone(state.tried) : '');

  return {
    step,
    mobile: state.mobile,
    target,
    phone: shownPhone,
    setPhone,
    code,
    setCode,
    message,
    resendAt,
    /** Number of actions taken here; the focus follows each one. */
    acts,
    isSending: send.isPending,
    isVerifying: verify.isPending,
    isUnverifying: unverify.isPending,
    submitPhone: () => {
      if (isUnderWay()) return;
      const mobile = toMobile(shownPhone);
      if (mobile) send.mutate(mobile);
      else fail('Please enter a valid 10-digit phone number');
    },
    submitCode: () => {
      if (isUnderWay()) return;
      if (code.length === CODE_DIGITS) verify.mutate(code);
      else fail('Please enter a valid 6-digit code');
    },
    resend: () => {
      if (target && !isUnderWay()) send.mutate(target);
    },
    changeNumber: () => {
      setActs((count) => count + 1);
      setChosen('phone');
      setCode('');
      setMessage(null);
    },
    unverify: () => {
      if (!isUnderWay()) unverify.mutate();
    },
  };
}

export type PhoneVerification = ReturnType<typeof usePhoneVerification>;

/** Focuses a step's control after each action, because the pressed button is gone or disabled. */
export function useFocusAfter(acts: number, control: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (acts > 0) control.current?.focus();
  }, [control, acts]);
}

/** Whole seconds until an instant, down to 0. Remount the component for another instant. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / SECOND_MS));
}

/** The switch for reminders: changes at once, and changes back on failure. */
export function useReminders(isOn: boolean) {
  const refresh = useRefreshProfile();
  const save = useMutation({
    mutationFn: saveReminders,
    onSuccess: refresh,
    onError: (error) =>
      notify.error(
        describeRefusal(
          error,
          'The reminder setting could not be changed',
          'The reminder setting could not be changed. Please try again.',
        ),
      ),
  });
  return { isOn: save.isPending ? save.variables : isOn, set: save.mutate };
}
