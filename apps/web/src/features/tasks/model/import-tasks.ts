import { readList } from './import-list.ts';
import { readThings } from './import-things.ts';
import { readTickTick } from './import-ticktick.ts';
import { readTodoist } from './import-todoist.ts';
import type { ReadContext, ReadTasks } from './imported-tasks.ts';
import { LONGEST_PROJECT, toLine } from './imported-text.ts';
import { UnreadableTasks } from './read-text-file.ts';

/**
 * Reads a file of another app, or a list; the name of the file may name the project. Refuses files of a known kind that
 * are damaged or of another app: read as lists, they would become tasks that nobody wrote.
 */
export function readTasks(text: string, fileName: string | null, context: ReadContext): ReadTasks {
  const whole = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const content = whole.trim();
  refuseOthers(content);
  if (/^(?:\{|\[\s*[[{"])/.test(content) || /\.json$/i.test(fileName ?? ''))
    return readThings(content, context);
  const [first = ''] = content.split('\n', 1);
  const todoist = /^"?TYPE"?([,;\t])"?CONTENT/i.exec(first)?.[1];
  if (todoist) return readTodoist(content, todoist, toProject(fileName), context);
  if (content.includes('Folder Name') && content.includes('List Name')) return readTickTick(content, context);
  // A backup begins with lines about it.
  if (/\.csv$/i.test(fileName ?? '') && (/[,;\t]/.test(first) || /"[,;\t]"/.test(content.slice(0, 2_000))))
    throw new UnreadableTasks(
      'The columns of this CSV are not those of Todoist or TickTick. Other tables can be imported as a list: one task a line.',
    );
  return readList(withoutBlankLines(whole), context);
}

/** Removes those at both ends. The first line that is left keeps its indentation. */
function withoutBlankLines(text: string): string {
  const start = text.length - text.trimStart().length;
  return text.slice(text.lastIndexOf('\n', start) + 1).trimEnd();
}

/** Read line by line, files of these kinds would become tasks that nobody wrote. */
function refuseOthers(content: string): void {
  if (/^BEGIN:VCALENDAR/i.test(content))
    throw new UnreadableTasks(
      "This is a calendar file. Import it under Accounts, by 'Import .ics file', for its events.",
    );
  if (/^(?:%PDF-|\{\\rtf|<\?xml|<!doctype|<html)/i.test(content))
    throw new UnreadableTasks('This is a document or a web page, not a list. Copy its text, and paste it.');
}

/** `Work.csv` and `Work [2203306141].csv` are exports of the project Work. */
function toProject(fileName: string | null): string | null {
  const name = fileName
    ?.replace(/\.csv$/i, '')
    .replace(/ ?\[\d+\]$/, '')
    .trim();
  return name ? toLine(name, LONGEST_PROJECT) : null;
}
