import type { NewTask } from '@dayloom/contracts';
import { type Draft, startDraft, toTasks } from './import-draft.ts';
import { isDate, readDeadline, readWhen } from './import-words.ts';
import { type ReadContext, type ReadTasks, refuseTooMany } from './imported-tasks.ts';
import { LONGEST_PROJECT, quote, toLine } from './imported-text.ts';
import { UnreadableTasks } from './read-text-file.ts';

/** The project around a to-do of Things, and the heading above it. */
interface ThingsPlace {
  readonly project: string | null;
  readonly heading: string;
  readonly isSomeday: boolean;
  readonly isOver: boolean;
}

const NOWHERE: ThingsPlace = { project: null, heading: '', isSomeday: false, isOver: false };

/**
 * Things' JSON: to-dos, and projects with their to-dos and headings. `when` is a date, `today` or `someday`.
 * Source: Things' documentation of its URL scheme, 'JSON'.
 */
export function readThings(json: string, context: ReadContext): ReadTasks {
  const parsed = parseJson(json);
  const drafts: Draft[] = [];
  const problems: string[] = [];
  let finished = 0;
  const isFinished = ({ completed, canceled }: Record<string, unknown>) =>
    completed === true || canceled === true;
  const visit = (item: unknown, place: ThingsPlace) => {
    if (!isRecord(item) || !isRecord(item['attributes'])) return;
    const { attributes } = item;
    const title = toText(attributes['title']).trim();
    if (item['type'] === 'project') {
      const lost = ['notes', 'tags', 'deadline'].filter((name) => attributes[name] !== undefined);
      if (lost.length > 0)
        problems.push(`Projects have only a name: ${lost.join(' and ')} of '${quote(title)}' are left out.`);
      const inside: ThingsPlace = {
        project: toLine(title, LONGEST_PROJECT) || null,
        heading: '',
        isSomeday: attributes['when'] === 'someday',
        isOver: isFinished(attributes),
      };
      let heading = '';
      for (const one of toList(attributes['items'])) {
        // A heading is a row before its to-dos.
        if (!isRecord(one)) continue;
        if (one['type'] === 'heading' && isRecord(one['attributes']))
          heading = toText(one['attributes']['title']).trim();
        // Things has no projects in projects: a file that nests thousands would exhaust the stack.
        if (one['type'] === 'to-do') visit(one, { ...inside, heading });
      }
      return;
    }
    if (item['type'] !== 'to-do' || title === '') return;
    if (place.isOver || isFinished(attributes)) {
      finished += 1;
      return;
    }
    const heading = toText(attributes['heading']).trim() || place.heading;
    const tags = toList(attributes['tags']).map(toText).filter(Boolean);
    const draft = startDraft(title, [
      toText(attributes['notes']),
      heading && `Heading: ${heading}`,
      tags.length > 0 ? `Tags: ${tags.join(', ')}` : '',
    ]);
    for (const entry of toList(attributes['checklist-items'])) {
      const one = isRecord(entry) && isRecord(entry['attributes']) ? entry['attributes'] : {};
      draft.subtasks.push({ title: toText(one['title']), done: isFinished(one) });
    }
    const project = place.project ?? toLine(toText(attributes['list']), LONGEST_PROJECT);
    draft.fields = {
      ...(project && { project }),
      ...readThingsWhen(toText(attributes['when']), place, title, problems, context),
      ...readThingsDeadline(toText(attributes['deadline']), title, problems, context),
    };
    drafts.push(draft);
    refuseTooMany(drafts);
  };
  for (const item of Array.isArray(parsed) ? parsed : [parsed]) visit(item, NOWHERE);
  return { source: 'Things', isUnverified: true, tasks: toTasks(drafts, problems), finished, problems };
}

function readThingsWhen(
  words: string,
  { isSomeday }: ThingsPlace,
  title: string,
  problems: string[],
  context: ReadContext,
): Partial<NewTask> {
  // 'anytime' is a list without dates.
  const when = words.replace(/^anytime$/, '').replace(/^evening(?=@|$)/, 'today');
  if (when === 'someday' || (when === '' && isSomeday)) return { isSomeday: true };
  return readWhen(when.replace('@', ' at '), title, problems, context);
}

/** A date, also with a time that does not count, or words such as 'next friday'. */
function readThingsDeadline(
  words: string,
  title: string,
  problems: string[],
  context: ReadContext,
): Partial<NewTask> {
  const date = words.trim().replace(/T[\d:.]+(?:Z|[+-][\d:]+)?$/, '');
  if (date === '' || isDate(date) || /^\d{4}-/.test(date)) return readDeadline(date, title, problems);
  const unread: string[] = [];
  const { dueOn } = readWhen(date, title, unread, context);
  return readDeadline(unread.length === 0 && dueOn ? dueOn : date, title, problems);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableTasks('This JSON is damaged or cut off. Export the tasks again.');
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
