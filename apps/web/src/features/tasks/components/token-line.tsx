import type { Token } from '@dayloom/language';
import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { toLineParts } from '../model/quick-add.ts';
import './token-line.css';

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
  // An empty box cannot be scrolled. Asking for its place would lay out the whole page before its first context.
  useLayoutEffect(() => {
    if (value !== '') follow();
  });
  return (
    <div className="token-line">
      <div ref={picture} className="token-line-picture" aria-hidden>
        {toLineParts(value, tokens).map(({ from, text, kind }) =>
          kind ? (
            <mark key={from} data-kind={kind}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </div>
      <input
        {...input}
        className="token-line-input"
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
    </div>
  );
}
