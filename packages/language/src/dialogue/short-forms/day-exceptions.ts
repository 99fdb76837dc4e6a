import { WEEKDAY } from '../patterns.ts';

/** Short names, because six long ones exceed the length of a repetition. */
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const EXCEPT_DAYS = new RegExp(
  String.raw`\b(every ?day|daily|(?:every |on )?(?:week|work)days?)((?: (?:at|from) .{1,24}?)?),? (?:except|but not|apart from|excluding)(?: on| for)? ((?:${WEEKDAY}s?)(?:(?:,| and|, and| or) (?:on )?${WEEKDAY}s?){0,4}|weekends?|the weekend)(?![\p{L}'’])`,
  'iu',
);

/** 'every weekday at 7 except Wednesday' as the days that are left. */
export function writeOutExceptions(text: string): string {
  return text.replace(EXCEPT_DAYS, (whole, every: string, time: string, excluded: string) => {
    const all = /^(?:every ?day|daily)$/i.test(every) ? DAYS : DAYS.slice(0, 5);
    const names = excluded.toLowerCase();
    const left = /weekend/.test(names)
      ? all.filter((day) => !day.startsWith('S'))
      : all.filter((day) => !names.includes(day.slice(0, 3).toLowerCase()));
    return left.length === 0 || left.length === all.length ? whole : `every ${left.join(', ')}${time}`;
  });
}
