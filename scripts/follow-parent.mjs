// Ends this process, as Ctrl-C would, when the process that started it is gone. npm and the bootstrap forward
// signals, but cannot forward `kill -9`: the server would keep running without a terminal, with its port and
// its data folder. A server started in another way (`nohup`, a service manager) is not affected.
import fs from 'node:fs';

const EVERY_MS = 1_000;

const bootstrap = Number(process.env.DAYLOOM_PARENT_PID);
// Only for this process: processes started by it have another parent.
delete process.env.DAYLOOM_PARENT_PID;
const expected = bootstrap > 1 ? [bootstrap] : process.env.npm_lifecycle_event ? chainToNpm() : [];

if (expected.length > 0) {
  const timer = setInterval(() => {
    const now = ancestors(expected.length);
    if (expected.every((pid, index) => pid === now[index]) && expected.every(isThere)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS);
  timer.unref();
}

/**
 * The ancestors up to npm, whose process may be called node. Some shells stay in between, others are replaced
 * by their command.
 */
function chainToNpm() {
  const [parent, above] = ancestors(2);
  const shell = readStat(parent)?.name;
  const isShell = shell !== undefined && /^(?:sh|dash|bash|ash|zsh|busybox)$/.test(shell);
  if (!isShell) return [parent];
  return above > 1 && /^(?:npm|node|MainThread)/.test(readStat(above)?.name ?? '') ? [parent, above] : [];
}

/** The parent and its ancestors, as far as the system shows them. */
function ancestors(count) {
  const pids = [process.ppid];
  while (pids.length < count) pids.push(readStat(pids.at(-1))?.parent ?? 0);
  return pids;
}

/** Linux shows the parent of any process; elsewhere only our own parent is known. */
function readStat(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
    return { name: text.slice(open + 1, close), parent: Number(text.slice(close + 2).split(' ')[1]) };
  } catch {
    return null;
  }
}

/** On Windows a process keeps the id of a parent that has ended. */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
