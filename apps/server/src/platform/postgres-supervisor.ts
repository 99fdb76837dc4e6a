import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export const STOP_TIMEOUT_MS = 15_000;
const FIRST_RESTART_PAUSE_MS = 100;
const LONGEST_RESTART_PAUSE_MS = 1_000;
const REPORT_EVERY_MS = 10_000;

interface Supervision {
  readonly launch: () => ChildProcess;
  readonly untilReady: (server: ChildProcess) => Promise<void>;
  readonly report: (line: string) => void;
}

/** Starts PostgreSQL and restarts it whenever it ends, until it is stopped. */
export function superviseServer({ launch, untilReady, report }: Supervision) {
  let server: ChildProcess | undefined;
  const stopping = new AbortController();

  const start = async () => {
    const fresh = launch();
    server = fresh;
    try {
      await untilReady(fresh);
    } catch (error) {
      await stopProcess(fresh);
      throw error;
    }
    fresh.once('exit', () => void restart());
    // The server may have ended after its reply and before the previous line.
    if (hasEnded(fresh)) void restart();
  };
  const restart = async () => {
    let pause = FIRST_RESTART_PAUSE_MS;
    let reportedAt = Date.now();
    while (!stopping.signal.aborted) {
      try {
        await start();
        report('PostgreSQL ended unexpectedly and was started again.');
        return;
      } catch (error) {
        // After kill -9 PostgreSQL refuses to start until its children have flushed their writes and released
        // the shared memory. On a slow disk this takes seconds.
        if (Date.now() - reportedAt >= REPORT_EVERY_MS && !stopping.signal.aborted) {
          report(`PostgreSQL could not be restarted yet: ${String(error)}`);
          reportedAt = Date.now();
        }
        await sleep(pause, undefined, { ref: false });
        pause = Math.min(2 * pause, LONGEST_RESTART_PAUSE_MS);
      }
    }
  };
  return {
    start,
    async stop() {
      stopping.abort();
      if (server) await stopProcess(server);
    },
  };
}

export function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

async function stopProcess(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  server.ref();
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  // SIGINT is PostgreSQL's fast shutdown: it rolls back open transactions and writes a checkpoint.
  server.kill('SIGINT');
  await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  if (!hasEnded(server)) server.kill('SIGQUIT');
}
