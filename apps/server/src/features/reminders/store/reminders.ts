import './tables.ts';
import { MINUTE_MS } from '@dayloom/time';
import { type Selectable, sql } from 'kysely';
import { type Db, type Tables, type Tx, toInsertBatches } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import {
  type DropReason,
  dailyMails,
  type NewReminder,
  type StoredReminder,
  toKey,
} from '../model/reminder.ts';

function toReminder(row: Selectable<Tables['reminders']>): StoredReminder {
  return {
    userId: row.user_id,
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    occurrence: row.occurrence,
    minutesBefore: row.minutes_before,
    channel: row.channel,
    startsAt: row.starts_at,
    dueAt: row.due_at,
    usefulUntil: row.useful_until,
    content: row.content,
  };
}

/** Users with changes that their reminders do not show yet, or with rows that do not reach far enough. */
export async function listOutdated(
  db: Db,
  coveredUntil: Date,
  { except, limit }: { readonly except: readonly string[]; readonly limit: number },
): Promise<Scope[]> {
  const isAsked = sql`user_id <> all(${except}::uuid[])`;
  const { rows } = await sql<{ user_id: string }>`
    (select distinct user_id from reminder_changes where ${isAsked} limit ${limit})
    union
    (select user_id from reminder_users where covered_until < ${coveredUntil} and ${isAsked}
      order by covered_until limit ${limit})
  `.execute(db);
  return rows.map(({ user_id }) => mintScope(user_id, 'system'));
}

/**
 * Claims the user's changes for the rest of the transaction; false if another worker is making their reminders.
 * What commits after this has a row of its own and is not lost.
 */
export async function claimChanges(tx: Tx, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`reminders ${scope.userId}`}, 0)) as "isMine"
  `.execute(tx);
  if (!rows[0]?.isMine) return false;
  await tx.deleteFrom('reminder_changes').where('user_id', '=', scope.userId).execute();
  return true;
}

/** How far the user's rows reach, and the earliest beginning of what is still to be reminded of. */
export async function readCoverage(
  tx: Tx,
  scope: Scope,
): Promise<{ coveredUntil: Date | null; earliest: Date | null }> {
  const [covered, pending] = await Promise.all([
    tx
      .selectFrom('reminder_users')
      .select('covered_until')
      .where('user_id', '=', scope.userId)
      .executeTakeFirst(),
    tx
      .selectFrom('reminders')
      .select(({ fn }) => fn.min('starts_at').as('earliest'))
      .where('user_id', '=', scope.userId)
      .where('state', '=', 'pending')
      .executeTakeFirst(),
  ]);
  return { coveredUntil: covered?.covered_until ?? null, earliest: pending?.earliest ?? null };
}

export async function saveCoverage(tx: Tx, scope: Scope, until: Date): Promise<void> {
  await tx
    .insertInto('reminder_users')
    .values({ user_id: scope.userId, covered_until: until })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ covered_until: until }))
    .execute();
  // The insert itself counts as a change of the settings, but it is part of what was just read.
  await sql`
    delete from reminder_changes where user_id = ${scope.userId} and transaction = pg_current_xact_id()
  `.execute(tx);
}

/** The user's rows are not known to be complete after `until`. */
export async function limitCoverage(db: Db, scope: Scope, until: Date): Promise<void> {
  await sql`
    insert into reminder_users (user_id, covered_until) values (${scope.userId}, ${until})
    on conflict (user_id) do update set covered_until = least(reminder_users.covered_until, ${until})
  `.execute(db);
}

/** How long ago a reminder was sent that another one may repeat. */
const RECENT_MS = 5 * MINUTE_MS;

/**
 * Replaces the pending reminders by the wanted ones. A subject that moved after its reminder was sent gets another
 * one, if that is due later than the last. A daily mail is never sent again.
 */
export async function replacePending(
  tx: Tx,
  scope: Scope,
  {
    wanted,
    kept,
    now,
  }: {
    readonly wanted: readonly NewReminder[];
    /** Wanted, but due too long ago to be made: they stay if they exist, for the same beginning. */
    readonly kept: readonly NewReminder[];
    readonly now: Date;
  },
): Promise<void> {
  const recently = new Date(now.getTime() - RECENT_MS);
  const rows = await tx
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'pending'),
        eb.and([
          eb('state', '=', 'sent'),
          eb.or([eb('settled_at', '>', recently), eb('starts_at', '>', now)]),
        ]),
        eb.and([eb('note', '=', WITHDRAWN), eb('starts_at', '>', now)]),
      ]),
    )
    .execute();
  const pending = rows.filter(({ state }) => state === 'pending').map(toReminder);
  const sent = rows.filter(({ state }) => state === 'sent');
  const sentRecently = sent.filter(({ settled_at: at }) => at && at > recently).map(toReminder);
  const withdrawn = rows.filter(({ note }) => note === WITHDRAWN).map(toReminder);
  const keptFor = new Map(kept.map((reminder) => [toKey(reminder), reminder.startsAt.getTime()]));
  const isWanted = new Set(wanted.map(toKey));
  const isGone = (row: StoredReminder) =>
    !isWanted.has(toKey(row)) && keptFor.get(toKey(row)) !== row.startsAt.getTime();
  const all = [...wanted, ...kept];
  const made = [
    ...withoutRepeats(wanted, sentRecently, all, now),
    ...withoutRepeats(
      listOvertaken(kept, [...pending.filter(isGone), ...withdrawn], now),
      sent.map(toReminder),
      all,
      now,
    ),
  ];
  await insertReminders(tx, scope, made);
  const isMade = new Set(made.map(toKey));
  const gone = pending.filter((row) => isGone(row) && !isMade.has(toKey(row)));
  if (gone.length === 0) return;
  // What was deleted may come back by an undo, after the reminder was due.
  const [lost, returning] = [true, false].map((isLost) =>
    gone.filter((row) => isDailyMail(row) === isLost).map(({ id }) => id),
  );
  await tx
    .deleteFrom('reminders')
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${lost}::uuid[])`)
    .where('state', '=', 'pending')
    .execute();
  await tx
    .updateTable('reminders')
    .set({ state: 'dropped', note: WITHDRAWN, settled_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${returning}::uuid[])`)
    .where('state', '=', 'pending')
    .execute();
}

/** The note of a reminder whose subject has gone: another undo may bring it back. */
const WITHDRAWN = 'withdrawn';

const toSubject = ({ kind, subjectId, occurrence, channel }: NewReminder): string =>
  JSON.stringify([kind, subjectId, occurrence, channel]);

/**
 * Reminders that were still to come when a change put them into the past: a meeting was moved forward, or the rule was
 * lengthened. They are sent at once, as long as what they are about is ahead.
 */
function listOvertaken(
  late: readonly NewReminder[],
  gone: readonly StoredReminder[],
  now: Date,
): NewReminder[] {
  const awaited = new Set(gone.map(toSubject));
  const overtaken = late.filter((reminder) => {
    const end = isDailyMail(reminder) ? reminder.usefulUntil : reminder.startsAt;
    return end > now && awaited.has(toSubject(reminder));
  });
  // When several are late together, the last one is enough.
  const last = new Map<string, NewReminder>();
  for (const reminder of overtaken) {
    const other = last.get(toSubject(reminder));
    if (!other || other.dueAt < reminder.dueAt) last.set(toSubject(reminder), reminder);
  }
  return [...last.values()];
}

const isDailyMail = ({ kind }: NewReminder): boolean => dailyMails.some((mail) => mail === kind);

/**
 * Removes reminders that would repeat one that was just sent for the same time. That happens when a subject gets
 * another id: one time of a series was edited, a series was split, or a block was placed again, also by an undo.
 */
function withoutRepeats(
  wanted: readonly NewReminder[],
  sent: readonly StoredReminder[],
  all: readonly NewReminder[],
  now: Date,
): NewReminder[] {
  const isStillThere = new Set(all.map(toKey));
  const replaced = sent.filter((row) => !isStillThere.has(toKey(row)));
  return wanted.filter((reminder) => {
    if (reminder.dueAt > now) return true;
    const at = replaced.findIndex(
      ({ kind, channel, startsAt }) =>
        kind === reminder.kind &&
        channel === reminder.channel &&
        startsAt.getTime() === reminder.startsAt.getTime(),
    );
    if (at !== -1) replaced.splice(at, 1);
    return at === -1;
  });
}

async function insertReminders(tx: Tx, scope: Scope, made: readonly NewReminder[]): Promise<void> {
  for (const batch of toInsertBatches(made)) {
    await tx
      .insertInto('reminders')
      .values(
        batch.map((reminder) => ({
          user_id: scope.userId,
          kind: reminder.kind,
          subject_id: reminder.subjectId,
          occurrence: reminder.occurrence,
          minutes_before: reminder.minutesBefore,
          channel: reminder.channel,
          starts_at: reminder.startsAt,
          due_at: reminder.dueAt,
          useful_until: reminder.usefulUntil,
          content: JSON.stringify(reminder.content),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .constraint('reminders_once')
          .doUpdateSet((eb) => ({
            starts_at: eb.ref('excluded.starts_at'),
            due_at: eb.ref('excluded.due_at'),
            useful_until: eb.ref('excluded.useful_until'),
            content: eb.ref('excluded.content'),
            state: 'pending' as const,
            settled_at: null,
            note: null,
          }))
          .where(
            sql<boolean>`case when reminders.note = ${WITHDRAWN} then true when reminders.state = 'pending'
              then (reminders.starts_at, reminders.due_at, reminders.useful_until, reminders.content)
                is distinct from (excluded.starts_at, excluded.due_at, excluded.useful_until, excluded.content)
              else reminders.starts_at <> excluded.starts_at and excluded.due_at > reminders.settled_at
                and reminders.kind <> all(${[...dailyMails]}::text[])
            end`,
          ),
      )
      .execute();
  }
}

/**
 * Due reminders, locked until the transaction ends; other workers skip them. Those of a user with changes that
 * are not taken in wait for that, unless they have waited since `atTheLatest`.
 */
export async function claimDue(
  tx: Tx,
  { now, atTheLatest, limit }: { now: Date; atTheLatest: Date; limit: number },
): Promise<StoredReminder[]> {
  const rows = await tx
    .selectFrom('reminders as r')
    .selectAll('r')
    .where('r.state', '=', sql.lit('pending'))
    .where('r.due_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('r.due_at', '<', atTheLatest),
        eb.not(
          eb.exists(
            eb
              .selectFrom('reminder_changes as c')
              .select('c.user_id')
              .whereRef('c.user_id', '=', 'r.user_id'),
          ),
        ),
      ]),
    )
    // By user, so that two workers seldom meet in rows of the same one.
    .orderBy('r.due_at')
    .orderBy('r.user_id')
    .limit(limit)
    .forUpdate('r')
    .skipLocked()
    .execute();
  return rows.map(toReminder);
}

/** The outcome of a claimed reminder: sent, dropped, or waiting until an instant. */
export type ReminderOutcome = 'sent' | { readonly dropped: DropReason } | { readonly waitsUntil: Date };

export async function saveOutcomes(
  tx: Tx,
  settled: readonly { readonly reminder: StoredReminder; readonly outcome: ReminderOutcome }[],
  now: Date,
): Promise<void> {
  if (settled.length === 0) return;
  const toNote = (outcome: ReminderOutcome) =>
    typeof outcome === 'object' && 'dropped' in outcome ? outcome.dropped : '';
  const toWait = (outcome: ReminderOutcome) =>
    typeof outcome === 'object' && 'waitsUntil' in outcome ? outcome.waitsUntil : null;
  await sql`
    update reminders as r
    set
      state = case when s.waits_until is not null then 'pending' when s.note = '' then 'sent' else 'dropped' end,
      due_at = coalesce(s.waits_until, r.due_at),
      settled_at = case when s.waits_until is null then ${now}::timestamptz end,
      note = nullif(s.note, '')
    from unnest(
      ${settled.map(({ reminder }) => reminder.userId)}::uuid[],
      ${settled.map(({ reminder }) => reminder.id)}::uuid[],
      ${settled.map(({ outcome }) => toNote(outcome))}::text[],
      ${settled.map(({ outcome }) => toWait(outcome))}::timestamptz[]
    ) as s (user_id, id, note, waits_until)
    where r.user_id = s.user_id and r.id = s.id
  `.execute(tx);
}

/** The next times at which reminders are due, up to `until`. */
export async function listNextDue(db: Db, after: Date, until: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('reminders')
    .select('due_at')
    .distinct()
    .where('state', '=', sql.lit('pending'))
    .where('due_at', '>', after)
    .where('due_at', '<=', until)
    .orderBy('due_at')
    .limit(60)
    .execute();
  return rows.map(({ due_at }) => due_at);
}

/** When reminders were made up to date for the last time; null for never. */
export async function findLastSweep(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('reminder_sweeps').select('swept_at').executeTakeFirst();
  return row?.swept_at ?? null;
}

export async function saveSweep(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('reminder_sweeps')
    .values({ swept_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ swept_at: now }))
    .execute();
}

/** Old rows that nothing refers to any more. */
export async function deleteSettledBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('reminders')
    .where('state', '<>', 'pending')
    .where('settled_at', '<', before)
    .where('starts_at', '<', before)
    .execute();
}

/** The user's latest reminders that were queued as text messages. */
export async function listTexted(db: Db, scope: Scope, since: Date): Promise<StoredReminder[]> {
  const rows = await db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('channel', '=', 'sms')
    .where('state', '=', 'sent')
    .where('settled_at', '>', since)
    .orderBy('settled_at', 'desc')
    .orderBy('starts_at', 'desc')
    .limit(50)
    .execute();
  return rows.map(toReminder);
}

/** The proposal that the last text offered. */
export async function findOfferedPlan(db: Db, scope: Scope): Promise<string | null> {
  const row = await db
    .selectFrom('reminder_users')
    .select('offered_plan')
    .where('user_id', '=', scope.userId)
    .executeTakeFirst();
  return row?.offered_plan ?? null;
}

export async function saveOfferedPlan(db: Db, scope: Scope, proposalId: string): Promise<void> {
  await db
    .updateTable('reminder_users')
    .set({ offered_plan: proposalId })
    .where('user_id', '=', scope.userId)
    .execute();
}
