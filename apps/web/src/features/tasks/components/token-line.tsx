import type { Token } from '@dayloom/language';
import { styled } from '@mui/material/styles';
import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { colors } from '#ui/tokens.ts';
import { toStretches } from '../model/quick-add.ts';

const looks: Record<Token['kind'], { color: string; background: string }> = {
  duration: { color: colors.secondaryText, background: colors.secondaryTint },
  chunk: { color: colors.secondaryText, background: colors.secondaryTint },
  project: { color: colors.booking, background: colors.bookingTint },
  priority: { color: colors.hard, background: colors.hardTint },
  due: { color: colors.soft, background: colors.softTint },
  hard: { color: colors.soft, background: colors.softTint },
  start: { color: colors.soft, background: colors.softTint },
  hours: { color: colors.secondaryText, background: colors.secondaryTint },
  someday: { color: colors.soft, background: colors.softTint },
  filler: { color: colors.text2, background: colors.surface2 },
  recurrence: { color: colors.primaryText, background: colors.primaryTint },
  problem: { color: colors.hard, background: colors.hardTint },
};

const Frame = styled('div')({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  fontSize: '0.9375rem',
  lineHeight: '24px',
  '@media (pointer: coarse)': { fontSize: '1rem' },
});

/** Both layers must match to the pixel: the visible text lies below the transparent input. */
const text = {
  font: 'inherit',
  lineHeight: 'inherit',
  letterSpacing: 'normal',
  padding: '10px 2px',
  border: 0,
  margin: 0,
} as const;

const Picture = styled('div')({
  ...text,
  position: 'absolute',
  inset: 0,
  overflow: 'hidden',
  whiteSpace: 'pre',
  color: colors.text1,
  pointerEvents: 'none',
  '& mark': { borderRadius: 5, padding: '2px 0' },
  '& mark[data-kind=problem]': { textDecoration: 'underline wavy', textUnderlineOffset: 3 },
  '@media (forced-colors: active)': { display: 'none' },
});

const Input = styled('input')({
  ...text,
  position: 'relative',
  display: 'block',
  width: '100%',
  background: 'none',
  // The surrounding frame shows the focus.
  '&, &:focus-visible': { outline: 'none' },
  color: colors.text1,
  caretColor: colors.primaryLight,
  WebkitTextFillColor: 'transparent',
  '&::placeholder': { color: colors.text3, WebkitTextFillColor: colors.text3, opacity: 1 },
  '&::selection': { background: 'rgba(122, 79, 240, 0.42)', WebkitTextFillColor: 'transparent' },
  '@media (forced-colors: active)': { WebkitTextFillColor: 'currentcolor' },
});

interface TokenLineProps extends Omit<ComponentProps<'input'>, 'value' | 'ref'> {
  value: string;
  tokens: readonly Token[];
  inputRef: RefObject<HTMLInputElement | null>;
}

/** A text box that highlights the recognised words in place. Screen readers see only the text box. */
export function TokenLine({ value, tokens, inputRef, ...input }: TokenLineProps) {
  const picture = useRef<HTMLDivElement>(null);
  const follow = () => {
    if (picture.current && inputRef.current) picture.current.scrollLeft = inputRef.current.scrollLeft;
  };
  useLayoutEffect(follow);
  return (
    <Frame>
      <Picture ref={picture} aria-hidden>
        {toStretches(value, tokens).map(({ from, text, kind }) => {
          if (!kind) return text;
          const { color, background } = looks[kind];
          return (
            <mark
              key={from}
              data-kind={kind}
              style={{ color, background, boxShadow: `0 0 0 1.5px ${background}` }}
            >
              {text}
            </mark>
          );
        })}
      </Picture>
      <Input
        {...input}
        value={value}
        onScroll={follow}
        onSelect={follow}
        ref={inputRef}
        type="text"
        autoComplete="off"
        autoCapitalize="sentences"
        spellCheck={false}
        enterKeyHint="done"
      />
    </Frame>
  );
}
