/** Times for people: the viewer's zone, 12 or 24 hours as their locale has it. */
const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const longDate = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const shortDate = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });

export const formatTime = (date: Date): string => time.format(date);
export const formatTimeRange = (from: Date, to: Date): string => time.formatRange(from, to);
export const formatLongDate = (date: Date): string => longDate.format(date);
export const formatShortDate = (date: Date): string => shortDate.format(date);
