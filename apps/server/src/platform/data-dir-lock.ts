import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function lockFile(home: string): string {
  return path.join(home, 'server.pid');
}

/** When a process started (proc(5), stat, field 22). Together with the process id it is unique for ever. */
function getProcessStart(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
    return afterName.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function getProcessName(pid: number): string {
  return `${pid} ${getProcessStart(pid)}`.trim();
}

/** Whether another running server uses the folder, so that its database is not orphaned. */
export function isServedElsewhere(home: string): boolean {
  if (!existsSync(lockFile(home))) return false;
  const claimed = readFileSync(lockFile(home), 'utf8');
  const pid = Number.parseInt(claimed, 10);
  return pid > 0 && pid !== process.pid && isAlive(pid) && getProcessName(pid) === claimed;
}

export function alreadyServed(home: string): Error {
  return new Error(`Dayloom already runs on ${home}. Stop it first, or set DATA_DIR to another folder.`);
}

/** Claims the data folder for this process. The returned function releases it. */
export function claimDataDir(dataDir: string): () => void {
  const home = path.resolve(dataDir);
  try {
    mkdirSync(home, { recursive: true });
  } catch (cause) {
    throw new Error(`DATA_DIR ('${dataDir}') cannot be used as a folder. Choose another.`, { cause });
  }
  if (isServedElsewhere(home)) throw alreadyServed(home);
  writeFileSync(lockFile(home), getProcessName(process.pid));
  return () => rmSync(lockFile(home), { force: true });
}
