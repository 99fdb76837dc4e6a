import { createHash } from 'node:crypto';
import type { AtRisk, Proposal, Scheduling } from '@dayloom/contracts';
import { DAY_MS, formatDayNumber, getZone, HOUR_MS, localDayNumber, MINUTE_MS } from '@dayloom/time';
import { listRecipients } from '#features/account/operations/mail.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { toHashedId } from '#features/notifications/model/hashed-id.ts';
import {
  pushToBrowsers,
  replaceNotification,
} from '#features/notifications/operations/post-notifications.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { CARRIED_OVER_DAYS } from '../model/carried-over.ts';
import type { StoredProposal } from '../model/proposal.ts';
import { describePlanProblems, GRACE_MS, listPlanProblems, type PlanProblem } from '../rules/broken-plan.ts';
import { listBlocks } from '../store/blocks.ts';
import {
  claimDueChecks,
  clearWorkedRevision,
  type DueCheck,
  deleteCheck,
  saveCheck,
  schedulePlanCheck,
} from '../store/checks.ts';
import { getPlanState } from '../store/plans.ts';
import { hasProposalFor } from '../store/proposals.ts';
import { acceptProposal, proposePlan } from './proposals.ts';
import { readPlan } from './read-plan.ts';
import { isSearching } from './searches.ts';
import { loadSnapshot } from './snapshot.ts';

type FixPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'compute' | 'journal' | 'secrets' | 'jobs'>;

/** The plan is checked when the changes have paused for this long, */
const QUIET_MS = MINUTE_MS;
/** but not later than this. */
const MAX_DELAY_MS = 5 * MINUTE_MS;
/** How long one worker has for a check. */
const LEASE_MS = 10 * MINUTE_MS;
/** A proposal younger than this is not replaced: the user may be looking at it. */
const UNDISTURBED_MS = 10 * MINUTE_MS;
/** The local hour of the daily check. */
const MORNING_HOUR = 6;
const BATCH = 20;

/** Schedules a check of the plan, if its owner lets it be updated. */
export async function noteScheduleChange({ db, clock }: DbContext, scope: Scope): Promise<void> {
  const { scheduling } = await getTimeRules({ db }, scope);
  if (scheduling.automaticReplanning === 'off') return;
  const now = clock();
  await schedulePlanCheck(db, scope, { now, at: new Date(now.getTime() + QUIET_MS), mostMs: MAX_DELAY_MS });
}

/**
 * Schedules a check of the plan because work was recorded, which may free time or need more. Its owner asked for it by
 * saying how the work went, so this happens even if plans are not updated automatically. Call it in the transaction
 * that records the work, after that.
 */
export async function replanAfterWork(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
): Promise<void> {
  const now = clock();
  const { revision } = await getPlanState(tx, scope);
  const at = new Date(now.getTime() + QUIET_MS);
  await schedulePlanCheck(tx, scope, { now, at, mostMs: MAX_DELAY_MS, workedRevision: revision });
}

/** The recorded work was undone. */
export const withdrawReplan = (tx: Tx, scope: Scope): Promise<void> => clearWorkedRevision(tx, scope);

/** Checks the plans that are due, and makes proposals for those that no longer hold. */
export async function checkPlans(platform: FixPlatform): Promise<void> {
  const { db, clock, log } = platform;
  for (;;) {
    const now = clock();
    const until = new Date(now.getTime() + LEASE_MS);
    const due = await claimDueChecks(db, { now, until, limit: BATCH });
    for (const check of due) {
      try {
        await checkPlan(platform, check, until);
      } catch (error) {
        // It is due again when the lease ends.
        log.warn({ err: error, userId: check.scope.userId }, 'A plan could not be checked');
      }
    }
    if (due.length < BATCH) return;
  }
}

async function checkPlan(
  platform: FixPlatform,
  { scope, proposedFor, workedRevision }: DueCheck,
  until: Date,
): Promise<void> {
  const { db, clock } = platform;
  const now = clock();
  const { scheduling, homeTimeZone } = await getTimeRules({ db }, scope);
  const mode = scheduling.automaticReplanning;
  const person = (await listRecipients({ db }, [scope.userId])).get(scope.userId);
  const followsWork =
    workedRevision !== null && !(await hasProposalFor(db, scope, workedRevision, settledBy(mode)));
  if ((mode === 'off' && !followsWork) || !person || person.isClosed) return deleteCheck(db, scope, until);
  const [snapshot, past] = await Promise.all([
    loadSnapshot(platform, scope),
    listBlocks(db, scope, new Date(now.getTime() - CARRIED_OVER_DAYS * DAY_MS)),
  ]);
  const problems = mode === 'off' ? [] : listPlanProblems(snapshot, past);
  const next = computeNextCheck(past, now, homeTimeZone);
  const key = toKey(problems, now, homeTimeZone);
  const finish = () =>
    mode === 'off'
      ? deleteCheck(db, scope, until)
      : saveCheck(db, scope, {
          at: next,
          until,
          proposedFor: problems.length === 0 ? '' : key,
          handledRevision: workedRevision,
        });
  if (!followsWork && (problems.length === 0 || key === proposedFor)) return finish();
  const inAMoment = (ms: number) =>
    saveCheck(db, scope, { at: new Date(now.getTime() + ms), until, proposedFor, handledRevision: null });
  const { proposal: pending } = await readPlan(platform, scope);
  const isLookedAt = pending !== null && now.getTime() - Date.parse(pending.createdAt) < UNDISTURBED_MS;
  if (isLookedAt && proposedFor === '') return inAMoment(UNDISTURBED_MS);
  if (isSearching(scope)) return inAMoment(QUIET_MS);
  const { acceptsPush } = person;
  if (!followsWork && !problems.some(({ isPlannable }) => isPlannable)) {
    await reportUnplanned(platform, scope, problems, acceptsPush);
    return finish();
  }
  try {
    const reportIn = (tx: Tx, proposal: Proposal, commandId: string | null) =>
      report(platform, tx, scope, { problems, proposal, commandId, acceptsPush });
    // Every new or updated plan has its notification: both happen or none.
    const proposal = await proposePlan(platform, scope, {
      improves: pending?._id,
      isKept: hasChanges,
      ...(mode !== 'accept' && { alongside: (tx, made) => reportIn(tx, made, null) }),
    });
    if (hasChanges(proposal)) {
      if (mode === 'accept')
        await acceptProposal(platform, scope, proposal._id, {
          alongside: (tx, commandId) => reportIn(tx, proposal, commandId),
        });
    } else if (problems.length > 0) await reportUnplanned(platform, scope, problems, acceptsPush);
  } catch (error) {
    // The user plans at this moment, or has changed something.
    if (error instanceof AppError && error.code === 'proposal_outdated') return inAMoment(QUIET_MS);
    throw error;
  }
  await finish();
}

/**
 * The states in which a proposal that was made after the work was recorded makes another one unnecessary. The focus timer
 * may have made one at once. It stays open unless plans are accepted automatically.
 */
const settledBy = (mode: Scheduling['automaticReplanning']): StoredProposal['state'][] =>
  mode === 'accept' ? ['accepted', 'rejected'] : ['accepted', 'rejected', 'superseded', 'pending'];

const hasChanges = ({ changes }: { changes: readonly unknown[] }) => changes.length > 0;

/** The same problems on the same day have the same key: what was dismissed is proposed again on the next day. */
function toKey(problems: readonly PlanProblem[], now: Date, timeZone: string): string {
  const day = formatDayNumber(localDayNumber(getZone(timeZone), now.getTime()));
  const keys = problems.map(({ kind, key }) => `${kind} ${key}`).sort();
  return `${day} ${createHash('sha256').update(keys.join('\n')).digest('hex')}`;
}

/** When the next block has ended and was not confirmed, at the latest in the morning. */
function computeNextCheck(
  blocks: readonly { readonly state: string; readonly endsAt: string }[],
  now: Date,
  timeZone: string,
): Date {
  const zone = getZone(timeZone);
  const today = localDayNumber(zone, now.getTime());
  const morning = [today, today + 1]
    .map((day) => zone.localMsToInstant(day * DAY_MS + MORNING_HOUR * HOUR_MS))
    .filter((instant) => instant > now.getTime());
  const ends = blocks
    .filter(({ state }) => state === 'planned')
    .map(({ endsAt }) => Date.parse(endsAt) + GRACE_MS)
    .filter((instant) => instant > now.getTime());
  return new Date(Math.min(...morning, ...ends));
}

/** One notification: it takes the place of an earlier proposal that was not read. Each update keeps its own, with Undo. */
async function report(
  platform: Pick<Platform, 'clock' | 'jobs' | 'secrets'>,
  tx: Tx,
  scope: Scope,
  {
    problems,
    proposal,
    commandId,
    acceptsPush,
  }: {
    readonly problems: readonly PlanProblem[];
    readonly proposal: Proposal;
    readonly commandId: string | null;
    readonly acceptsPush: boolean;
  },
): Promise<void> {
  const notification = {
    title: describePlanProblems(problems),
    text: describeProposal(proposal, commandId !== null),
    subjectId: proposal._id,
  };
  await notifyOnce(
    platform,
    tx,
    scope,
    { ...notification, ...(commandId !== null && { commandId }) },
    acceptsPush,
  );
}

/** Notifies once of work that was not done and that no plan contains. */
async function reportUnplanned(
  platform: DbContext & Pick<Platform, 'jobs' | 'secrets'>,
  scope: Scope,
  problems: readonly PlanProblem[],
  acceptsPush: boolean,
): Promise<void> {
  const notification = {
    title: describePlanProblems(problems),
    text: 'It is not in the new plan. Give it a time yourself, or make room.',
    subjectId: toHashedId(
      problems
        .map(({ kind, key }) => `${kind} ${key}`)
        .sort()
        .join('\n'),
    ),
  };
  await platform.db.transaction().execute((tx) => notifyOnce(platform, tx, scope, notification, acceptsPush));
}

interface PlanNotification {
  readonly title: string;
  readonly text: string;
  /** Identifies what the notification is about, so that it is not sent twice. */
  readonly subjectId: string;
  readonly commandId?: string;
}

async function notifyOnce(
  platform: Pick<Platform, 'clock' | 'jobs' | 'secrets'>,
  tx: Tx,
  scope: Scope,
  { subjectId, ...notification }: PlanNotification,
  acceptsPush: boolean,
): Promise<void> {
  const path = '/calendar-flow';
  const key = `plan ${subjectId}`;
  const { title, text } = notification;
  await replaceNotification(platform, tx, scope, {
    replaces: 'plan ',
    key,
    kind: 'plan',
    at: null,
    path,
    ...notification,
  });
  if (!acceptsPush) return;
  await pushToBrowsers(platform, tx, scope, {
    key,
    subjectId,
    message: {
      title,
      body: text,
      path,
      tag: 'plan',
      usefulUntil: new Date(platform.clock().getTime() + DAY_MS).toISOString(),
    },
  });
}

function describeProposal(
  { changes, atRisk }: { changes: Proposal['changes']; atRisk: readonly AtRisk[] },
  isAccepted: boolean,
): string {
  const count = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
  const late = atRisk.length > 0 ? `, ${atRisk.length} at risk` : '';
  return isAccepted
    ? `Your plan was updated: ${count}${late}.`
    : `A new plan waits for you: ${count}${late}.`;
}
