import Box from '@mui/material/Box';
import { useId, useRef, useState } from 'react';
import { useFocusAfter } from '../hooks/use-phone.ts';
import { CODE_DIGITS, toDigits } from '../model/phone-number.ts';

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
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: '6px' }}>
      <Box component="label" htmlFor={id} sx={{ typography: 'subtitle2', color: 'text.secondary' }}>
        Verification code
      </Box>
      <Box sx={{ position: 'relative', height: 52 }}>
        <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: `repeat(${CODE_DIGITS}, 1fr)`, gap: 1 }}>
          {Array.from({ length: CODE_DIGITS }, (_, index) => (
            <Box
              key={index}
              className="n"
              sx={{
                height: 52,
                display: 'grid',
                placeItems: 'center',
                border: 1,
                borderRadius: '8px',
                bgcolor: 'background.default',
                borderColor: isFocused && index === current ? 'primary.light' : 'control',
                boxShadow: ({ vars, palette }) =>
                  isFocused && index === current
                    ? `0 0 0 1px ${(vars?.palette ?? palette).primary.light}`
                    : 'none',
                fontSize: '1.375rem',
                fontWeight: 600,
              }}
            >
              {value[index] ??
                (isFocused && index === current ? (
                  <Box sx={{ width: '1px', height: 22, bgcolor: 'primary.light' }} />
                ) : null)}
            </Box>
          ))}
        </Box>
        <Box
          component="input"
          ref={input}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          disabled={isDisabled}
          onChange={(event: { target: { value: string } }) =>
            onChange(toDigits(event.target.value).slice(0, CODE_DIGITS))
          }
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          // The cells show a single caret, after the last digit.
          onSelect={(event: { currentTarget: HTMLInputElement }) => {
            const { selectionStart, selectionEnd } = event.currentTarget;
            const end = value.length;
            if (selectionStart === selectionEnd && selectionStart !== end)
              event.currentTarget.setSelectionRange(end, end);
          }}
          sx={{
            position: 'absolute',
            inset: 0,
            width: '100%',
            p: 0,
            border: 0,
            outline: 0,
            bgcolor: 'transparent',
            color: 'transparent',
            caretColor: 'transparent',
            fontSize: '1.375rem',
            '&::selection': { bgcolor: 'transparent' },
            '&:focus-visible': { outline: 0 },
          }}
        />
      </Box>
    </Box>
  );
}
