import { randomUUID } from 'node:crypto';
import type { CalendarDomain } from '@dayloom/contracts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import type { Consent } from '../ports.ts';
import { guessAccountType } from '../rules/account-type.ts';
import { domainNames } from '../rules/provider-names.ts';
import { saveAccount } from '../store/accounts.ts';
import { beginConsent, type ConsentDomain, exchangeOnce, notSetUp, withFailureMessage } from './consents.ts';
import { discoverCalendars } from './discover.ts';
import { grantContext } from './grants.ts';
import type { AccountsPlatform } from './platform.ts';

/** Returns the URL of the consent page for calendars. */
export function startConsent(
  platform: DbContext & Pick<AccountsPlatform, 'providers' | 'secrets'>,
  scope: Scope,
  domain: ConsentDomain,
  state: string,
  account: string | null,
): Promise<string> {
  const failed = `Failed to get ${domainNames[domain]} Calendar authorization URL`;
  return beginConsent(platform, scope, { domain, purpose: 'calendars', failed }, { state, account });
}

/** Exchanges a code once and connects the account. */
export async function finishConsent(
  platform: AccountsPlatform,
  scope: Scope,
  domain: ConsentDomain,
  code: string,
): Promise<void> {
  const failed = `Failed to connect ${domainNames[domain]} Calendar`;
  const request = { domain, purpose: 'calendars', failed } as const;
  const saved = await exchangeOnce(platform, scope, request, code, (tx, consent) =>
    save(platform, tx, scope, domain, consent, null),
  );
  if (saved) await discoverCalendars(platform, scope, saved.id);
}

/** Connects an Apple or other CalDAV account by server address and password. */
export async function connectCaldav(
  platform: AccountsPlatform,
  scope: Scope,
  input: { serverUrl: string | null; username: string; password: string },
): Promise<void> {
  const failed = 'Failed to connect Apple Calendar';
  const provider = platform.providers.apple?.password;
  if (!provider) throw notSetUp(failed);
  const { serverUrl, ...consent } = await withFailureMessage(
    failed,
    () => provider.signIn(input),
    'serverUrl',
  );
  const { id } = await platform.db
    .transaction()
    .execute((tx) => save(platform, tx, scope, 'apple', consent, serverUrl));
  await discoverCalendars(platform, scope, id);
}

async function save(
  { secrets, clock }: Pick<Platform, 'clock' | 'secrets'>,
  tx: Parameters<typeof saveAccount>[0],
  scope: Scope,
  domain: CalendarDomain,
  consent: Consent,
  serverUrl: string | null,
): Promise<{ id: string; isNew: boolean }> {
  const saved = await saveAccount(
    tx,
    scope,
    {
      id: randomUUID(),
      domain,
      subject: consent.subject,
      email: consent.email,
      type: guessAccountType(consent.email),
      serverUrl,
      sealedGrant: (accountId) => secrets.seal(consent.grant, grantContext(accountId)),
    },
    clock(),
  );
  await notifyChanged(tx, scope, 'profile', 'calendar-accounts');
  return saved;
}
