import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

const Context = createContext<HTMLElement | null>(null);

/** The place in the top bar for a page's own controls. The value is null until the bar is rendered. */
export const PageBarProvider = Context.Provider;

/** Shows a page's controls in the top bar, in place of its title (`PageHandle.hasOwnBar`). */
export function PageBar({ children }: { children: ReactNode }) {
  const place = useContext(Context);
  return place && createPortal(children, place);
}
