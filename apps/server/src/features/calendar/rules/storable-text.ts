/** Without what PostgreSQL can't store: NUL characters and halves of surrogate pairs. */
export function clean(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** The same for every text in a value. */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanDeep(item)]));
  }
  return value;
}
