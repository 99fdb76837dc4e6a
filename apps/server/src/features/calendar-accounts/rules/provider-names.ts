import type { CalendarDomain } from '@dayloom/contracts';

export const domainNames = {
  google: 'Google',
  outlook: 'Outlook',
  apple: 'Apple',
} as const satisfies Record<CalendarDomain, string>;

/** Who it is that does or does not answer: a product, or a server of CalDAV by its own name. */
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
