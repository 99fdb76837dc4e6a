import { DAY_MS, HOUR_MS, type Interval, intersectIntervals } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { toWindow } from './create-event.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { isFree } from './free-slots.ts';
import { type FrameOutcome, say } from './outcome.ts';
import { readWhen } from './when.ts';
import { describeTime } from './wording.ts';

const NEXT_FREE =
  /\b(?:next|first) (?:completely |fully |entirely |totally )?(?:free|open|clear|empty) (morning|afternoon|evening|day)\b/i;

/** From which hour of the day to which. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 22],
  day: [0, 24],
};

const PART = '(?:morning|afternoon|evening|day)';
const WHOLLY = '(?:completely|fully|entirely|totally|all)';
const FREE = '(?:free|open|clear|empty)';

/** 'which mornings are free this week', 'is there a day that is free' */
const WHICH_FREE = new RegExp(
  String.raw`\b(?:which|what) (${PART})s? (?:are|is|am i|will be|will i be) (?:${WHOLLY} |still )?${FREE}\b|\b(?:is there|are there|do i have|have i got) (?:an?|any) (?:(?:whole|full|entire|${WHOLLY}) ){0,2}(?:${FREE} (${PART})|(${PART})s?(?: (?:that|which) is| that['’]s)?(?: ${WHOLLY})? ${FREE})s?\b`,
  'i',
);

/** 'my next free afternoon', 'which mornings are free': those without anything in them; null for any other question. */
export function answerFreeParts(text: string, data: DialogueData): FrameOutcome | null {
  const next = NEXT_FREE.exec(text)?.[1]?.toLowerCase();
  const [, which, any, one] = WHICH_FREE.exec(text) ?? [];
  const part = next ?? (which ?? any ?? one)?.toLowerCase();
  const hours = part === undefined ? undefined : PARTS[part];
  if (!part || !hours) return null;
  // 'next week', without the part of the day.
  const rest = text.replace(NEXT_FREE, ' ').replace(WHICH_FREE, ' ');
  const within = toWindow(readWhen(rest, data), data);
  const slots = listFreeParts(part, hours, within, data);
  const [first] = slots;
  if (next)
    return first
      ? say(`Your next free ${part} is ${describeTime(first, data)}.`, { slots: [first] })
      : say(`I found no ${part} that is free as a whole${within ? ' then' : ''}.`);
  const shown = slots.slice(0, within ? MAX_SHOWN : MAX_WITHOUT_PERIOD);
  return first
    ? say([`Free ${part}s:`, ...shown.map((slot) => `• ${describeTime(slot, data)}`)].join('\n'), {
        slots: shown,
      })
    : say(
        `No ${part} is free as a whole${within ? ' then' : ''}. Ask 'When am I free this week?' for shorter times.`,
      );
}

/** From which hour to which somebody is awake. */
const WAKING = [8, 22] as const;

const MAX_SHOWN = 14;
const MAX_WITHOUT_PERIOD = 5;

/** The parts of days that have nothing in them, the earliest first. */
function listFreeParts(
  part: string,
  hours: readonly [number, number],
  within: Interval | null,
  data: DialogueData,
): Interval[] {
  const clock = createWallClock(data);
  const first = floorTo('day', clock.toWall(Math.max(within?.start ?? data.now, data.now)));
  const last = floorTo('day', clock.toWall((within?.end ?? data.hours.at(-1)?.end ?? data.now) - 1));
  const days = Array.from(
    { length: Math.max(0, (last - first) / DAY_MS + 1) },
    (_, at) => first + at * DAY_MS,
  );
  // Of a weekend, the waking hours count.
  const isLeisure =
    within !== null &&
    within.start < (data.hours.at(-1)?.end ?? 0) &&
    intersectIntervals(data.hours, [within]).length === 0;
  const span = isLeisure ? [Math.max(hours[0], WAKING[0]), Math.min(hours[1], WAKING[1])] : hours;
  return days.flatMap((day) => {
    const [start, end] = span.map((hour) => clock.toInstant(day + hour * HOUR_MS));
    const whole = { start: start ?? 0, end: end ?? 0 };
    // An evening is free time. The rest of the day counts as far as one works then.
    const open = part === 'evening' || isLeisure ? [whole] : intersectIntervals(data.hours, [whole]);
    const [opens, closes] = [open[0]?.start, open.at(-1)?.end];
    if (opens === undefined || closes === undefined || opens < data.now) return [];
    return open.every((interval) => isFree(interval, data.busy)) ? [{ start: opens, end: closes }] : [];
  });
}
