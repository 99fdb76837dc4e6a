import type { SecurityOverview } from '@dayloom/contracts';

/** The name of an external identity provider as shown: its host. */
export function getManager(
  issuer: string,
  url: string | undefined,
): NonNullable<SecurityOverview['managedBy']> {
  return { name: URL.canParse(issuer) ? new URL(issuer).hostname : issuer, url: url ?? null };
}

/** The part of an identity id before the pipe. */
export function getProvider(subject: string): string {
  return subject.split('|')[0] ?? subject;
}
