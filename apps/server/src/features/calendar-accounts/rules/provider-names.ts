import type { CalendarDomain } from '@dayloom/contracts';

export const domainNames = {
  google: 'Google',
  outlook: 'Outlook',
  apple: 'Apple',
} as const satisfies Record<CalendarDomain, string>;

/** The provider's name in messages: the product, or the host name of a CalDAV server. */
export function getProviderName({
  domain,
  server_url: address,
}: {
  readonly domain: CalendarDomain;
  readonly server_url: string | null;
}): string {
  const host = address === null ? null : (URL.parse(address)?.hostname ?? null);
  const isOwn = domain === 'apple' && host !== null && !/(?:^|\.)icloud\.(?:com|example)$/.test(host);
  return isOwn ? host : domainNames[domain];
}
