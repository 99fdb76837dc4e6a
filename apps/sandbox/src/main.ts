import { once } from 'node:events';
import { type SandboxOptions, startSandbox } from './sandbox.ts';

// Ctrl-C in a terminal reaches both processes; the server decides when to stop.
process.on('SIGINT', () => {});

/** The sandbox process: its first message has the options, and it ends when its parent does. */
const [options] = (await once(process, 'message')) as [SandboxOptions];
const gone = once(process, 'disconnect');
const sandbox = await startSandbox(options);
process.send?.({ url: sandbox.url, smtpUrl: sandbox.smtpUrl });
await gone;
await sandbox.close();
process.exit(0);
