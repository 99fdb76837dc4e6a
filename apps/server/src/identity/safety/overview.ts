import type { SecurityOverview } from '@dayloom/contracts';
import type { Platform } from '#platform/context.ts';
import type { Identity } from '#platform/session.ts';
import { listPasskeys } from '../store/passkeys.ts';
import { countRecoveryCodes, findTotp } from '../store/second-step.ts';
import { getAccount } from './account.ts';
import { shownPasskey } from './passkeys.ts';

export async function readProtection(
  context: Pick<Platform, 'db'>,
  identity: Identity,
): Promise<NonNullable<SecurityOverview['own']>> {
  const { db } = context;
  const account = await getAccount(context, identity);
  const [passkeys, totp, recoveryCodesLeft] = await Promise.all([
    listPasskeys(db, account.id),
    findTotp(db, account.id),
    countRecoveryCodes(db, account.id),
  ]);
  return {
    passwordChangedAt: (account.password_changed_at ?? account.created_at).toISOString(),
    passkeys: passkeys.map(shownPasskey),
    twoStep: {
      isOn: totp?.confirmed_at != null,
      since: totp?.confirmed_at?.toISOString() ?? null,
      recoveryCodesLeft,
    },
  };
}
