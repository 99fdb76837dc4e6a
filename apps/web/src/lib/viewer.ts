import type { Profile } from '@dayloom/contracts';
import { createContext, useContext } from 'react';

/** The viewer. The profile is null while it loads or if it failed to load. */
export interface Viewer {
  /** Names the user in what this browser keeps. */
  user: string;
  profile: Profile | null;
  isLoading: boolean;
  /** The browser's own zone: all dates and times are shown in it. */
  timeZone: string;
}

const Context = createContext<Viewer | null>(null);
export const ViewerProvider = Context.Provider;

/** The signed-in user. Features use this, so that none has to import the account feature. */
export function useViewer(): Viewer {
  const viewer = useContext(Context);
  if (!viewer) throw new Error('useViewer needs a ViewerProvider');
  return viewer;
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
