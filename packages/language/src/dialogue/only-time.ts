import type { DialogueData } from './data.ts';
import { readReference } from './references.ts';

/** Whether a text is a time and nothing else but the words around one. */
export function isOnlyTime(text: string, data: DialogueData): boolean {
  const phrase = text
    .replace(
      /\b(?:instead|please|now|same|the|my|on|at|of|in|for|o'?clock|start|slot|around|about|like|say)\b/gi,
      ' ',
    )
    .trim();
  if (/^\d{1,2}(?:[:.]\d\d)?(?: ?- ?\d{1,2}(?:[:.]\d\d)?)?$/.test(phrase)) return true;
  const reference = readReference(text.replace(/\b(?:at )?(?:the )?same time\b/i, ' '), data);
  return reference.words.filter((word) => !/^\d+$/.test(word)).length === 0 && reference.people.length === 0;
}
