import type { FoundTask } from '#features/tasks/model/found-task.ts';
import type { DbContext } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { AccountTasks, TaskZones } from '../ports.ts';
import { type AccountRow, findAccount, updateAccount } from '../store/accounts.ts';
import { beginConsent, type ConsentDomain, exchangeOnce } from './consents.ts';
import { findConsent, grantContext, grantKeeper } from './grants.ts';
import type { AccountReader, AccountsPlatform } from './platform.ts';

interface TaskAccount {
  readonly account: AccountRow;
  readonly domain: ConsentDomain;
  readonly tasks: AccountTasks;
}

export interface AccountTaskList {
  readonly name: string;
  /** Identifies the account at its provider. */
  readonly subject: string;
  /** Null if the account has to allow it first. */
  readonly tasks: readonly FoundTask[] | null;
}

/** Reads the open tasks of a connected account. Rejects with a `ProviderFailure`. */
export async function readAccountTasks(
  platform: AccountReader,
  scope: Scope,
  accountId: string,
  zones: TaskZones,
): Promise<AccountTaskList> {
  const { account, domain, tasks } = await getTaskAccount(platform, scope, accountId);
  const { name } = tasks;
  const grant = platform.secrets.open(account.sealed_grant, grantContext(account.id));
  const isAllowed = findConsent(platform, domain)?.mayReadTasks(grant) ?? false;
  const none = { name, subject: account.subject, tasks: null };
  if (!isAllowed) return none;
  try {
    const found = await tasks.list(grantKeeper(platform, scope, account.id), zones);
    return { ...none, tasks: found };
  } catch (error) {
    // The permission was withdrawn at the provider. Asking for it again restores it.
    if (error instanceof ProviderFailure && error.kind === 'reconnect_needed') return none;
    throw error;
  }
}

/** Returns the URL of the page that asks for reading the tasks of a connected account. */
export async function startTaskConsent(
  platform: DbContext & Pick<AccountsPlatform, 'providers' | 'secrets'>,
  scope: Scope,
  accountId: string,
  state: string,
): Promise<string> {
  const found = await getTaskAccount(platform, scope, accountId);
  return beginConsent(platform, scope, toRequest(found), { state, account: found.account.email });
}

/**
 * Exchanges the code of that page. The account's grant is replaced only by one that still covers its calendars, so that
 * their sync goes on. A failure changes nothing.
 */
export async function finishTaskConsent(
  platform: DbContext & Pick<AccountsPlatform, 'providers' | 'secrets'>,
  scope: Scope,
  accountId: string,
  code: string,
): Promise<void> {
  const found = await getTaskAccount(platform, scope, accountId);
  const { id } = found.account;
  await exchangeOnce(platform, scope, toRequest(found), code, async (tx, consent) => {
    await updateAccount(tx, scope, id, {
      sealed_grant: platform.secrets.seal(consent.grant, grantContext(id)),
      state: 'connected',
      failure_kind: null,
      failure_message: null,
    });
    await notifyChanged(tx, scope, 'profile', 'calendar-accounts');
  });
}

function toRequest({ domain, account: { subject } }: TaskAccount) {
  return { domain, purpose: 'tasks', failed: null, subject } as const;
}

async function getTaskAccount(
  platform: Pick<AccountsPlatform, 'db' | 'providers'>,
  scope: Scope,
  accountId: string,
): Promise<TaskAccount> {
  const account = await findAccount(platform.db, scope, accountId);
  if (!account) throw notFound('The account');
  const { domain } = account;
  if (domain === 'apple')
    throw new AppError('unprocessable', 'Tasks can be imported from Google and Microsoft accounts only.');
  const tasks = platform.providers[domain]?.tasks;
  if (!tasks) throw new AppError('unavailable', 'This provider is not set up on this server.');
  return { account, domain, tasks };
}
