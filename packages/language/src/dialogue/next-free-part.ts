import { DAY_MS, HOUR_MS, intersectIntervals } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { toWindow } from './create-event.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { isFree } from './free-slots.ts';
import { type Outcome, say } from './outcome.ts';
import { readWhen } from './when.ts';
import { sayTime } from './wording.ts';

const NEXT_FREE =
  /\b(?:next|first) (?:completely |fully |entirely |totally )?(?:free|open|clear|empty) (morning|afternoon|evening|day)\b/i;

/** From which hour of the day to which. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 22],
  day: [0, 24],
};

/** 'my next free afternoon': the first one without anything in it; null for any other question. */
export function answerNextFreePart(text: string, data: DialogueData): Outcome | null {
  const part = NEXT_FREE.exec(text)?.[1]?.toLowerCase();
  const hours = part === undefined ? undefined : PARTS[part];
  if (!part || !hours) return null;
  // 'next week', without the part of the day.
  const within = toWindow(readWhen(text.replace(NEXT_FREE, ' '), data), data);
  const clock = createWallClock(data);
  const first = floorTo('day', clock.toWall(Math.max(within?.start ?? data.now, data.now)));
  const last = floorTo('day', clock.toWall((within?.end ?? data.hours.at(-1)?.end ?? data.now) - 1));
  for (let day = first; day <= last; day += DAY_MS) {
    const [start, end] = hours.map((hour) => clock.toInstant(day + hour * HOUR_MS));
    const whole = { start: start ?? 0, end: end ?? 0 };
    // An evening is free time. The rest of the day counts as far as one works then.
    const open = part === 'evening' ? [whole] : intersectIntervals(data.hours, [whole]);
    const [opens, closes] = [open[0]?.start, open.at(-1)?.end];
    if (opens === undefined || closes === undefined || opens < data.now) continue;
    if (!open.every((interval) => isFree(interval, data.busy))) continue;
    const slot = { start: opens, end: closes };
    return say(`Your next free ${part} is ${sayTime(slot, data)}.`, { slots: [slot] });
  }
  return say(`I found no ${part} that is free as a whole${within ? ' then' : ''}.`);
}
