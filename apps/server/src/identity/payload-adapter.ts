import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';

/** Stores oidc-provider's data (sessions, codes, grants, refresh tokens) in our PostgreSQL. */
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
          payload: toStorableJson(payload),
          // An interaction may name the grant of an earlier session. It must not be deleted with that grant: another
          // person may be signing in.
          grant_id: model === 'Interaction' ? null : (payload.grantId ?? null),
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
        if (id.includes(NUL)) return undefined;
        return read(await rows().where('id', '=', id).executeTakeFirst());
      },
      async findByUid(uid) {
        return read(await rows().where('uid', '=', uid).executeTakeFirst());
      },
      // Only the device flow searches by user code, and it is off.
      async findByUserCode() {
        return undefined;
      },
      // The provider reads, decides and then consumes, so two requests with one token would both pass its
      // check. This update decides, and the loser ends the grant like a replay (RFC 9700, 4.14.2; RFC 6749,
      // 4.1.2).
      async consume(id) {
        const consumed = await db
          .updateTable('identity_payloads')
          .set({ consumed_at: clock() })
          .where('model', '=', model)
          .where('id', '=', id)
          .where('consumed_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (consumed) return;
        await endGrant(db, model, id);
        throw new errors.InvalidGrant('used by another request at the same moment');
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

const NUL = '\u0000';

/**
 * PostgreSQL stores no NUL character. Such a character comes from a request, and none of our clients sends
 * it.
 */
function toStorableJson(payload: AdapterPayload): string {
  return JSON.stringify(payload, (_key, value: unknown) => {
    if (typeof value === 'string' && value.includes(NUL)) {
      throw new errors.InvalidRequest('a parameter has a character that no text can hold');
    }
    return value;
  });
}

/** Deletes the grant of a token or code, with everything issued under it. */
async function endGrant(db: Db, model: string, id: string): Promise<void> {
  const used = await db
    .selectFrom('identity_payloads')
    .select('grant_id')
    .where('model', '=', model)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!used?.grant_id) return;
  const { grant_id } = used;
  await db
    .deleteFrom('identity_payloads')
    .where((where) =>
      where.or([
        where('grant_id', '=', grant_id),
        where.and([where('model', '=', 'Grant'), where('id', '=', grant_id)]),
      ]),
    )
    .execute();
}
