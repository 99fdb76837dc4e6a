import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Sandbox, SandboxAddress, SandboxSecrets } from '#platform/sandbox.ts';

const MAIN = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../../sandbox/src/main.ts');
const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 3_000;
const SECRET_BYTES = 24;

export function sandboxSecrets(): SandboxSecrets {
  const secret = () => randomBytes(SECRET_BYTES).toString('hex');
  return {
    stripeKey: `demo_sk_${secret()}`,
    stripeWebhook: `whsec_${secret()}`,
    oauthClient: secret(),
    twilioToken: secret(),
    caldavPassword: appSpecificPassword(),
    todoistToken: `demo_todoist_${secret()}`,
    inboundMail: secret(),
  };
}

/** In Apple's format, because people copy it by hand: `abcd-efgh-ijkl-mnop`. */
function appSpecificPassword(): string {
  const letters = () => String.fromCharCode(...Array.from({ length: 4 }, () => 97 + randomInt(26)));
  return [letters(), letters(), letters(), letters()].join('-');
}

/**
 * Runs the sandbox as a child process, which ends with this one, even after a crash. `googleCallsPerMinute`
 * raises the limit of its Google for tests and benchmarks that fill it fast.
 */
export function sandboxProcess(
  config: Config,
  log: Log,
  { googleCallsPerMinute }: { readonly googleCallsPerMinute?: number } = {},
): Sandbox {
  const secrets = sandboxSecrets();
  let child: ChildProcess | undefined;
  let starting: Promise<SandboxAddress> | undefined;

  const start = async (): Promise<SandboxAddress> => {
    child = fork(MAIN, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The sandbox could not be started (exit code ${code}).`);
    });
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('The sandbox did not start in time.')), START_TIMEOUT_MS).unref();
    });
    child.send({
      serverUrl: `http://${config.HOST === '0.0.0.0' ? 'localhost' : config.HOST}:${config.PORT}`,
      publicUrl: config.publicUrl,
      apiBaseUrl: config.apiBaseUrl,
      secrets,
      stateFile: path.join(config.DATA_DIR, 'sandbox.json'),
      googleCallsPerMinute,
    });
    const [address] = await Promise.race([once(child, 'message'), ended, late]);
    // The child must not keep the server running.
    child.unref();
    child.channel?.unref();
    child.once('exit', (code) => {
      log.warn({ code }, 'The sandbox process ended; it restarts when it is needed');
      starting = undefined;
    });
    ended.catch(() => {});
    return address as SandboxAddress;
  };

  return {
    secrets,
    address() {
      starting ??= start().catch((error) => {
        starting = undefined;
        child?.kill();
        throw error;
      });
      return starting;
    },
    async close() {
      if (!child || child.exitCode !== null || !child.connected) return;
      child.removeAllListeners('exit');
      const gone = once(child, 'exit');
      child.disconnect();
      const timer = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await gone;
      clearTimeout(timer);
    },
  };
}
