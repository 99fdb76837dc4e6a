import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

export async function saveMessageCounts(
  tx: Tx,
  scope: Scope,
  { day, month, at }: { readonly day: number; readonly month: number; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ message_count: day, message_month_count: month, last_message_at: at })
    .where('id', '=', scope.userId)
    .execute();
}
