import { once } from 'node:events';
import { type SandboxOptions, startSandbox } from './sandbox.ts';

// Ctrl-C in a terminal reaches both processes: the server says when to stop.
process.on('SIGINT', () => {});

/** The process beside the server: told what to be by its first message, gone as soon as its parent is. */
const [options] = (await once(process, 'message')) as [SandboxOptions];
const gone = once(process, 'disconnect');
const sandbox = await startSandbox(options);
process.send?.({ url: sandbox.url, smtpUrl: sandbox.smtpUrl });
await gone;
await sandbox.close();
process.exit(0);
