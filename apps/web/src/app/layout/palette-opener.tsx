import { type ComponentType, useDeferredValue, useLayoutEffect, useState } from 'react';
import { LoadingBar } from '#ui/loading-bar.tsx';
import type { CommandPaletteProps } from './command-palette.tsx';

interface PaletteOpenerProps extends Omit<CommandPaletteProps, 'initialText'> {
  /** Suspends until its script has come. */
  palette: ComponentType<CommandPaletteProps>;
}

/**
 * Shows the palette as soon as its script has come. What is typed before that is in its field then. The palette is
 * rendered as a deferred value, because React holds back what replaces a fallback for 300 ms.
 */
export function PaletteOpener({ palette: Palette, ...props }: PaletteOpenerProps) {
  const [typed, setTyped] = useState('');
  const isShown = useDeferredValue(true, false);
  if (isShown) return <Palette {...props} initialText={typed} />;
  return (
    <>
      <LoadingBar />
      <TypedAhead onChange={setTyped} onClose={props.onClose} />
    </>
  );
}

interface TypedAheadProps {
  onChange: (change: (typed: string) => string) => void;
  onClose: () => void;
}

/** Keeps the keys from the page and collects their letters. */
function TypedAhead({ onChange, onClose }: TypedAheadProps) {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key } = event;
      // Ctrl with Alt is AltGr, which writes letters.
      const isChord = event.metaKey || (event.ctrlKey && !event.altKey);
      if (isChord || event.isComposing || /^(Tab|F\d+)$/.test(key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Escape') onClose();
      else if (key === 'Backspace') onChange((typed) => typed.slice(0, -1));
      else if (/^.$/u.test(key)) onChange((typed) => typed + key);
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [onChange, onClose]);
  return null;
}
