import { createContext, useContext } from 'react';

const Context = createContext<() => void>(() => {});
export const SignOutProvider = Context.Provider;

/** Opens the question whether to sign out. */
export function useSignOut(): () => void {
  return useContext(Context);
}
