/**
 * The longest time, in milliseconds, for which `work` blocked the event loop. It is the thread's own CPU time: on a busy
 * machine the thread also waits for a core, which says nothing about the work.
 */
export async function measureLongestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = usedMs();
  const tick = () => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 5);
  try {
    await work();
  } finally {
    tick();
    clearInterval(timer);
  }
  return longest;
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
