import type { ClientConfig } from '@dayloom/contracts';
import { createContext, useContext } from 'react';

const Context = createContext<ClientConfig | null>(null);
export const ClientConfigProvider = Context.Provider;

/**
 * Loads the server's configuration, which the app needs before sign-in. It comes from the server that sent
 * this page, so a check of its shape replaces the schema, whose library is not part of the first screen.
 */
export async function fetchClientConfig(): Promise<ClientConfig> {
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The server answered ${response.status} for its configuration`);
  const config = (await response.json()) as Partial<ClientConfig>;
  if (!config.productName || !config.apiBaseUrl || !config.oidc?.authority || !config.oidc.clientId)
    throw new Error('The configuration of the server is not complete');
  const telemetry = { analyticsUrl: null, errorReportUrl: null };
  return { sandbox: [], demoCaldav: null, demoTodoistToken: null, telemetry, ...config } as ClientConfig;
}

export function useClientConfig(): ClientConfig {
  const config = useContext(Context);
  if (!config) throw new Error('useClientConfig needs a ClientConfigProvider');
  return config;
}
