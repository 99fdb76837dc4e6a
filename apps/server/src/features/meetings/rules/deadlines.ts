import { DAY_MS, findDayNumber, getZone, HOUR_MS, startOfDayNumber } from '@dayloom/time';

interface AnswerTerms {
  readonly times: readonly Date[];
  readonly answerBy: string | null;
  readonly timeZone: string;
}

/** The hour of the day before the last day to answer. */
const REMINDER_HOUR = 9;

/** When the time to answer is over: at the end of the last day to answer, at the latest when the last time begins. */
export function getExpiry({ times, answerBy, timeZone }: AnswerTerms): Date {
  const last = Math.max(...times.map((time) => time.getTime()));
  const day = answerBy === null ? null : findDayNumber(answerBy);
  return new Date(day === null ? last : Math.min(last, startOfDayNumber(getZone(timeZone), day + 1)));
}

/**
 * When those without an answer are reminded: the day before the last day to answer, or a day before the first time.
 * Null if that has passed.
 */
export function findReminder({ times, answerBy, timeZone }: AnswerTerms, now: Date): Date | null {
  const first = Math.min(...times.map((time) => time.getTime()));
  const day = answerBy === null ? null : findDayNumber(answerBy);
  const at =
    day === null ? first - DAY_MS : startOfDayNumber(getZone(timeZone), day - 1) + REMINDER_HOUR * HOUR_MS;
  return at > now.getTime() ? new Date(at) : null;
}
