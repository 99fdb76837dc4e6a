import { createContext, useContext } from 'react';

const Context = createContext<() => void>(() => {});
export const SignOutProvider = Context.Provider;

/** Opens the sign-out confirmation. */
export function useSignOut(): () => void {
  return useContext(Context);
}
