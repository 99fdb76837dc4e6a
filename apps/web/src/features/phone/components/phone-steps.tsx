import { type FormEvent, useRef } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Link } from '#ui/link.tsx';
import { VerifiedBadge } from '#ui/verified-badge.tsx';
import { type PhoneVerification, useCountdown, useFocusAfter } from '../hooks/use-phone.ts';
import { displayPhone, formatSeconds } from '../model/phone-number.ts';
import { CodeField } from './code-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { PhoneMessage } from './phone-message.tsx';
import './phone-steps.css';

const submitting = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

/** The current step: the number, its code, or the verified number. */
export function PhoneSteps({ phone, isCompact }: { phone: PhoneVerification; isCompact: boolean }) {
  const { sms } = useClientConfig();
  if (phone.step === 'verified') return <VerifiedPhone phone={phone} isCompact={isCompact} />;
  if (sms.mode === 'off') {
    return (
      <div className="phone-steps-text">This server sends no text messages, so no phone can be verified.</div>
    );
  }
  return phone.step === 'code' ? (
    <CodeStep phone={phone} isCompact={isCompact} />
  ) : (
    <PhoneStep phone={phone} isCompact={isCompact} />
  );
}

function PhoneStep({ phone, isCompact }: { phone: PhoneVerification; isCompact: boolean }) {
  return (
    <form noValidate onSubmit={submitting(phone.submitPhone)} className="phone-steps-form" aria-label="Phone">
      {!isCompact && (
        <div className="phone-steps-text">
          We text you a 6-digit code. A verified number gets you the badge next to your name, and reminders if
          you want them.
        </div>
      )}
      <PhoneMessage message={phone.message} />
      <PhoneField
        value={phone.phone}
        isDisabled={phone.isSending}
        acts={phone.acts}
        onChange={phone.setPhone}
      />
      <Button type="submit" variant="contained" color="primary" disabled={phone.isSending}>
        {phone.isSending ? 'Sending...' : 'Send Code'}
      </Button>
    </form>
  );
}

function CodeStep({ phone, isCompact }: { phone: PhoneVerification; isCompact: boolean }) {
  const { sms } = useClientConfig();
  const target = phone.target ?? '';
  return (
    <form noValidate onSubmit={submitting(phone.submitCode)} className="phone-steps-form" aria-label="Phone">
      <div className="phone-steps-text">
        We texted a 6-digit code to <span className="phone-steps-number n">{displayPhone(target)}</span>.
        {isCompact ? '' : ' It works for 10 minutes.'}
      </div>
      <PhoneMessage message={phone.message} />
      {sms.mode === 'sandbox' && (
        <div className="phone-steps-text text-small">
          This is the sandbox: the code is on the phone at{' '}
          <Link href={`/sandbox/phone?number=${encodeURIComponent(target)}`} target="_blank" rel="noopener">
            /sandbox/phone
          </Link>
          . Nothing was sent.
        </div>
      )}
      <CodeField
        value={phone.code}
        isDisabled={phone.isVerifying}
        acts={phone.acts}
        onChange={phone.setCode}
      />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        disabled={phone.isVerifying || phone.isSending}
      >
        {phone.isVerifying ? 'Verifying...' : 'Verify'}
      </Button>
      <div className="phone-steps-again">
        <Button variant="text" size="small" onClick={phone.changeNumber}>
          Change Number
        </Button>
        <Resend key={phone.resendAt} phone={phone} />
      </div>
    </form>
  );
}

function Resend({ phone }: { phone: PhoneVerification }) {
  const left = useCountdown(phone.resendAt);
  return (
    <div className="phone-steps-resend">
      <Button
        variant="text"
        size="small"
        onClick={phone.resend}
        disabled={left > 0 || phone.isSending || phone.isVerifying}
      >
        Resend Code
      </Button>
      {left > 0 && <span className="phone-steps-wait text-small n">in {formatSeconds(left)}</span>}
    </div>
  );
}

function VerifiedPhone({ phone, isCompact }: { phone: PhoneVerification; isCompact: boolean }) {
  const change = useRef<HTMLButtonElement>(null);
  useFocusAfter(phone.acts, change);
  return (
    <div className="phone-steps-verified">
      <PhoneMessage message={phone.message} />
      <div className="phone-steps-phone">
        <div className="phone-steps-chip">
          <Chip tone="event">
            <VerifiedBadge />
            <span className="n">{displayPhone(phone.mobile ?? '')}</span>
          </Chip>
        </div>
        <Button ref={change} size="small" onClick={phone.unverify} disabled={phone.isUnverifying}>
          {isCompact ? 'Change' : 'Unverify'}
        </Button>
      </div>
    </div>
  );
}
