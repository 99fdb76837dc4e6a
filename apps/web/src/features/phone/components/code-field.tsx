import { useId, useRef, useState } from 'react';
import { useFocusAfter } from '../hooks/use-phone.ts';
import { CODE_DIGITS, toDigits } from '../model/phone-number.ts';
import './code-field.css';

interface CodeFieldProps {
  value: string;
  isDisabled: boolean;
  acts: number;
  onChange: (code: string) => void;
}

/** A single input, so that paste, autofill and screen readers work as usual; six cells show its content. */
export function CodeField({ value, isDisabled, acts, onChange }: CodeFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useFocusAfter(acts, input);
  const [isFocused, setFocused] = useState(false);
  const current = Math.min(value.length, CODE_DIGITS - 1);
  return (
    <div className="code-field">
      <label htmlFor={id} className="code-field-label text-label">
        Verification code
      </label>
      <div className="code-field-box">
        <div aria-hidden className="code-field-cells">
          {Array.from({ length: CODE_DIGITS }, (_, index) => {
            const isCurrent = isFocused && index === current;
            return (
              <div key={index} className="code-field-cell n" data-current={isCurrent || undefined}>
                {value[index] ?? (isCurrent && <div className="code-field-caret" />)}
              </div>
            );
          })}
        </div>
        <input
          className="code-field-input"
          ref={input}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(toDigits(event.target.value).slice(0, CODE_DIGITS))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          // The cells show a single caret, after the last digit.
          onSelect={(event) => {
            const { selectionStart, selectionEnd } = event.currentTarget;
            const end = value.length;
            if (selectionStart === selectionEnd && selectionStart !== end)
              event.currentTarget.setSelectionRange(end, end);
          }}
        />
      </div>
    </div>
  );
}
