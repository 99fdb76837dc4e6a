import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is handed out to networks (RFC 4291 §2.4); all else is special or not in use. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public Internet. Loopback, private, link-local (where clouds keep their
 * secrets), carrier-grade NAT, multicast, reserved and documentation ranges are not, nor is anything of IPv6 that
 * carries an IPv4 address within it: it could lead to any of these.
 */
export function isPublicAddress(address: string): boolean {
  const text = address.replace(/^\[|\]$/g, '').replace(/%.*/s, '');
  if (!ipaddr.isValid(text)) return false;
  const read = ipaddr.parse(text);
  if (read.range() !== 'unicast') return false;
  return read.kind() === 'ipv4' || read.match(GLOBAL_UNICAST);
}
