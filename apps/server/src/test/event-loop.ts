/** The longest time, in milliseconds, for which `work` blocked the event loop. */
export async function measureLongestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
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
