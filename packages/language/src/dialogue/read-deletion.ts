import type { DialogueData } from './data.ts';
import type { Frame } from './frames.ts';
import { toTaskFrame } from './read-task.ts';
import { readReference } from './references.ts';

export const toDeleteEvent = (text: string, object: string, data: DialogueData): Frame => ({
  act: 'delete_event',
  text,
  reference: readReference(object, data),
  chosen: null,
});

/** 'cancel my afternoon' */
const MY_DAY = /^my (?:whole |entire )?(?:day|morning|afternoon|evening|night|week)\b/i;

/** 'delete all my tasks' is never about events. */
export function toDeletion(text: string, said: string, data: DialogueData): Frame {
  const period = /\bfor the (?:rest|remainder) of\b/i.test(said) ? `all ${said}` : said;
  const today = period.replace(/\bmy (?:whole |entire )?day$/i, 'of today');
  const object = MY_DAY.test(said) ? `all ${today}` : today;
  const { kind, words } = readReference(object, data);
  return kind === 'task' && (words.length === 0 || TASK_WORDS.test(object.trim()))
    ? toTaskFrame('delete_task', text, object, data)
    : toDeleteEvent(text, object, data);
}

const TASK_WORDS =
  /\b(?:tasks?|to-?dos?)$|^all (?:of )?(?:my |the )?(?:open )?(?:tasks|to-?dos) (?:in|on|of|from|under|for) /i;

const DELETING =
  /^(?:cancel|delete|remove|clear|drop|scrap|erase|get rid of|take off|call off|scratch|skip|unschedule|discard|kill|nix|take)(?: out| off)?\s+/i;
const FROM_CALENDAR =
  / (?:from|off|off of|in|on) (?:my |the )?(?:\p{L}{1,20} )?(?:calend[ae]rs?|schedule|agenda|events?|diary)(?= (?:for|on) .{2,30}$|$)/iu;

/** 'the dentist' of 'remove the dentist from my calendar' */
export const withoutDeleting = (clause: string): string =>
  clause.replace(DELETING, '').replace(FROM_CALENDAR, '');
