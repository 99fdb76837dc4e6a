import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is assigned to networks (RFC 4291 §2.4). The rest is special or unused. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public Internet. Not public: loopback, private, link-local (cloud
 * metadata with secrets), carrier-grade NAT, multicast, reserved and documentation ranges, and IPv6 addresses
 * that embed an IPv4 address, which could lead to any of these.
 */
export function isPublicAddress(address: string): boolean {
  const text = address.replace(/^\[|\]$/g, '').replace(/%.*/s, '');
  if (!ipaddr.isValid(text)) return false;
  const read = ipaddr.parse(text);
  if (read.range() !== 'unicast') return false;
  return read.kind() === 'ipv4' || read.match(GLOBAL_UNICAST);
}
