import type { HintName, Hints } from '@dayloom/contracts';
import { changeSettings } from '#features/account/operations/settings.ts';
import type { DbContext } from '#platform/context.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';

export interface HintsChange {
  readonly isOn?: boolean | undefined;
  readonly seen?: readonly HintName[] | undefined;
}

export async function changeHints(
  platform: DbContext,
  scope: Scope,
  { isOn, seen }: HintsChange,
): Promise<Hints> {
  return platform.db.transaction().execute(async (tx) => {
    const { hints } = await changeSettings(platform, tx, scope, (current) => ({
      hints: { isOn: isOn ?? current.hints.isOn, seen: [...new Set(seen ?? current.hints.seen)] },
    }));
    await notifyChanged(tx, scope, 'profile');
    return hints;
  });
}

/** Marks a hint as seen. Granted once: the lock on the user's row decides between pages that ask at the same time. */
export async function takeHint(
  platform: DbContext,
  scope: Scope,
  hint: HintName,
): Promise<{ isGranted: boolean; hints: Hints }> {
  return platform.db.transaction().execute(async (tx) => {
    let isGranted = false;
    const { hints } = await changeSettings(platform, tx, scope, ({ hints: { isOn, seen } }) => {
      isGranted = isOn && !seen.includes(hint);
      return isGranted ? { hints: { isOn, seen: [...seen, hint] } } : {};
    });
    if (isGranted) await notifyChanged(tx, scope, 'profile');
    return { isGranted, hints };
  });
}
