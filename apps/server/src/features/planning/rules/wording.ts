/** How sentences about the plan name tasks and times. */
export function createWording(titles: Readonly<Record<string, string>>, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return {
    getName: (task: string) => titles[task] ?? 'another task',
    formatTime: (instant: string) => format.format(new Date(instant)),
  };
}
