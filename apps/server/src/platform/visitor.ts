import { isIP } from 'node:net';

/** The origin of a request, reduced to what its owner needs to recognise it. It must not serve tracking. */
export interface Visitor {
  /** The network without the last part of the address: '203.0.113.x'. */
  readonly address: string;
  /** For example 'Firefox on Windows'. */
  readonly device: string;
}

interface RequestHead {
  readonly ip: string;
  readonly headers: { readonly 'user-agent'?: string | undefined };
}

export function toVisitor({ ip, headers }: RequestHead): Visitor {
  return { address: toNetwork(ip), device: describeDevice(headers['user-agent']) };
}

/**
 * Three of four bytes of an IPv4 address, the first 48 bits of an IPv6 address: a home or a company, not a
 * person.
 */
export function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*/s, '');
  if (plain === '::1' || plain.startsWith('127.')) return 'this machine';
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.x`;
  if (isIP(plain) !== 6) return 'unknown network';
  const [head = ''] = plain.split('::');
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3);
  return `${groups.join(':')}::x`;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^dayloom/i, 'Command line'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Common browser and system names, enough to recognise a device. The rest of the header is not kept. */
export function describeDevice(userAgent: string | undefined): string {
  const find = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
