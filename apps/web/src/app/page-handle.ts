import { createContext, use } from 'react';

/** What a page declares to the shell. */
export interface PageHandle {
  title: string;
  /** The page has its own heading, so the title in the bar is not a heading. */
  hasOwnHeading?: boolean;
  /** The page shows its controls in the bar, in place of the title (`PageBar`). */
  hasOwnBar?: boolean;
  /** The page shows something in the bar after its title (`PageBar`). */
  hasBarExtras?: boolean;
  /** What this page cannot do without a network, in a sentence. */
  offline?: string;
  /** Nothing of the page is kept: opened without a network, it shows only that sentence. */
  needsNetwork?: boolean;
}

export const PageHandleContext = createContext<PageHandle | null>(null);

/** What the current page declares; null outside the shell. */
export const usePageHandle = (): PageHandle | null => use(PageHandleContext);
