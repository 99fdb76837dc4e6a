import { DAY_MS, formatDayNumber, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { toCopy } from './copy-event.ts';
import { createWallClock, type DialogueData, type DialogueEvent, type Mention } from './data.ts';
import { matchesMention } from './find-events.ts';
import type { CreateTaskFrame, Frame } from './frames.ts';
import { readCount } from './number-words.ts';
import { isOnlyTime } from './only-time.ts';
import { LENGTH } from './patterns.ts';
import { toTaskFrame } from './read-task.ts';
import type { DialogueState } from './state.ts';
import { readMinutes, readWhen } from './when.ts';
import { capitalise } from './wording.ts';

/** Whether a text asks for a reminder before something that it does not name. */
export const isReminderBefore = (text: string): boolean => BEFORE.test(text);

/** Requests about the event that was mentioned last, which they do not name. Null for other texts. */
export function readAboutMentioned(text: string, data: DialogueData, state: DialogueState): Frame | null {
  const [mention] = state.mentions;
  const event = mention && data.events.find((one) => matchesMention(one, mention));
  return event ? (readReminderBefore(text, event, data) ?? readAgain(text, event, data)) : null;
}

const PLAN_IT =
  /^(?:and )?(?:plan|schedule|fit in|find (?:a )?(?:time|slot) for|plan in) (?:it|that|this)(?: in)?(?: (?:in(?:to)?|for) my (?:day|week|calendar|plan))?(?: for me)?$/i;
const DO_IT = /^(?:and )?(?:i(?:['’]ll| will) |let['’]?s )?do (?:it|that|this) (?:by |on )?(\S.{1,40})$/i;

const INTO_PROJECT =
  /^(?:and )?(?:put|move|file|add) (?:it|that|this) (?:in|into|under|to) (?:the |my )?(\p{L}[\p{L}\d ]{0,30}?)( project| list)?$/iu;

/** 'put it in finance' names a project, which may be new; 'put it in my calendar' and 'put it in the morning' do not. */
const FILED =
  /^(?:and )?(?:put|file) (?:it|that|this) (?:in|into|under) (?!.{0,30}\b(?:calendar|diary|agenda|schedule|plan|morning|afternoon|evening|night|day|week|weekend|month|year|bin|trash|writing|next|first|last|again|\d+)\b)/i;

/** 'put it in Home': a project that exists, or what is called or filed as one. */
function readProject(text: string, data: DialogueData): string | null {
  const [, name, kind] = INTO_PROJECT.exec(text) ?? [];
  if (!name) return null;
  const known = data.tasks.find(({ project }) => project?.toLowerCase() === name.toLowerCase())?.project;
  return known ?? (kind || FILED.test(text) ? name : null);
}

/** 'all due Friday' */
const ALL_DUE =
  /^(?:and )?(?:(?:they(?:['’]re| are) )?(?:all|both)|each|all of them|both of them)(?: of them)? (?:are )?(?:due |by |for )(?:on |by )?(\S.{1,40})$/i;

/** The tasks that the message before added. */
function listAdded(recent: readonly Frame[] | null, mentions: readonly Mention[]): string[] {
  const count = (recent ?? []).reduce(
    (sum, frame) => sum + (frame.act === 'create_task' ? (frame.line ?? '').split('\n').length : 0),
    0,
  );
  return mentions.slice(0, count).flatMap((mention) => (mention.kind === 'task' ? [mention.id] : []));
}

const REMIND_OF =
  /^(?:and )?(?:also )?remind me (?:of|about) (it|that|this|them|both|these|those)(?: of them)? (\S.{1,40})$/i;

const WHEN_DONE =
  /^(?:and )?(?:so )?when (?:will|am|do|should|can|could) i (?:be )?(?:do(?:ing)?|going to do|start(?:ing)?|work(?:ing)? on|finish) (?:it|that|this)$/i;

/** 'plan it', 'do it today' and 'remind me of both tomorrow' about tasks that were mentioned. Null for other texts. */
export function readAboutTasks(
  text: string,
  data: DialogueData,
  { mentions, recent }: DialogueState,
): Frame[] | null {
  const project = readProject(text, data);
  const [latest] = mentions;
  if (project !== null && latest?.kind === 'task' && recent?.at(-1)?.act.endsWith('_task'))
    return [{ ...toTaskFrame('change_task', text, 'it', data), chosenId: latest.id, project }];
  const due = ALL_DUE.exec(text)?.[1];
  const added = due && isOnlyTime(due, data) ? listAdded(recent, mentions) : [];
  if (due && added.length > 1)
    return added.map((id) => ({ ...toTaskFrame('change_task', text, 'it', data), chosenId: id, to: due }));
  if (WHEN_DONE.test(text) && latest?.kind === 'task' && data.tasks.some(({ id }) => id === latest.id))
    return [{ ...toTaskFrame('explain_task', text, 'it', data), chosenId: latest.id }];
  const [, which, then] = REMIND_OF.exec(text) ?? [];
  const count = which && /^(?:it|that|this)$/i.test(which) ? 1 : 2;
  const ids = mentions
    .flatMap((mention) => (mention.kind === 'task' ? [mention.id] : []))
    .slice(0, which ? count : 1);
  const [id] = ids;
  if (mentions[0]?.kind !== 'task' || !id || !ids.every((one) => data.tasks.some((task) => task.id === one)))
    return null;
  if (PLAN_IT.test(text)) return [{ act: 'plan', text, when: null }];
  const time = then ?? DO_IT.exec(text)?.[1];
  const when = time && isOnlyTime(time, data) ? readWhen(time, data, { isTimeExpected: true }) : null;
  if (!time || !when || (!then && !when.hasDate)) return null;
  return ids.map((one) => ({ ...toTaskFrame('change_task', text, 'it', data), chosenId: one, to: time }));
}

const COUNTED = String.raw`(an?|one|two|three|four|five|\d{1,2}) (days?|weeks?)`;
/** 'remind me 2 days before', 'remind me an hour before it starts', 'remind me to check in 24 hours before' */
const BEFORE = new RegExp(
  String.raw`^(?:and )?(?:also )?remind me (?:(?:about|of) (?:it|that|this) |to (\p{L}.{1,60}?) )?(?:(?:the )?${COUNTED}|(?:the )?(day|night|evening|week)|(${LENGTH})) (?:before(?:hand)?|in advance|earlier|ahead(?: of time)?)(?: (?:it|that|this))?(?: (?:starts|begins))?$`,
  'iu',
);

/** A reminder before an event that is at hand. `start`: an instant. Null for other texts. */
export function readReminderBefore(
  text: string,
  event: Pick<DialogueEvent, 'title' | 'start'>,
  data: DialogueData,
): CreateTaskFrame | null {
  const match = BEFORE.exec(text);
  if (!match) return null;
  const [, what, count, unit, single, length] = match;
  const clock = createWallClock(data);
  const minutes = length ? readMinutes(length) : null;
  const start = clock.toWall(event.start);
  const by =
    minutes === null
      ? toDayBefore(start, clock.now, count ?? 'a', unit ?? single ?? 'day')
      : new Date(start - minutes * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ');
  // Quotes keep words of the title from being read as times.
  const line = `"${(what ? capitalise(what) : event.title).replaceAll('"', '')}" by ${by}`;
  return { act: 'create_task', text, line, project: null, isReminder: true };
}

/** `YYYY-MM-DD`, today at the earliest. */
function toDayBefore(start: number, now: number, count: string, unit: string): string {
  const days = (readCount(count) ?? 1) * (/^week/i.test(unit) ? 7 : 1);
  return formatDayNumber(
    Math.max(Math.floor(start / DAY_MS) - days, Math.floor(floorTo('day', now) / DAY_MS)),
  );
}

/** 'and again on Thursday', 'the same on Friday at 4' */
const AGAIN =
  /^(?:and )?(?:(?:book|schedule|add|create|plan|set up|have|repeat) )?(?:(?:it |that )?again|the same(?: again| thing| meeting| event| call| appointment| one)?|another one|one more)(?: on| at| for)? (.{2,40})$/i;

/** Whether a text asks for the same as something that it does not name. */
export const asksForSame = (text: string): boolean => {
  const [, target] = AGAIN.exec(text) ?? [];
  return (
    target !== undefined && /^(?:book|schedule|add|create|plan|set up|have|repeat) .*\bsame\b/i.test(text)
  );
};

function readAgain(text: string, event: DialogueEvent, data: DialogueData): Frame | null {
  const [, target] = AGAIN.exec(text) ?? [];
  const when = target && isOnlyTime(target, data) ? readWhen(target, data, { isTimeExpected: true }) : null;
  return when?.hasDate ? toCopy(event, when, text, data) : null;
}
