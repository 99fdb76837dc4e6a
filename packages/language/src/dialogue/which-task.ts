import type { DialogueData } from './data.ts';
import { findTasks } from './find-tasks.ts';
import type { Frame } from './frames.ts';
import { ask, type FrameOutcome } from './outcome.ts';
import type { Reference } from './references.ts';
import { describeTask } from './wording.ts';

const MAX_OFFERED = 6;

/** 'move the report to Friday' where no event is called so, but several tasks: each choice is the whole request. */
export function askWhichTask(
  { text, reference }: Pick<Frame, 'text'> & { readonly reference: Reference },
  data: DialogueData,
): FrameOutcome | null {
  const at = reference.text === '' ? -1 : text.indexOf(reference.text);
  if (at === -1 || reference.words.length === 0) return null;
  const found = findTasks(reference, data, { mentions: [] });
  if (found.kind !== 'several') return null;
  const choices = found.tasks.slice(0, MAX_OFFERED).map((task) => ({
    label: describeTask(task, data),
    text: `${text.slice(0, at)}"${task.title.replaceAll('"', '')}"${text.slice(at + reference.text.length)}`,
    mention: null,
  }));
  return ask('task', 'Which task do you mean?', choices);
}
