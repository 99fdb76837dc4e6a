import type { PublicProfile } from '@dayloom/contracts';

export const toFullName = ({ firstName, lastName }: PublicProfile): string =>
  `${firstName} ${lastName}`.trim();

/** `Maya`, or `Maya and Jonas`: how the page speaks of them. */
export function joinFirstNames(hosts: readonly PublicProfile[]): string {
  const names = hosts.map(({ firstName, lastName }) => firstName.trim() || lastName.trim());
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
