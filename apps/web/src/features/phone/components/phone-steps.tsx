import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { type FormEvent, useRef } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Chip } from '#ui/chip.tsx';
import { VerifiedBadge } from '#ui/verified-badge.tsx';
import { type PhoneVerification, useCountdown, useFocusAfter } from '../hooks/use-phone.ts';
import { displayPhone, formatSeconds } from '../model/phone-number.ts';
import { CodeField } from './code-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { PhoneMessage } from './phone-message.tsx';

const stack = { display: 'flex', flexDirection: 'column', gap: 2 } as const;
/** Limits the width of the three-line form where the card is as wide as the page. */
const form = { ...stack, maxWidth: 440 } as const;

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
      <Box sx={{ color: 'text.secondary' }}>
        This server sends no text messages, so no phone can be verified.
      </Box>
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
    <Box component="form" noValidate onSubmit={submitting(phone.submitPhone)} sx={form} aria-label="Phone">
      {!isCompact && (
        <Box sx={{ color: 'text.secondary' }}>
          We text you a 6-digit code. A verified number gets you the badge next to your name, and reminders if
          you want them.
        </Box>
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
    </Box>
  );
}

function CodeStep({ phone, isCompact }: { phone: PhoneVerification; isCompact: boolean }) {
  const { sms } = useClientConfig();
  const target = phone.target ?? '';
  return (
    <Box component="form" noValidate onSubmit={submitting(phone.submitCode)} sx={form} aria-label="Phone">
      <Box sx={{ color: 'text.secondary' }}>
        We texted a 6-digit code to{' '}
        <Box
          component="span"
          className="n"
          sx={{ color: 'text.primary', whiteSpace: 'nowrap', fontWeight: 550 }}
        >
          {displayPhone(target)}
        </Box>
        .{isCompact ? '' : ' It works for 10 minutes.'}
      </Box>
      <PhoneMessage message={phone.message} />
      {sms.mode === 'sandbox' && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          This is the sandbox: the code is on the phone at{' '}
          <Link href={`/sandbox/phone?number=${encodeURIComponent(target)}`} target="_blank" rel="noopener">
            /sandbox/phone
          </Link>
          . Nothing was sent.
        </Box>
      )}
      <CodeField
        value={phone.code}
        isDisabled={phone.isVerifying}
        acts={phone.acts}
        onChange={phone.setCode}
      />
      <Button type="submit" variant="contained" color="primary" disabled={phone.isVerifying}>
        {phone.isVerifying ? 'Verifying...' : 'Verify'}
      </Button>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', mx: -1, my: -0.5 }}>
        <Button variant="text" size="small" onClick={phone.changeNumber}>
          Change Number
        </Button>
        <Resend key={phone.resendAt} phone={phone} />
      </Box>
    </Box>
  );
}

function Resend({ phone }: { phone: PhoneVerification }) {
  const left = useCountdown(phone.resendAt);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <Button variant="text" size="small" onClick={phone.resend} disabled={left > 0 || phone.isSending}>
        Resend Code
      </Button>
      {left > 0 && (
        <Box component="span" className="n" sx={{ typography: 'body2', color: 'text.tertiary', pr: 1 }}>
          in {formatSeconds(left)}
        </Box>
      )}
    </Box>
  );
}

function VerifiedPhone({ phone, isCompact }: { phone: PhoneVerification; isCompact: boolean }) {
  const change = useRef<HTMLButtonElement>(null);
  useFocusAfter(phone.acts, change);
  return (
    <Box sx={stack}>
      <PhoneMessage message={phone.message} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Chip tone="event">
            <VerifiedBadge />
            <span className="n">{displayPhone(phone.mobile ?? '')}</span>
          </Chip>
        </Box>
        <Button ref={change} size="small" onClick={phone.unverify} disabled={phone.isUnverifying}>
          {isCompact ? 'Change' : 'Unverify'}
        </Button>
      </Box>
    </Box>
  );
}
