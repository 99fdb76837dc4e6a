import { DAY_MS, formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import type { TimeContext } from './time-context.ts';

/** Today's date, and the instant at which it ends for the viewer. */
export function dayIn({ now, timeZone }: Pick<TimeContext, 'now' | 'timeZone'>) {
  const zone = getZone(timeZone);
  const day = localDayNumber(zone, now.getTime());
  return { today: formatDayNumber(day), endOfToday: zone.localMsToInstant((day + 1) * DAY_MS) };
}
