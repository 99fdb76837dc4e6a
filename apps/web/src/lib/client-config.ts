import { ClientConfig } from '@dayloom/contracts';
import { createContext, useContext } from 'react';

const Context = createContext<ClientConfig | null>(null);
export const ClientConfigProvider = Context.Provider;

/** Asks the server for what the app has to know before it can sign anyone in. */
export async function fetchClientConfig(): Promise<ClientConfig> {
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The server answered ${response.status} for its configuration`);
  return ClientConfig.parse(await response.json());
}

export function useClientConfig(): ClientConfig {
  const config = useContext(Context);
  if (!config) throw new Error('useClientConfig needs a ClientConfigProvider');
  return config;
}
