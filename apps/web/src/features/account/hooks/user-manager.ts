import type { UserManager } from 'oidc-client-ts';
import { createContext, useContext } from 'react';

const Context = createContext<UserManager | null>(null);
export const UserManagerProvider = Context.Provider;

/** The OpenID Connect client itself, for callers that show its failures. */
export function useUserManager(): UserManager {
  const manager = useContext(Context);
  if (!manager) throw new Error('useUserManager needs a UserManagerProvider');
  return manager;
}
