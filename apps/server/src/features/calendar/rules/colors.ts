const COLORS: readonly [string, ...string[]] = [
  '#FF9BC8',
  '#4FD3CC',
  '#F7AD62',
  '#5AD6A0',
  '#BCA6FF',
  '#8CC4FF',
];

/** The colour of a new calendar: the first one of those that are used least. */
export function nextColor(used: readonly string[]): string {
  const count = (color: string) => used.filter((other) => other.toUpperCase() === color).length;
  return COLORS.reduce((least, color) => (count(color) < count(least) ? color : least), COLORS[0]);
}
