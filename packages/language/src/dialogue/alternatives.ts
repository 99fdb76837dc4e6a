import type { DialogueData } from './data.ts';
import { isOnlyTime } from './only-time.ts';
import type { DialogueChoice } from './outcome.ts';
import { withoutTimes } from './references.ts';

const OR = /^(.{3,200}) or (.{2,40})$/i;

/** 'lunch tomorrow or Friday' as two requests to choose from; null if no two times are said. */
export function readAlternatives(text: string, data: DialogueData): readonly DialogueChoice[] | null {
  const [, first, second] = OR.exec(text) ?? [];
  if (!first || !second || !isOnlyTime(second, data) || withoutTimes(second, data).said === '') return null;
  const { said, rest } = withoutTimes(first, data);
  if (said === '' || !first.trimEnd().endsWith(lastTime(said))) return null;
  const before = first.slice(0, first.lastIndexOf(lastTime(said)));
  if (rest.trim() === '') return null;
  return [
    { label: lastTime(said), text: first, mention: null },
    { label: second, text: `${before}${second}`, mention: null },
  ];
}

/** `said` are the times of a text with a space behind each. */
const lastTime = (said: string): string => said.trim();
