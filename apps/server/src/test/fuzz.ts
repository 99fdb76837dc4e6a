import type { OpenApiDocument, OpenApiOperation } from '../features/system/rules/openapi.ts';

type Schema = Record<string, unknown>;

/** A small seeded generator (mulberry32): the same seed gives the same cases. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Values that break parsers, databases and date code. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2_147_483_648,
  9_007_199_254_740_992,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\uffff',
  "' or 1=1 --",
  '%',
  '\\',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '𝕏'.repeat(500),
  'x'.repeat(30_000),
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '275760-09-13T00:00:00Z',
  '1900-01-01T00:00:00+23:59',
  '2199-12-31T23:59:59.999Z',
  '2026-11-20T10:00:00Z',
  '2026-11-20',
  'Infinity',
  'NaN',
  'UTC',
  'Europe/Berlin',
  '00000000-0000-0000-0000-000000000000',
  'FREQ=SECONDLY',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;COUNT=999999999999',
  [],
  {},
  [[]],
  [null],
  { __proto__: null, constructor: { prototype: 1 } },
  { $gt: '' },
  Array.from({ length: 2_000 }, () => 0),
];

export interface FuzzCase {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/** Endless requests over all operations of the document: half plausible, half hostile. */
export function* fuzzCases(
  document: OpenApiDocument,
  seed: number,
  knownIds: readonly string[],
): Generator<FuzzCase> {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  const sample = (schema: Schema, depth = 0): unknown => {
    if (random() < 0.12 || depth > 6) return pick(HOSTILE);
    if (typeof schema.$ref === 'string')
      return sample(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1);
    const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (options) return sample(pick(options), depth + 1);
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) return pick(schema.enum);
    switch (schema.type) {
      case 'object': {
        const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
        const required = new Set((schema.required ?? []) as string[]);
        const kept = properties.filter(([name]) => (required.has(name) ? random() > 0.05 : random() > 0.5));
        const fields = kept.map(([name, property]) => [name, sample(property, depth + 1)]);
        if (random() < 0.05) fields.push(['unexpected', pick(HOSTILE)]);
        return Object.fromEntries(fields);
      }
      case 'array':
        return Array.from({ length: Math.floor(random() * 3) }, () =>
          sample(
            (schema.items ?? (schema.prefixItems as Schema[] | undefined)?.[0] ?? {}) as Schema,
            depth + 1,
          ),
        );
      case 'integer':
      case 'number':
        return pick([1, 2, 30, 45, 120, 480, -5, 10_081]);
      case 'boolean':
        return random() < 0.5;
      case 'null':
        return null;
      default:
        return sampleText(schema);
    }
  };
  const sampleText = (schema: Schema): string => {
    const format = schema.format;
    if (format === 'uuid') return random() < 0.7 ? pick(knownIds) : '3d5f1f7e-2f2b-4a0e-9a55-0d2b6b1c7a11';
    if (format === 'date')
      return `2026-1${Math.floor(random() * 3)}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
    if (format === 'date-time')
      return new Date(Date.UTC(2026, 10, 16) + Math.floor(random() * 1_000) * 900_000).toISOString();
    return pick([
      'Report',
      'Europe/Berlin',
      'FREQ=WEEKLY;BYDAY=MO',
      '09:00',
      '#5CAAFF',
      'ümläut 😀',
      'a'.repeat(200),
    ]);
  };

  const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const toUrl = (path: string, { parameters }: OpenApiOperation): string => {
    let url = path;
    const query: string[] = [];
    for (const parameter of parameters) {
      const value = random() < 0.15 ? pick(HOSTILE) : sample(parameter.schema);
      const text = encodeURIComponent((asText(value) ?? '').toWellFormed()).slice(0, 4_000);
      if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, text || 'x');
      else if (parameter.required ? random() > 0.05 : random() > 0.5) query.push(`${parameter.name}=${text}`);
    }
    return `/api${url}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  };

  for (;;) {
    const { path, method, operation } = pick(operations);
    // A stream never ends.
    if (path === '/stream') continue;
    const [[media, content] = ['application/json', { schema: {} }]] = Object.entries(
      operation.requestBody?.content ?? {},
    );
    const hasBody = operation.requestBody !== undefined && random() > 0.05;
    const broken = random() < 0.05;
    const body = !hasBody
      ? undefined
      : broken
        ? pick(['{', '[1,', 'null', '"x"', '{"a":1e999}', '\u0000'])
        : media === 'text/calendar'
          ? pick([
              'BEGIN:VCALENDAR\nEND:VCALENDAR',
              asText(pick(HOSTILE)),
              'BEGIN:VEVENT\nDTSTART:20261120\nRRULE:FREQ=SECONDLY',
            ])
          : sample(content.schema);
    yield {
      method: method.toUpperCase(),
      url: toUrl(path, operation),
      body,
      headers:
        random() < 0.03
          ? { 'content-type': pick(['text/html', 'application/xml', 'application/json; charset=latin1', '']) }
          : hasBody
            ? { 'content-type': media === 'image/*' ? pick(['image/png', 'image/jpeg', 'image/gif']) : media }
            : {},
    };
  }
}
