import { useState } from 'react';
import { Field } from '#ui/field.tsx';
import type { BookingCalls, SlotChoice } from '../api.ts';
import { usePhoneCheck } from '../hooks/use-phone-check.ts';
import type { FormValues } from '../model/booking-form.ts';
import './text-reminder.css';

interface TextReminderProps {
  readonly calls: BookingCalls;
  readonly choice: SlotChoice;
  readonly productName: string;
  readonly values: FormValues;
  readonly onChange: (change: Partial<FormValues>) => void;
}

/** Asks for the consent to a reminder by text message, and for the code that proves the number. */
export function TextReminder({ calls, choice, productName, values, onChange }: TextReminderProps) {
  const { phone, wantsText, phoneCheck } = values;
  const [code, setCode] = useState('');
  const check = usePhoneCheck(calls, choice, {
    mobile: phone.trim(),
    onVerified: (verified) => onChange({ phoneCheck: verified }),
  });
  const { isCodeSent, isBusy, problem } = check;
  return (
    <div className="text-reminder">
      <label className="text-reminder-consent">
        <input
          type="checkbox"
          checked={wantsText}
          onChange={({ currentTarget }) => onChange({ wantsText: currentTarget.checked })}
        />
        <span>
          Remind me by text message a day before.
          <span className="text-reminder-wording">
            I agree to receive one SMS reminder about this booking from {productName} at this number. Message
            and data rates may apply. Reply STOP to stop, HELP for help.
          </span>
        </span>
      </label>
      {wantsText && !phoneCheck && (
        <div className="text-reminder-steps">
          {isCodeSent && (
            <Field
              label="Verification code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value.replace(/\D/g, ''))}
            />
          )}
          <div className="text-reminder-actions">
            {isCodeSent && (
              <button
                type="button"
                className="button button-contained"
                aria-disabled={isBusy || code.length !== 6}
                onClick={() => !isBusy && code.length === 6 && void check.verify(code)}
              >
                Verify
              </button>
            )}
            <button
              type="button"
              className="button"
              aria-disabled={isBusy || !phone.trim()}
              onClick={() => !isBusy && phone.trim() && void check.send()}
            >
              {isCodeSent ? 'Resend Code' : 'Send Code'}
            </button>
          </div>
        </div>
      )}
      <output className="text-reminder-status">
        {problem && <span className="text-reminder-problem">{problem.message}</span>}
        {wantsText && phoneCheck && 'Phone number verified successfully!'}
        {wantsText && !phoneCheck && isCodeSent && !problem && 'Verification code sent to your phone'}
      </output>
    </div>
  );
}
