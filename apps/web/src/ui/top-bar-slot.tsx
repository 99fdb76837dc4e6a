import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

const Context = createContext<HTMLElement | null>(null);
export const TopBarSlotProvider = Context.Provider;

/** Puts a page's own controls into the top bar, between the title and the search. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const target = useContext(Context);
  return target ? createPortal(children, target) : null;
}
