import { understand } from '../understanding/understand.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { isFound } from './edit-reader.ts';
import type { Frame } from './frames.ts';
import { DAY } from './patterns.ts';
import { toCreate } from './read-create.ts';
import { readEdit } from './read-edit.ts';
import { readReference } from './references.ts';
import { toOneLine, trimEnd } from './trimming.ts';
import { CHORES, VERBS } from './verbs.ts';

/** Pasted notes and mails that become tasks or events. */

const AS_TASKS =
  /^(?:please )?(?:turn|make|convert|change) (?:this|these|the following|it|that)(?: \w+)?(?: \w+)? (?:into|to) (?:a list of )?tasks?\b[:.]?|^(?:add|create) (?:these|the following) (?:as )?(?:tasks|to-?dos)\b[:.]?|^(?:tasks|to-?dos?|action items)\s*:/i;
/** 'turn this into tasks' behind what was pasted. */
const AS_TASKS_BEHIND =
  /\n\s{0,5}(?:please )?(?:turn|make|convert|change) (?:this|these|it|that)(?: \w{1,20})? into tasks?[.!]?\s{0,5}$/i;
/** 'add these to my list:', 'shopping list:' above several lines. */
const LIST_ABOVE =
  /^(?:(?:please )?(?:add|put|create)\b[^\n:]{0,60}\b|(?:here(?:['’]s| is| are) )?(?:my |the )?(?:to[- ]?do )?)?(?:tasks|to-?dos|these|(?:(\p{L}{3,20}) )?list)\b[^\n:]{0,40}:(?=[^\n]{0,300}\n)/iu;
/** 'groceries: milk, bread' */
const LIST_BESIDE = /^(?:my )?(shopping|grocer(?:y|ies)|packing)(?: list)?:\s{0,3}(?=\S)/i;
/** 'today I need to call Bo, email Sue and finish the slides' */
const TO_DO = new RegExp(
  String.raw`^(?:(${DAY}|this week)[,:]? )?i (?:still |really )?(?:need|have|want|ought) to (\p{L}.{3,300}?)( ${DAY}| this week)?$`,
  'iu',
);
const NO_PROJECT = /^(?:todo|task|the|this|that|following|our)$/i;
const AS_EVENT =
  /^(?:please )?(?:turn|make|convert|change) (?:this|the following|it|that)(?: \w+)?(?: \w+)? (?:into|to) an? (?:event|appointment|meeting)\b[:.]?/i;
const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)]|\[[ x]?\])\s*/;
/** More tasks than this are not added at once. */
export const MAX_PASTED = 50;
/** Lines of a mail that are not work: greetings, signatures, quoted text. */
const NO_TASK =
  /^(?:hi|hello|dear|hey|thanks|thank you|best|regards|cheers|kind regards|sincerely|from|to|sent|subject|cc|date)\b[^a-z]{0,3}|^>/i;

/** 'call mom', and no time at which it is. */
const CHORE_LINE = new RegExp(`^ {0,3}(?:${CHORES}) [^\\d\\n]{2,120}$`, 'i');
/** More lines than this are notes, not requests. */
export const MAX_COMMANDS = 8;
/** What changes something that there is. */
const CHANGING =
  /^(?:please )?(?:move|cancel|delete|re-?schedule|push|postpone|shift|rename|extend|shorten|invite|skip)\b/i;
const COMMAND = new RegExp(`^(?:please )?(?:(?:${CHORES}|${VERBS})\\b)`, 'i');

/**
 * The lines of a message, if each is a request of its own and one of them changes an event that there is: 'move the
 * dentist to 3' and 'cancel the gym'. Null for other texts, such as lists of things to do.
 */
export function splitCommandLines(text: string, data: DialogueData): string[] | null {
  const lines = text
    .split('\n')
    .map((line) => toOneLine(line.replace(BULLET, '')))
    .filter((line) => line !== '');
  if (lines.length < 2 || lines.length > MAX_COMMANDS || !lines.every((line) => COMMAND.test(line)))
    return null;
  if (lines.some((line) => line.endsWith(':'))) return null;
  const isChange = (line: string) => {
    const frame = CHANGING.test(line) ? readEdit(line, data) : null;
    const object = CANCELLED.exec(line)?.[1];
    const reference = frame?.act === 'change_event' ? frame.reference : object && readReference(object, data);
    return reference ? isFound(reference, data) : false;
  };
  return lines.some(isChange) ? lines.map(trimEnd) : null;
}

const CANCELLED = /^(?:please )?(?:cancel|delete|skip) (.{2,80})$/i;

/** The frames of a pasted text; null for other messages. */
export function readPastedText(text: string, data: DialogueData): Frame[] | null {
  const asTasks = AS_TASKS.exec(text);
  if (asTasks) {
    const rest = text.slice(asTasks[0].length);
    // 'tasks: buy paint, call the electrician and measure the windows'
    const isLine =
      /^(?:tasks|to-?dos|action items)/i.test(text) && !rest.includes('\n') && rest.includes(',');
    return toTasks(isLine ? rest.split(/[,;] ?(?:and )?| and /i).join('\n') : rest, null);
  }
  const behind = AS_TASKS_BEHIND.exec(text);
  if (behind) return toTasks(text.slice(0, behind.index), null);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isList = (pattern: RegExp) => lines.length > 1 && lines.every((line) => pattern.test(line));
  if (isList(BULLET) || isList(CHORE_LINE)) return toTasks(text, null);
  const above = LIST_ABOVE.exec(text);
  if (above) {
    const name = above[1]?.toLowerCase();
    return toTasks(text.slice(above[0].length), name === undefined || NO_PROJECT.test(name) ? null : name);
  }
  const beside = LIST_BESIDE.exec(text);
  if (beside?.[1]) {
    const items = text
      .slice(beside[0].length)
      .split(/[,;\n]| and /i)
      .join('\n');
    return toTasks(items, beside[1].toLowerCase());
  }
  const [, first = '', work = '', last = ''] = TO_DO.exec(text) ?? [];
  const parts = splitLine(work);
  if (parts.length > 1 && !parts.some((part) => ABOUT_CALENDAR.test(part)))
    return toTasks(parts.map((part) => `${part}${toDeadline(first || last)}`).join('\n'), null);
  const asEvent = AS_EVENT.exec(text);
  const rest = asEvent && toLines(text.slice(asEvent[0].length));
  if (!rest?.[0]) return null;
  const { now } = createWallClock(data);
  const whole = rest.join(', ').slice(0, 600);
  const said = understand(whole, { now, isMonthFirst: data.isMonthFirst });
  return [{ ...toCreate(whole, said, data), title: rest[0].slice(0, 200) }];
}

/** What changes the calendar is no work: 'I need to move lunch and cancel the review'. */
const ABOUT_CALENDAR =
  /^(?:move|cancel|delete|re-?schedule|remove|change|push|shift|rename|add|book|schedule|block|create|invite|set|plan|show|find|what|when|where|who|how)\b/i;

const toDeadline = (day: string): string => (day === '' ? '' : ` by ${day.trim().replace(/^on /i, '')}`);

function toTasks(text: string, project: string | null): Frame[] | null {
  const lines = toLines(text);
  return lines.length === 0
    ? null
    : lines.map((line) => ({ act: 'create_task', text: line, line, project, isReminder: false }));
}

/** Behind 'todo:', each part of one line that begins with a verb is a task of its own. */
const BEGINS_WITH_WORK = new RegExp(`^(?:${CHORES}|${VERBS})\\b`, 'i');

function splitLine(line: string): string[] {
  const parts = line.split(/,? and |, /i).map((part) => part.trim());
  return parts.every((part) => BEGINS_WITH_WORK.test(part)) ? parts : [line];
}

function toLines(text: string): string[] {
  const lines = text.trim().split(/\r?\n|;\s+/);
  const [only = '', ...others] = lines;
  // The other lines of a mail are not steps.
  const steps = lines.filter((line) => BULLET.test(line));
  const chosen = steps.length > 1 && lines.some((line) => /:\s{0,5}$/.test(line)) ? steps : lines;
  return (others.length === 0 ? splitLine(only) : chosen)
    .map((line) => line.replace(BULLET, '').trim())
    .filter((line) => line !== '' && !NO_TASK.test(line))
    .map((line) => line.slice(0, 300));
}
