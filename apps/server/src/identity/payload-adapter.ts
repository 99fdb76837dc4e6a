import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';

/** oidc-provider's storage (sessions, codes, grants, refresh tokens) in our PostgreSQL. */
export function payloadAdapter(db: Db, clock: Clock): (model: string) => Adapter {
  const read = (
    row: { payload: Record<string, unknown>; consumed_at: Date | null; expires_at: Date | null } | undefined,
  ) => {
    if (!row || (row.expires_at && row.expires_at < clock())) return undefined;
    const consumed = row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {};
    return { ...row.payload, ...consumed } as AdapterPayload;
  };
  return (model) => {
    const rows = () =>
      db
        .selectFrom('identity_payloads')
        .select(['payload', 'consumed_at', 'expires_at'])
        .where('model', '=', model);
    return {
      async upsert(id, payload, expiresIn) {
        const row = {
          payload: JSON.stringify(payload),
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          account_id: payload.accountId ?? null,
          expires_at: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
        };
        await db
          .insertInto('identity_payloads')
          .values({ model, id, consumed_at: null, ...row })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
          .execute();
      },
      async find(id) {
        return read(await rows().where('id', '=', id).executeTakeFirst());
      },
      async findByUid(uid) {
        return read(await rows().where('uid', '=', uid).executeTakeFirst());
      },
      // Only the device flow asks by user code, and it is off.
      async findByUserCode() {
        return undefined;
      },
      async consume(id) {
        await db
          .updateTable('identity_payloads')
          .set({ consumed_at: clock() })
          .where('model', '=', model)
          .where('id', '=', id)
          .execute();
      },
      async destroy(id) {
        await db.deleteFrom('identity_payloads').where('model', '=', model).where('id', '=', id).execute();
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom('identity_payloads').where('grant_id', '=', grantId).execute();
      },
    };
  };
}
