import type { DialogueData } from './data.ts';
import type { Frame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { findPeople } from './people.ts';
import { readReference, splitPeople } from './references.ts';
import { mergeWhen } from './replies.ts';

/** A change that is wanted of something else as well: 'and shampoo too', 'and Sam as well'. */

const TOO = /^(?:and |also |plus )?(.{1,80}?),? (?:too|as well|also)$/i;
const AND =
  /^(?:and|also|plus) (?:also )?(?!then\b|what\b|when\b|where\b|who\b|how\b|if\b|(?:make|move|put|mark|set|call|rename|push|invite|cancel|delete) (?:it|that|this|them)\b)(.{1,60})$/i;

/** What the addition is about; null if the text is no addition. */
export function readAddition(text: string): string | null {
  return TOO.exec(text)?.[1] ?? AND.exec(text)?.[1] ?? null;
}

/** The change with more guests; null if it is not about guests, or the words name nobody who is known. */
export function addGuests(frame: Frame, object: string, data: DialogueData): Frame | null {
  const people = splitPeople(object);
  if (people.length === 0 || findPeople(people, data).unknown.length > 0) return null;
  if (frame.act === 'create_event' && frame.people.length > 0)
    return { ...frame, people: [...frame.people, ...people] };
  if (frame.act !== 'change_event' || frame.edit.invited.length === 0) return null;
  return { ...frame, edit: { ...frame.edit, invited: [...frame.edit.invited, ...people] } };
}

const CHANGING =
  /^(?:remove|delete|cancel|move|complete|finish|mark|undo|push|re-?schedule|rename|change) \S/i;

/** The same change of another object; null if it cannot be repeated. */
export function repeatFrame(frame: Frame, object: string, data: DialogueData): Frame | null {
  const named = readReference(object, data);
  // 'and next week' is another one of the same.
  const isTimeAlone = named.when?.hasDate === true && named.words.length + named.people.length === 0;
  const reference =
    isTimeAlone && isOnlyTime(object, data) && 'reference' in frame && frame.reference.words.length > 0
      ? { ...frame.reference, when: named.when }
      : named;
  switch (frame.act) {
    case 'change_event':
      return frame.edit.title === null ? { ...frame, text: object, reference, chosen: null } : null;
    case 'delete_event':
      // 'and also cancel the dentist' says the verb once more.
      if (CHANGING.test(object)) return null;
      return { ...frame, text: object, reference, chosen: null };
    case 'complete_task':
    case 'reopen_task':
    case 'delete_task':
    case 'change_task':
      return { ...frame, text: object, reference, chosenId: null };
    case 'create_event':
      return isTimeAlone && isOnlyTime(object, data) && frame.recurrenceRule === null
        ? { ...frame, text: object, when: mergeWhen(frame.when, named.when), isAtFreeTime: false }
        : null;
    case 'create_task':
      // 'and remove milk' is a request of its own.
      return frame.isReminder || CHANGING.test(object) ? null : { ...frame, text: object, line: object };
    default:
      return null;
  }
}
