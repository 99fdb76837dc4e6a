import type { DialogueData } from './data.ts';
import { isOnlyTime } from './only-time.ts';
import type { DialogueChoice } from './outcome.ts';
import { DAY, TIME } from './patterns.ts';
import { withoutTimes } from './references.ts';

const OR = /^(.{3,200}) or (.{2,40})$/i;
/** 'yoga tomorrow at 6 or 7' */
const CLOCKS = new RegExp(String.raw`^(.{3,200} (?:at|to) )(${TIME}) or (?:at )?(${TIME})( ${DAY})?$`, 'i');

/** 'lunch tomorrow or Friday' as two requests to choose from; null if no two times are said. */
export function readAlternatives(text: string, data: DialogueData): readonly DialogueChoice[] | null {
  const [, before, one, other, day = ''] = CLOCKS.exec(text) ?? [];
  if (before && one && other)
    return [one, other].map((label) => ({ label, text: `${before}${label}${day}`, mention: null }));
  const [, first, second] = OR.exec(text) ?? [];
  if (!first || !second || !isOnlyTime(second, data) || withoutTimes(second, data).timeText === '')
    return null;
  const { timeText, rest } = withoutTimes(first, data);
  const time = timeText.trim();
  if (time === '' || !first.trimEnd().endsWith(time) || rest.trim() === '') return null;
  const words = first.slice(0, first.lastIndexOf(time));
  return [
    { label: time, text: first, mention: null },
    { label: second, text: `${words}${second}`, mention: null },
  ];
}
