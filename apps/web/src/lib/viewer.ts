import type { Profile } from '@dayloom/contracts';
import { createContext, useContext } from 'react';

/** Who looks at the page. The profile is null while it loads or after it failed to. */
export interface Viewer {
  profile: Profile | null;
  isLoading: boolean;
  /** The browser's own zone: all dates and times are shown in it. */
  timeZone: string;
}

const Context = createContext<Viewer | null>(null);
export const ViewerProvider = Context.Provider;

/** The signed-in user. Features read it here, so that none has to import the account feature. */
export function useViewer(): Viewer {
  const viewer = useContext(Context);
  if (!viewer) throw new Error('useViewer needs a ViewerProvider');
  return viewer;
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
