import { useLayoutEffect, useRef, useState } from 'react';
import { Field } from '#ui/field.tsx';
import { useFocusAfter } from '../hooks/use-phone.ts';
import { editPhone } from '../model/phone-number.ts';

interface PhoneFieldProps {
  value: string;
  isDisabled: boolean;
  /** A counter: each increase focuses the field. */
  acts: number;
  onChange: (text: string) => void;
}

/** A US number that is formatted while typing; the caret stays behind the same digit. */
export function PhoneField({ value, isDisabled, acts, onChange }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useFocusAfter(acts, input);
  const [caret, setCaret] = useState<{ at: number } | null>(null);
  useLayoutEffect(() => {
    if (caret && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  return (
    <Field
      label="Phone number"
      type="tel"
      autoComplete="tel-national"
      placeholder="(123) 456-7890"
      hint="Enter your 10-digit US phone number"
      value={value}
      disabled={isDisabled}
      ref={input}
      inputMode="tel"
      onChange={({ target }) => {
        const edited = editPhone(value, target.value, target.selectionStart ?? target.value.length);
        onChange(edited.text);
        setCaret({ at: edited.caret });
      }}
    />
  );
}
