interface NumberOption {
  readonly value: number;
  readonly label: string;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** `45 minutes`, `1 hour 30`, `2 days` */
export function formatMinutes(minutes: number): string {
  if (minutes >= DAY_MINUTES && minutes % DAY_MINUTES === 0) return counted(minutes / DAY_MINUTES, 'day');
  if (minutes < HOUR_MINUTES) return counted(minutes, 'minute');
  const rest = minutes % HOUR_MINUTES;
  return `${counted(Math.floor(minutes / HOUR_MINUTES), 'hour')}${rest ? ` ${rest}` : ''}`;
}

const toChoices = (words: (value: number) => string, values: readonly number[]) => (current: number) =>
  [...new Set([...values, current])].sort((a, b) => a - b).map((value) => ({ value, label: words(value) }));

type Choices = (current: number) => readonly NumberOption[];

/** Each with the current value, which may have been set by a program. */
export const buffers: Choices = toChoices(
  (minutes) => (minutes === 0 ? 'None' : formatMinutes(minutes)),
  [0, 5, 10, 15, 20, 30, 45, 60, 90, 120],
);
export const notices: Choices = toChoices(
  (minutes) => (minutes === 0 ? 'None' : formatMinutes(minutes)),
  [
    0,
    15,
    30,
    HOUR_MINUTES,
    2 * HOUR_MINUTES,
    4 * HOUR_MINUTES,
    8 * HOUR_MINUTES,
    DAY_MINUTES,
    2 * DAY_MINUTES,
    3 * DAY_MINUTES,
    7 * DAY_MINUTES,
    14 * DAY_MINUTES,
  ],
);
export const horizons: Choices = toChoices((days) => counted(days, 'day'), [7, 14, 30, 60, 90, 180, 365]);
const caps = (period: string) =>
  toChoices(
    (count) => (count === 0 ? 'No limit' : `${count} a ${period}`),
    [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30],
  );
export const dailyCaps: Choices = caps('day');
export const weeklyCaps: Choices = caps('week');

export const steps = ([5, 10, 15, 20, 30, 60] as const).map((value) => ({
  value,
  label: `Every ${value === 60 ? 'hour' : formatMinutes(value)}`,
}));

export const colors = [
  { value: '#4FD3CC', label: 'Teal' },
  { value: '#5CAAFF', label: 'Blue' },
  { value: '#A488FF', label: 'Purple' },
  { value: '#FF9BC8', label: 'Pink' },
  { value: '#FF8589', label: 'Red' },
  { value: '#F7AD62', label: 'Orange' },
  { value: '#5AD6A0', label: 'Green' },
  { value: '#B9B5CA', label: 'Grey' },
] as const;

export const lengths = [15, 30, 45, 60, 90] as const;
