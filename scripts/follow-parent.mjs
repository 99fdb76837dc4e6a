// Ends this process, as Ctrl-C would, when the one that started it is gone. npm and the bootstrap pass signals
// on, but nobody can pass on `kill -9`: the server would go on without a terminal and hold its port and its
// data folder. Whoever starts the server by itself (`nohup`, a service manager) is not followed.
import fs from 'node:fs';

const EVERY_MS = 1_000;

const bootstrap = Number(process.env.DAYLOOM_PARENT_PID);
// For this process only: what it starts has another parent.
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

/** The processes up to npm, which may be named after its Node. Some shells stay between, others become what they run. */
function chainToNpm() {
  const [parent, above] = ancestors(2);
  const shell = statOf(parent)?.name;
  const isShell = shell !== undefined && /^(?:sh|dash|bash|ash|zsh|busybox)$/.test(shell);
  if (!isShell) return [parent];
  return above > 1 && /^(?:npm|node|MainThread)/.test(statOf(above)?.name ?? '') ? [parent, above] : [];
}

/** The parent and those above it, as far as the system tells. */
function ancestors(count) {
  const pids = [process.ppid];
  while (pids.length < count) pids.push(statOf(pids.at(-1))?.parent ?? 0);
  return pids;
}

/** Linux tells of any process who its parent is; elsewhere there is only our own. */
function statOf(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
    return { name: text.slice(open + 1, close), parent: Number(text.slice(close + 2).split(' ')[1]) };
  } catch {
    return null;
  }
}

/** Windows leaves a process the number of a parent that has ended. */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
