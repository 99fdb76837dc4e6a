import { AppError } from '../../../platform/errors.ts';
import type { Scope } from '../../../platform/scope.ts';
import { storable } from '../../calendar/operations/remote-events.ts';
import type { CalendarProvider, CalendarSession, ConsentProvider, GrantKeeper } from '../ports.ts';
import { domainNames } from '../rules/retry.ts';
import { type AccountRow, findAccount, lockAccount, updateAccount } from '../store/accounts.ts';
import type { AccountsPlatform } from './platform.ts';

/** What a grant is sealed for: it opens for no other account. */
export function grantContext(accountId: string): string {
  return `calendar-grant:${accountId}`;
}

/** Opens an account at its provider, with a grant that renews itself. */
export function openSession(
  platform: AccountsPlatform,
  scope: Scope,
  account: Pick<AccountRow, 'id' | 'domain'>,
): CalendarSession {
  return storableSession(providerOf(platform, account.domain).open(grantKeeper(platform, scope, account.id)));
}

/** A session in whose answers no text is such that it cannot be stored: one event would hold up all the others. */
function storableSession(session: CalendarSession): CalendarSession {
  return {
    ...session,
    listCalendars: async () => storable(await session.listCalendars()),
    async *listChanges(...call) {
      for await (const page of session.listChanges(...call)) yield storable(page);
    },
    read: async (...call) => storable(await session.read(...call)),
    write: async (...call) => storable(await session.write(...call)),
    remove: async (...call) => storable(await session.remove(...call)),
  };
}

export function providerOf({ providers }: AccountsPlatform, domain: AccountRow['domain']): CalendarProvider {
  const provider = providers[domain]?.calendars;
  if (!provider) throw new AppError('unavailable', `${domainNames[domain]} is not set up on this server.`);
  return provider;
}

export function consentOf(
  { providers }: AccountsPlatform,
  domain: AccountRow['domain'],
): ConsentProvider | null {
  return domain === 'apple' ? null : (providers[domain]?.consent ?? null);
}

function grantKeeper(platform: AccountsPlatform, scope: Scope, accountId: string): GrantKeeper {
  const { db, secrets } = platform;
  const open = (account: AccountRow | undefined) => {
    // Disconnected in the middle of the work.
    if (!account) throw new AppError('not_found', 'The calendar account is gone.');
    return secrets.open(account.sealed_grant, grantContext(accountId));
  };
  return {
    current: async () => open(await findAccount(db, scope, accountId)),
    renew: (stale, make) =>
      db.transaction().execute(async (tx) => {
        const current = open(await lockAccount(tx, scope, accountId));
        if (current !== stale) return current;
        const fresh = await make(current);
        await updateAccount(tx, scope, accountId, {
          sealed_grant: secrets.seal(fresh, grantContext(accountId)),
        });
        return fresh;
      }),
  };
}
