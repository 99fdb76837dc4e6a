import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getContact } from '#features/account/operations/mail.ts';
import { toStorable } from '#features/calendar/model/storable-text.ts';
import type { CalendarSession } from '#features/calendar-sync/model/calendar-session.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { CalendarProvider, ConsentProvider, GrantKeeper } from '../ports.ts';
import { domainNames } from '../rules/provider-names.ts';
import {
  type AccountRow,
  changeRenewal,
  claimRenewal,
  findAccount,
  replaceGrant,
} from '../store/accounts.ts';
import type { AccountReader, AccountsPlatform } from './platform.ts';

/** The encryption context of a grant: it can be decrypted only for this account. */
export function grantContext(accountId: string): string {
  return `calendar-grant:${accountId}`;
}

/** Opens a session of an account at its provider, with a grant that renews itself. */
export function openSession(
  platform: AccountReader,
  scope: Scope,
  account: Pick<AccountRow, 'id' | 'domain'>,
): CalendarSession {
  return storableSession(
    getProvider(platform, account.domain).open(grantKeeper(platform, scope, account.id)),
  );
}

/**
 * Strips unstorable characters from everything a session returns: otherwise one event would block the sync of
 * all others.
 */
function storableSession(session: CalendarSession): CalendarSession {
  return {
    ...session,
    listCalendars: async () => toStorable(await session.listCalendars()),
    async *listChanges(...call) {
      for await (const page of session.listChanges(...call)) yield toStorable(page);
    },
    read: async (...call) => toStorable(await session.read(...call)),
    write: async (...call) => toStorable(await session.write(...call)),
    remove: async (...call) => toStorable(await session.remove(...call)),
  };
}

export function getProvider(
  { providers }: Pick<AccountsPlatform, 'providers'>,
  domain: AccountRow['domain'],
): CalendarProvider {
  const provider = providers[domain]?.calendars;
  if (!provider) throw new AppError('unavailable', `${domainNames[domain]} is not set up on this server.`);
  return provider;
}

export function findConsent(
  { providers }: Pick<AccountsPlatform, 'providers'>,
  domain: AccountRow['domain'],
): ConsentProvider | null {
  return domain === 'apple' ? null : (providers[domain]?.consent ?? null);
}

/**
 * A renewal may take any time, because its holder extends the claim regularly. After a crash, others wait no
 * longer than this.
 */
const RENEWAL_MS = 15_000;
const EXTEND_EVERY_MS = RENEWAL_MS / 3;
/** After this long, waiting is hopeless. */
const WAIT_FOR_RENEWAL_MS = 90_000;
const POLL_MS = 100;

export function grantKeeper(
  platform: DbContext & Pick<Platform, 'log' | 'secrets'>,
  scope: Scope,
  accountId: string,
): GrantKeeper {
  const { db, secrets, clock } = platform;
  const readAccount = async (): Promise<AccountRow> => {
    const account = await findAccount(db, scope, accountId);
    // The account was disconnected meanwhile.
    if (!account) throw new AppError('not_found', 'The calendar account no longer exists.');
    return account;
  };
  const open = (account: AccountRow) => secrets.open(account.sealed_grant, grantContext(accountId));
  /** Asks the provider, without holding a database connection. */
  const renewClaimed = async (account: AccountRow, holder: string, make: () => Promise<string>) => {
    const heartbeat = setInterval(() => {
      const until = new Date(clock().getTime() + RENEWAL_MS);
      changeRenewal(db, scope, accountId, holder, until).catch((error: unknown) =>
        platform.log.warn({ err: error }, 'The lock for renewing an access token could not be extended'),
      );
    }, EXTEND_EVERY_MS);
    try {
      const fresh = await make();
      const sealed = secrets.seal(fresh, grantContext(accountId));
      // If the account was reconnected meanwhile, the newer grant is used.
      return (await replaceGrant(db, scope, account, sealed)) ? fresh : open(await readAccount());
    } catch (error) {
      await changeRenewal(db, scope, accountId, holder, null);
      const now = await readAccount();
      if (error instanceof ProviderFailure && now.sealed_grant !== account.sealed_grant) return open(now);
      throw error;
    } finally {
      clearInterval(heartbeat);
    }
  };
  return {
    userId: scope.userId,
    accountId,
    current: async () => open(await readAccount()),
    ownAddress: async () => (await getContact({ db }, scope)).email.toLowerCase(),
    async renew(stale, make) {
      const holder = randomUUID();
      const giveUpAt = performance.now() + WAIT_FOR_RENEWAL_MS;
      for (;;) {
        const account = await readAccount();
        const current = open(account);
        if (current !== stale) return current;
        const now = clock();
        const until = new Date(now.getTime() + RENEWAL_MS);
        if (await claimRenewal(db, scope, account, { holder, now, until }))
          return renewClaimed(account, holder, () => make(current));
        if (performance.now() > giveUpAt)
          throw new ProviderFailure(
            'unavailable',
            'The access is still being renewed. Try again in a moment.',
          );
        await sleep(POLL_MS);
      }
    },
  };
}
