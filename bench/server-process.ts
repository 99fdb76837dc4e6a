import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = path.join(path.dirname(fileURLToPath(import.meta.url)), '../apps/server/src/main.ts');
const START_LIMIT_MS = 120_000;

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly address: string;
  stop(): Promise<void>;
}

export function makeFolder(): { path: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-bench-'));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts the real server as a separate process, on loopback. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'fatal', RATE_LIMIT_PER_MINUTE: '100000000', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const giveUpAt = Date.now() + START_LIMIT_MS;
  for (;;) {
    const address = /is ready at (\S+)/.exec(output)?.[1];
    if (address) return { child, address, stop: () => stop(child) };
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start: ${output}`);
    }
    await sleep(20);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Starts a bare server, to which ours is compared. The script prints its address. */
export async function startFloor(
  script: string,
  ...args: readonly string[]
): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, address: line.toString().trim() };
}

/** Creates an account on the provider's pages; returns its access token. */
export async function signUp(address: string): Promise<string> {
  const jar = new Map<string, string>();
  const browse = async (url: string, fields?: Record<string, string>): Promise<string> => {
    const reply = await fetch(new URL(url, address), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location === null)
      throw new Error(`Signing up failed at ${url}: ${reply.status} ${await reply.text()}`);
    return location;
  };
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${address}/auth/callback`;
  const query = new URLSearchParams({
    client_id: 'dayloom-web',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    screen_hint: 'signup',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const person = { firstName: 'Bench', lastName: 'Mark', email: `${randomUUID()}@example.com` };
  const page = await browse(`/oidc/auth?${query.toString()}`);
  const back = await browse(await browse(page, { ...person, password: 'correct horse battery' }));
  const tokens = await fetch(`${address}/oidc/token`, {
    method: 'POST',
    headers: { origin: address },
    body: new URLSearchParams({
      client_id: 'dayloom-web',
      grant_type: 'authorization_code',
      code: new URL(back).searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  });
  const { access_token: token } = (await tokens.json()) as { access_token: string };
  const [, payload = ''] = token.split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  const registered = await fetch(`${address}/api/auth/registerUser`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, auth0Uid: sub, photoUrl: null, provider: 'dayloom' }),
  });
  if (!registered.ok) throw new Error(`Registration failed: ${await registered.text()}`);
  return token;
}
