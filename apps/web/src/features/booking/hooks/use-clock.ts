import { useMemo, useState } from 'react';
import { createLocalTime, guessTimeZone, hasTwelveHours, type LocalTime } from '../model/local-time.ts';

/** How times are shown, as the visitor may change it. */
export interface Clock {
  readonly localTime: LocalTime;
  readonly setTimeZone: (timeZone: string) => void;
  readonly setTwelveHours: (isTwelveHours: boolean) => void;
}

/** The visitor's zone and clock: at first the browser's. */
export function useClock(): Clock {
  const [timeZone, setTimeZone] = useState(guessTimeZone);
  const [isTwelveHours, setTwelveHours] = useState(hasTwelveHours);
  const localTime = useMemo(() => createLocalTime(timeZone, isTwelveHours), [timeZone, isTwelveHours]);
  return { localTime, setTimeZone, setTwelveHours };
}
