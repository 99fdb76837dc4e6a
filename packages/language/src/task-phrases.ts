import { type Scan, words } from './scan.ts';

/** Words that only say that this is a task. */
const OPENING = /^\s*(?:to[ -]?do\s*:|TODO(?=\s)|task\s*:|remind me to(?=\s)|reminder\s*:)/iu;
const REMINDER = /^\s*(?<start>remind me)\s\u0080+\s(?<end>to)(?=\s)/iu;
const SOMEDAY = words('some ?time|some ?day');
const SPLIT = /(?<=[,;\u0080]\s{0,3})(?:(?:can|may) be )?split(?: up)?(?=\s*(?:$|[,;.!?)\u0080]))/giu;
const SPLITTABLE = words('can be split(?: up)?|splittable');

/** Takes 'todo:' and the like from the beginning. */
export function takeTaskPrefix(scan: Scan): void {
  const match = OPENING.exec(scan.rest);
  if (match) scan.take('filler', match.index, match.index + match[0].length);
}

/** 'remind me tomorrow to call Joe': taken after the date between its words. */
export function takeReminderPrefix(scan: Scan): void {
  const match = REMINDER.exec(scan.rest);
  if (!match) return;
  const { start = '', end = '' } = match.groups ?? {};
  scan.take('filler', match[0].indexOf(start), match[0].indexOf(start) + start.length);
  scan.take('filler', match[0].length - end.length, match[0].length);
}

/** 'sometime', 'someday': without a date. */
export function takeSomeday(scan: Scan): boolean {
  for (const match of scan.rest.matchAll(SOMEDAY)) {
    scan.take('someday', match.index, match.index + match[0].length);
    return true;
  }
  return false;
}

/** ', split', 'can be split': it may be done in several pieces. */
export function takeSplit(scan: Scan): boolean {
  for (const pattern of [SPLIT, SPLITTABLE]) {
    for (const match of scan.rest.matchAll(pattern)) {
      scan.take('chunk', match.index, match.index + match[0].length);
      return true;
    }
  }
  return false;
}
