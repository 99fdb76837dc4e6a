const DAYS: Record<string, string> = {
  MO: 'Mon',
  TU: 'Tue',
  WE: 'Wed',
  TH: 'Thu',
  FR: 'Fri',
  SA: 'Sat',
  SU: 'Sun',
};
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const UNITS: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };

export interface RepeatWording {
  /** The days only count how often. */
  readonly hasFlexibleDays?: boolean | undefined;
  /** The zone of the last day; the machine's if absent. */
  readonly timeZone?: string | undefined;
}

/**
 * `every 2 weeks on Mon, Wed until 1 Jun 2027`, `3 times a week`; 'repeats' for rules without a short
 * description.
 */
export function describeRepeat(
  rule: string,
  { hasFlexibleDays = false, timeZone }: RepeatWording = {},
): string {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const unit = UNITS[parts.get('FREQ') ?? ''];
  const edge = /^FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=(-?)1$/.exec(rule);
  if (edge) return `every month on the ${edge[1] ? 'last' : 'first'} working day`;
  // BYSETPOS, BYSECOND, BYYEARDAY, BYWEEKNO, BYHOUR, BYMINUTE, SKIP
  if (!unit || /BY(?:S|Y|W|H|MI)|SKIP/.test(rule)) return 'repeats';
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const days = parts.get('BYDAY')?.split(',') ?? [];
  if (hasFlexibleDays && unit === 'week' && days.length > 1)
    return `${formatTimes(days.length, interval)}${formatEnd(parts, timeZone)}`;
  if (unit === 'week' && interval === 1 && days.join() === 'MO,TU,WE,TH,FR')
    return `every weekday${formatEnd(parts, timeZone)}`;
  const every = interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`;
  return `${every}${formatOn(days, parts)}${formatEnd(parts, timeZone)}`;
}

function formatTimes(times: number, weeks: number): string {
  const count = times === 2 ? 'twice' : `${times} times`;
  return weeks === 1 ? `${count} a week` : `${count} every ${weeks} weeks`;
}

function formatOn(days: readonly string[], parts: ReadonlyMap<string, string>): string {
  const month = MONTHS[Number(parts.get('BYMONTH')) - 1];
  const monthDay = parts.get('BYMONTHDAY');
  if (month && monthDay) return ` on ${monthDay} ${month}`;
  if (monthDay === '-1') return ' on the last day';
  // '1,15': the 1st and 15th
  if (monthDay) return ` on the ${monthDay.split(',').map(ordinal).join(' and ')}`;
  if (days.length === 0) return month ? ` in ${month}` : '';
  return ` on ${days.map(formatDay).join(', ')}`;
}

function formatDay(code: string): string {
  const [, nth = '', day = ''] = /^(-?\d+)?(\w{2})$/.exec(code) ?? [];
  const name = DAYS[day] ?? code;
  if (!nth) return name;
  return `the ${nth === '-1' ? 'last' : ordinal(nth)} ${name}`;
}

function ordinal(digits: string): string {
  const units = /1.$/.test(digits) ? 0 : Number(digits.slice(-1));
  return digits + (['th', 'st', 'nd', 'rd'][units] ?? 'th');
}

function formatEnd(parts: ReadonlyMap<string, string>, timeZone: string | undefined): string {
  const count = parts.get('COUNT');
  if (count) return `, ${count} times`;
  const [, year = '', month = '', day = '', time] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z)?/.exec(parts.get('UNTIL') ?? '') ?? [];
  if (year === '') return '';
  if (time === undefined) return ` until ${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
  const [hours, minutes, seconds] = (time.match(/../g) ?? []).map(Number);
  const last = Date.UTC(Number(year), Number(month) - 1, Number(day), hours, minutes, seconds);
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  return ` until ${new Intl.DateTimeFormat('en-GB', style).format(last)}`;
}
