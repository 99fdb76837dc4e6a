import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { listRecipients } from '#features/account/operations/mail.ts';
import type { ReminderAnswer } from '#features/phone/model/reminder-answer.ts';
import { findLastTexted } from '#features/phone/operations/texts.ts';
import { changeBlock } from '#features/planning/operations/blocks.ts';
import { findNextBlockId, postponeBlock } from '#features/planning/operations/postpone-block.ts';
import { acceptProposal, proposePlan } from '#features/planning/operations/proposals.ts';
import { readPlan } from '#features/planning/operations/read-plan.ts';
import { taskPlacements } from '#features/planning/operations/task-placements.ts';
import { changeTask } from '#features/tasks/operations/change-tasks.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { StoredReminder } from '../model/reminder.ts';
import { toTextId } from '../rules/outbox-keys.ts';
import { describeTime, toTextTitle } from '../rules/wording.ts';
import { findOfferedPlan, listTexted, saveOfferedPlan } from '../store/reminders.ts';

/** An answer belongs to the last reminder of this time. */
const ANSWERABLE_MS = DAY_MS;
/** A second 3 accepts the plan that the first one offered, for this long. */
const ACCEPTABLE_MS = HOUR_MS;

/** Follows the reply to the last reminder: 1 done, 2 later, 3 replan. Resolves to the text to send back. */
export async function handleReply(
  platform: DbContext & Pick<Platform, 'compute' | 'config' | 'journal' | 'log'>,
  owner: Scope,
  reply: ReminderAnswer,
): Promise<string> {
  const { config, log } = platform;
  // The verified number speaks for its owner.
  const scope = mintScope(owner.userId, 'user');
  const name = config.PRODUCT_NAME;
  const reminder = await findAnswered(platform, scope);
  if (!reminder) return `${name}: there is no reminder to answer. Open ${config.publicUrl}/dashboard`;
  try {
    if (reply === '1') return `${name}: ${await finish(platform, scope, reminder)}`;
    if (reply === '2') return `${name}: ${await postpone(platform, scope, reminder)}`;
    return `${name}: ${await replan(platform, scope)}`;
  } catch (error) {
    // The sender must not believe that it was done, and the provider does not deliver the text again.
    if (error instanceof AppError)
      return `${name}: ${error.code === 'not_found' ? GONE : `that did not work. ${error.message}`}`;
    log.error({ err: error, userId: scope.userId }, 'An answer by text message could not be carried out');
    return `${name}: that did not work. Try again, or open ${config.publicUrl}/dashboard`;
  }
}

/** The reminder whose text message was the last to be sent. One that the carrier did not deliver was not seen. */
async function findAnswered(platform: DbContext, scope: Scope): Promise<StoredReminder | null> {
  const since = new Date(platform.clock().getTime() - ANSWERABLE_MS);
  const texted = await listTexted(platform.db, scope, since);
  return findLastTexted(
    platform,
    scope,
    texted.map((item) => ({ id: toTextId(item), item })),
  );
}

const GONE = 'this is no longer in your plan.';

async function finish(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  { kind, subjectId, content, startsAt }: StoredReminder,
): Promise<string> {
  if (kind === 'task') {
    const feature = { ...platform, placements: taskPlacements };
    await changeTask(feature, scope, subjectId, { status: 'done' });
    return `'${toTextTitle(content.title)}' is done.`;
  }
  if (kind === 'block') {
    // A block stays when its task is deleted, for an undo.
    const { plan } = await readPlan(platform, scope);
    const block = plan.blocks.find(({ _id }) => _id === subjectId);
    if (!block) return GONE;
    // The answer is about the time that the reminder named: work of a later time is not done yet.
    if (block.state === 'planned' && Date.parse(block.startsAt) !== startsAt.getTime())
      return `'${toTextTitle(content.title)}' was moved to ${await describeOwnTime(platform, scope, new Date(block.startsAt))}. Answer its next reminder.`;
    await changeBlock(platform, scope, subjectId, { state: 'done' });
    return `the block of '${toTextTitle(content.title)}' is done.`;
  }
  return 'only tasks and planned blocks can be done.';
}

async function postpone(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  { kind, subjectId, content, startsAt }: StoredReminder,
): Promise<string> {
  if (kind !== 'task' && kind !== 'block') return 'only tasks and planned blocks can be moved.';
  const title = toTextTitle(content.title);
  const blockId = kind === 'block' ? subjectId : await findNextBlockId(platform, scope, subjectId);
  if (blockId === null) return `'${title}' has no planned time to move. Reply 3 to replan.`;
  const postponed = await postponeBlock(platform, scope, blockId, kind === 'block' ? startsAt : null);
  if (postponed === 'gone') return GONE;
  if (postponed === 'no_time') return 'there is no free time within two weeks. Reply 3 to replan.';
  if ('alreadyAt' in postponed)
    return `'${title}' was moved to ${await describeOwnTime(platform, scope, postponed.alreadyAt)} already.`;
  return `moved '${title}' to ${await describeOwnTime(platform, scope, postponed.startsAt)}.`;
}

/** '20:00' or 'Fri, 27 Nov, 9:00' in the user's zone. */
async function describeOwnTime(platform: DbContext, scope: Scope, at: Date): Promise<string> {
  const { displayTimeZone: timeZone = 'UTC', hour12 = true } =
    (await listRecipients(platform, [scope.userId])).get(scope.userId) ?? {};
  return describeTime(at, [platform.clock()], { timeZone, hour12 }).replace(/^(?:at|on) /, '');
}

/** Proposes a plan. Nothing moves before it is accepted: in the app, or by the same answer once more. */
async function replan(
  platform: DbContext & Pick<Platform, 'compute' | 'config' | 'journal' | 'log'>,
  scope: Scope,
): Promise<string> {
  const { db, clock, config } = platform;
  const { proposal: pending } = await readPlan(platform, scope);
  const isOffered = pending !== null && pending._id === (await findOfferedPlan(db, scope));
  if (isOffered && clock().getTime() - Date.parse(pending.createdAt) < ACCEPTABLE_MS) {
    await acceptProposal(platform, scope, pending._id);
    return `the new plan counts: ${countChanges(pending.changes.length)}. Undo it in the app.`;
  }
  const { _id: id, changes, atRisk } = await proposePlan(platform, scope);
  if (changes.length === 0) return 'your plan is still the best one. Nothing moves.';
  await saveOfferedPlan(db, scope, id);
  const late = atRisk.length > 0 ? `, ${atRisk.length} at risk` : '';
  return `a new plan with ${countChanges(changes.length)}${late}. Reply 3 again to accept it, or see ${config.publicUrl}/calendar-flow`;
}

const countChanges = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`;
