/** Removes what PostgreSQL can't store: NUL characters and unpaired surrogates. */
function clean(text: string): string {
  return text.includes('\u0000') || !text.isWellFormed()
    ? text.replaceAll('\u0000', '').toWellFormed()
    : text;
}

/**
 * An external value with unstorable characters stripped from all its texts, field names included. Values that
 * are not plain data (a date, a stream) are returned unchanged.
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

/** The first `most` UTF-16 units of a text, without splitting a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

const MAX_LINE = 500;
const MAX_TEXT = 20_000;

interface EventTexts {
  readonly title: string;
  readonly description: string;
  readonly location: string;
}

/** The texts of an event as we store them, and which of them were cut. */
export function toStorableTexts({ title, description, location }: EventTexts): EventTexts & {
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
