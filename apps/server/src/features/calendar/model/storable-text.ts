/** Without what PostgreSQL can't store: NUL characters and halves of surrogate pairs. */
function clean(text: string): string {
  return text.includes('\u0000') || !text.isWellFormed()
    ? text.replaceAll('\u0000', '').toWellFormed()
    : text;
}

/**
 * A value from outside as it can be stored: every text in it without what PostgreSQL can't keep, names of fields too.
 * What is no plain value (a date, a stream) stays as it is.
 */
export function toStorable<Value>(value: Value): Value {
  return cleanDeep(value) as Value;
}

function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), cleanDeep(item)]));
  }
  return value;
}

/** The beginning of a text, of so many UTF-16 units at most and never of half a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

const MAX_LINE = 500;
const MAX_TEXT = 20_000;

/** The texts of an event that people read. */
interface EventTexts {
  readonly title: string;
  readonly description: string;
  readonly location: string;
}

/** The texts of an event as they are kept here, and which of them are longer at their source. */
export function keptTexts({ title, description, location }: EventTexts): EventTexts & {
  readonly shortened: readonly (keyof EventTexts)[];
} {
  const line = (text: string) => text.replace(/\s+/g, ' ').trim();
  const whole: EventTexts = {
    title: line(title),
    description: description.replace(/\r\n?/g, '\n').trimEnd(),
    location: line(location),
  };
  const kept: EventTexts = {
    title: cutText(whole.title, MAX_LINE),
    description: cutText(whole.description, MAX_TEXT),
    location: cutText(whole.location, MAX_LINE),
  };
  const shortened = (['title', 'description', 'location'] as const).filter(
    (field) => kept[field] !== whole[field],
  );
  return { ...kept, shortened };
}
