import { formatClock } from './format-time.ts';

const isTime = (time: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(time);

/** The text of a time field that is neither empty nor a time. */
export const isUnreadableTime = (time: string): boolean => time !== '' && !isTime(time);

/** `HH:MM` in the viewer's spelling; any other text as it is. */
export const formatTypedTime = (time: string): string => (isTime(time) ? formatClock(time) : time);

/** `9`, `9:30`, `14.15`, `14h15`, `930`, `2 pm`. Locales write `p.m.` with spaces of several kinds. */
const WRITTEN = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})?|(\d{2}))?\s?(?:([ap])(?:\.?\s?m)?\.?)?$/;

interface ReadTimeOptions {
  /** For the time at which something ends: midnight is 24:00 and not 00:00. */
  readonly isEndTime?: boolean;
}

/** Reads a typed time of day as `HH:MM`; null if it is none. */
export function readTime(text: string, { isEndTime = false }: ReadTimeOptions = {}): string | null {
  const typed = text.normalize('NFKC').trim().toLowerCase();
  if (typed === 'noon') return '12:00';
  const midnight = isEndTime ? '24:00' : '00:00';
  if (typed === 'midnight') return midnight;
  const [, hour, afterSign, joined, half] = WRITTEN.exec(typed) ?? [];
  if (hour === undefined) return null;
  const hours = Number(hour);
  const minutes = Number(afterSign ?? joined ?? 0);
  if (minutes > 59 || (half !== undefined && (hours < 1 || hours > 12))) return null;
  const inDay = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0);
  if (inDay > 24 || (inDay === 24 && (minutes > 0 || !isEndTime))) return null;
  if (inDay % 24 === 0 && minutes === 0) return midnight;
  return `${String(inDay).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const QUARTER = 15;

/** Every quarter of an hour of a day; the last one is 23:45, or 24:00 where midnight ends the day. */
export function listQuarters({ isEndTime = false }: ReadTimeOptions = {}): string[] {
  const from = isEndTime ? 1 : 0;
  return Array.from({ length: 96 }, (_, at) => {
    const minutes = (at + from) * QUARTER;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  });
}
