import { isIPv6 } from 'node:net';

const PREFIX_GROUPS = 4;

/**
 * The key by which limits count a network address: a whole IPv4 address, or the /64 prefix of an IPv6
 * address, because one household or server usually has a whole /64.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups.slice(0, PREFIX_GROUPS).join(':')}::/64`;
}
