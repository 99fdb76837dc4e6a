import { pickMain, type Times } from '@dayloom/language/times';

const toText = (time: number): string => new Date(time).toISOString().slice(0, 19);

/** The main time and repetition of a text: local times, the end exclusive, the rule as RFC 5545 parts. */
export function describeTimes(times: Times): object {
  const { time, repeat } = pickMain(times);
  return {
    start: time && toText(time.start),
    end: time?.end == null ? null : toText(time.end),
    grain: time?.unit ?? null,
    rrule: repeat?.rule ?? null,
  };
}
