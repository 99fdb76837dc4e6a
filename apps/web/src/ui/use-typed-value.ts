import { useState } from 'react';

interface TypedValue {
  /** The value as it is saved, or the typed text if it is unreadable. Empty without a value. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly read: (text: string) => string | null;
  readonly format: (value: string) => string;
}

/**
 * The text of a field that accepts several spellings of a value. It stays as typed until the field loses
 * the focus, and then becomes the usual spelling. Text that cannot be read stays, and is the value.
 */
export function useTypedValue({ value, onChange, read, format }: TypedValue) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null);
  const isTyping = typed?.value === value;
  const text = isTyping ? typed.text : format(value);
  return {
    text,
    isTyping,
    type: (next: string) => {
      const meant = next.trim() === '' ? '' : (read(next) ?? next);
      setTyped({ text: next, value: meant });
      if (meant !== value) onChange(meant);
    },
    /** Ends the typing, or replaces what was typed. */
    settle: (chosen?: string) => {
      setTyped(null);
      if (chosen !== undefined && chosen !== value) onChange(chosen);
    },
  };
}
