import type { Recipient } from '#features/account/operations/mail.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { readPlan } from '#features/planning/operations/read-plan.ts';
import { listCompletedTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { MailMessage } from '#platform/mail.ts';
import type { Scope } from '#platform/scope.ts';
import type { DailyMail, StoredReminder, Subject } from '../model/reminder.ts';
import { briefingMail, summaryMail } from '../rules/daily-mails.ts';
import { toDayRange } from '../rules/wanted-reminders.ts';
import { listOngoingAllDay, listSubjects, type SubjectQuery } from './subjects.ts';

/** Composes a daily mail with what holds when it is sent. */
export async function composeDailyMail(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  { kind, occurrence }: Pick<StoredReminder, 'occurrence'> & { readonly kind: DailyMail },
  { homeTimeZone, hour12, firstName }: Recipient,
): Promise<Pick<MailMessage, 'subject' | 'text'>> {
  const now = platform.clock();
  const { from, to } = toDayRange(occurrence, homeTimeZone);
  const rules = await getTimeRules({ db: tx }, scope);
  const context = {
    date: occurrence,
    reader: { timeZone: homeTimeZone, hour12 },
    firstName,
    url: `${platform.config.publicUrl}/dashboard`,
  };
  const { plan, atRisk } = await readPlan({ db: tx, clock: platform.clock }, scope);
  if (kind === 'briefing') {
    const subjects = await listDay(tx, scope, { from, to, now, rules });
    return briefingMail({
      ...context,
      subjects: subjects.filter(({ kind: about }) => about !== 'meetingRequest'),
      atRisk: atRisk.map(({ title }) => title),
    });
  }
  const isOnDay = ({ startsAt }: { startsAt: string }) => {
    const start = Date.parse(startsAt);
    return start >= from.getTime() && start < to.getTime();
  };
  const [done, next] = await Promise.all([
    listCompletedTasks(tx, scope, from, to),
    listDay(tx, scope, { from: to, to: toDayRange(occurrence, homeTimeZone, 1).to, now, rules }),
  ]);
  return summaryMail({
    ...context,
    done: done.map(({ title }) => title),
    left: [
      ...new Set(
        plan.blocks.filter((block) => !block.isFinished && isOnDay(block)).map(({ title }) => title),
      ),
    ],
    next: next.filter(({ kind: about }) => about !== 'meetingRequest' && about !== 'task'),
  });
}

/** Everything of a day, whole days that began earlier too. */
async function listDay(tx: Tx, scope: Scope, query: SubjectQuery): Promise<Subject[]> {
  const lists = [
    await listOngoingAllDay(tx, scope, { at: query.from, rules: query.rules }),
    await listSubjects(tx, scope, query),
  ];
  return lists.flat();
}
