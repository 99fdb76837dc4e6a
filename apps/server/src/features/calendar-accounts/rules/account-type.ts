/** How a calendar account is used. People can change it. */
export type AccountType = 'personal' | 'work' | 'other';

/** Providers of addresses for everybody, whose domain exists in many countries: `yahoo.co.uk`. */
const PERSONAL_BRANDS =
  /^(?:aol|fastmail|gmail|gmx|googlemail|hotmail|icloud|live|msn|outlook|posteo|proton|protonmail|tuta|tutanota|yahoo|yandex|ymail|zoho)\.(?:(?:co|com|net)\.)?[a-z]+$/;

/** Other such providers. Their names are usual words elsewhere: `me.example` may be anybody's. */
const PERSONAL_DOMAINS = new Set([
  '126.com',
  '163.com',
  'bluewin.ch',
  'btinternet.com',
  'comcast.net',
  'free.fr',
  'freenet.de',
  'hey.com',
  'laposte.net',
  'libero.it',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'naver.com',
  'orange.fr',
  'pm.me',
  'qq.com',
  'seznam.cz',
  't-online.de',
  'verizon.net',
  'wanadoo.fr',
  'web.de',
  'wp.pl',
]);

/**
 * The type that a new account begins with. Addresses of a provider for everybody are personal; those of companies,
 * universities and other organizations are for work.
 */
export function guessAccountType(address: string): AccountType {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  // CalDAV accounts may have a user name instead of an address.
  if (!address.includes('@') || PERSONAL_DOMAINS.has(domain) || PERSONAL_BRANDS.test(domain))
    return 'personal';
  return 'work';
}
