import { useEffect } from 'react';

/** The panel next to the grid is not a dialog, but Escape closes it like one. */
export function useEscapeFromPanel(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Overlays above the page close first.
      if (document.querySelector('[aria-modal="true"], [role="menu"], .cg-popover, .cg-is-mirror')) return;
      close();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOpen, close]);
}
