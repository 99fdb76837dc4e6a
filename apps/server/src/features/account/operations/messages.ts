import { fromLocalMs, getZone, localDayNumber } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { saveMessageCounts } from '../store/message-counts.ts';
import type { User } from '../store/tables.ts';
import { getUser, lockUser } from '../store/users.ts';
import { messageLimits, toPaidPlan } from './paid-plan.ts';

/** Messages to the assistant, of the user's day and month. */
export interface MessageCounts {
  readonly today: { readonly used: number; readonly limit: number };
  readonly month: { readonly used: number; readonly limit: number };
}

export async function readMessageCounts(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
): Promise<MessageCounts> {
  return toCounts(await getUser(platform.db, scope), platform);
}

/** Counts a message. Throws `limit_reached` if the day or the month has none left. */
export function countMessage(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
): Promise<MessageCounts> {
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, scope);
    const { today, month } = toCounts(user, platform);
    const isDay = today.used >= today.limit;
    if (isDay || month.used >= month.limit) {
      const { limit } = isDay ? today : month;
      const { accountStatus } = toPaidPlan(user, platform.config, platform.clock());
      const orPremium = accountStatus === 'FREE' ? ', or with Premium' : '';
      throw new AppError(
        'limit_reached',
        `You have sent all ${limit} messages of this ${isDay ? 'day' : 'month'}. More are possible ${isDay ? 'after midnight' : 'next month'}${orPremium}.`,
      );
    }
    await saveMessageCounts(tx, scope, { day: today.used + 1, month: month.used + 1, at: platform.clock() });
    return { today: { ...today, used: today.used + 1 }, month: { ...month, used: month.used + 1 } };
  });
}

function toCounts(user: User, { config, clock }: Pick<Platform, 'config' | 'clock'>): MessageCounts {
  const { accountStatus } = toPaidPlan(user, config, clock());
  const { dailyMessageLimit, monthlyMessageLimit } = messageLimits(accountStatus, config);
  const { day, month } = toCurrentCounts(user, clock());
  return {
    today: { used: day, limit: dailyMessageLimit },
    month: { used: month, limit: monthlyMessageLimit },
  };
}

/** The stored counts as far as they are of the present day and month in the user's zone. */
export function toCurrentCounts(
  user: Pick<User, 'time_zone' | 'message_count' | 'message_month_count' | 'last_message_at'>,
  now: Date,
): { readonly day: number; readonly month: number } {
  if (!user.last_message_at) return { day: 0, month: 0 };
  const zone = getZone(user.time_zone);
  const toDay = (at: Date) => localDayNumber(zone, at.getTime());
  const toMonth = (at: Date) => {
    const { year, month } = fromLocalMs(at.getTime() + zone.offsetMsAt(at.getTime()));
    return year * 12 + month;
  };
  return {
    day: toDay(user.last_message_at) === toDay(now) ? user.message_count : 0,
    month: toMonth(user.last_message_at) === toMonth(now) ? user.message_month_count : 0,
  };
}
