import { createReadStream } from 'node:fs';
import { createCalendarReader } from '@dayloom/time/icalendar';
import { getReason, isHelp } from '../input.ts';
import { UsageError } from '../usage-error.ts';

const HELP = `
Usage: dayloom parse-ics FILE...

Prints for each file one line {"file", "events", "todos", "problems": [{"line", "message"}]}: the numbers of
VEVENT and VTODO components, and the parts that could not be read. FILE may be - for stdin.
`;

export async function run(args: string[]): Promise<void> {
  if (isHelp(args, HELP)) return;
  const unknown = args.find((arg) => arg.startsWith('--'));
  if (unknown) throw new UsageError(`parse-ics: unknown option ${unknown}`);
  if (args.length === 0) throw new UsageError('parse-ics: give at least one file (see parse-ics --help)');
  for (const file of args) {
    const reader = createCalendarReader();
    try {
      const stream = file === '-' ? process.stdin : createReadStream(file);
      for await (const chunk of stream) reader.push(chunk as Buffer);
    } catch (error) {
      throw new UsageError(`cannot read ${file}: ${getReason(error)}`);
    }
    const { events, todos, problems } = reader.end();
    process.stdout.write(`${JSON.stringify({ file, events, todos, problems })}\n`);
  }
}
