import { getReason } from './input.ts';
import { UsageError } from './usage-error.ts';

interface Command {
  summary: string;
  load: () => Promise<{ run: (args: string[]) => Promise<void> }>;
}

/** Loaded on demand: `slots` does not need the planner and starts faster without it. */
const COMMANDS: Readonly<Record<string, Command>> = {
  slots: { summary: 'free slots of a request (slots/1)', load: () => import('./commands/slots.ts') },
  expand: { summary: 'occurrences of recurrence rules', load: () => import('./commands/expand.ts') },
  'parse-ics': { summary: 'what iCalendar files hold', load: () => import('./commands/parse-ics.ts') },
  'quick-add': {
    summary: 'the tasks that lines of English describe',
    load: () => import('./commands/quick-add.ts'),
  },
  dates: {
    summary: 'the dates and times that lines of English say',
    load: () => import('./commands/dates.ts'),
  },
  understand: {
    summary: 'what requests in English ask for',
    load: () => import('./commands/understand.ts'),
  },
  plan: { summary: 'a plan for tasks', load: () => import('./commands/plan.ts') },
  score: { summary: 'the cost of a plan and its violations', load: () => import('./commands/score.ts') },
  explain: { summary: 'why a task is planned where it is', load: () => import('./commands/explain.ts') },
  diagnose: {
    summary: 'why not everything fits, and what would fix it',
    load: () => import('./commands/diagnose.ts'),
  },
};

const USAGE = [
  'Usage: npm run --silent dayloom -- COMMAND ARGUMENTS',
  '',
  ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
  '',
  'COMMAND --help shows its options. Results go to stdout, messages to stderr; the exit code is 2 after an error.',
  '',
].join('\n');

// `dayloom slots FILE | head -1` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`dayloom: cannot write to stdout: ${getReason(error)}\n`);
  process.exit(2);
});

await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    if (name === undefined) process.exitCode = 2;
    (name === undefined ? process.stderr : process.stdout).write(USAGE);
    return;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command)
      throw new UsageError(`unknown command '${name}'. Known: ${Object.keys(COMMANDS).join(', ')}`);
    await (await command.load()).run(args);
  } catch (error) {
    process.exitCode = 2;
    if (process.env.DEBUG && !(error instanceof UsageError)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    // The name or content of a file may have control characters, which a terminal would obey.
    const sentence = message.replaceAll(/(?<!\s)\s*\n\s*/g, ' ').replaceAll(/\p{Cc}/gu, '\uFFFD');
    process.stderr.write(`dayloom: ${sentence}\n`);
  }
}
