import { InvalidSlotRequest, listSlots, type SlotRequest } from '@dayloom/time';
import { isHelp, jsonLines, parseJson, readInput } from '../input.ts';
import { UsageError } from '../usage-error.ts';

const HELP = `
Usage: dayloom slots FILE.json          prints a JSON array of slot starts
       dayloom slots --jsonl FILE       one request per line, one answer per line

A request is "slots/1": {timeZone, workingHours: [{days, start, end}], overrides: [{date, start?, end?}],
busy: [{start, end}], window: {start, end}, now, slotMinutes, stepMinutes, bufferBeforeMinutes,
bufferAfterMinutes, minimumNoticeMinutes}, or {"instance": request}. FILE may be - for stdin.
`;

export async function run(args: string[]): Promise<void> {
  if (isHelp(args, HELP)) return;
  const isJsonl = args.includes('--jsonl');
  const files = args.filter((arg) => arg !== '--jsonl');
  const unknown = files.find((arg) => arg.startsWith('--'));
  if (unknown) throw new UsageError(`slots: unknown option ${unknown}`);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new UsageError('slots: give one file (see slots --help)');
  if (!isJsonl) {
    const value = parseJson(
      readInput(file)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
      file,
    );
    process.stdout.write(`${JSON.stringify(parseSlots(value, file))}\n`);
    return;
  }
  for (const { value, place } of jsonLines(file))
    process.stdout.write(`${JSON.stringify(parseSlots(value, place))}\n`);
}

function parseSlots(value: unknown, place: string): string[] {
  const isRow = typeof value === 'object' && value !== null && 'instance' in value;
  try {
    return listSlots((isRow ? value.instance : value) as SlotRequest);
  } catch (error) {
    if (error instanceof InvalidSlotRequest) throw new UsageError(`${place}: ${error.message}`);
    throw error;
  }
}
