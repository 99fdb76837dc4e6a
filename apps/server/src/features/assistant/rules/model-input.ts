import { getZone, type Zone } from '@dayloom/time';
import { z } from 'zod';

const TIME =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/;
/** Texts of people, which may look like times, and ids, which do. */
const KEPT = new Set(['title', 'description', 'location', 'notes', 'recurrenceId']);

interface WithInput {
  readonly input: z.ZodType;
}

/** What a tool takes, for a language model: times are local. */
export function toModelSchema(tool: WithInput): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(tool.input, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Models know the formats. Patterns and limits cost room, and are checked anyway.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      delete jsonSchema.maxLength;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.format !== 'date-time') return;
      delete jsonSchema.format;
      jsonSchema.description = 'Local time such as 2026-11-20T15:00';
    },
  });
}

/** The input of a tool as a language model has written it, with instants: times without an offset are the user's. */
export const withInstants = (input: unknown, timeZone: string): unknown =>
  toInstants(input, getZone(timeZone), '');

function toInstants(value: unknown, zone: Zone, key: string): unknown {
  if (typeof value === 'string') {
    const [, local, offset] = KEPT.has(key) ? [] : (TIME.exec(value.trim()) ?? []);
    if (local === undefined) return value;
    const written = Date.parse(`${local}${offset ?? 'Z'}`);
    if (Number.isNaN(written)) return value;
    return new Date(offset === undefined ? zone.localMsToInstant(written) : written).toISOString();
  }
  if (Array.isArray(value)) return value.map((item) => toInstants(item, zone, key));
  if (value === null || typeof value !== 'object') return value;
  // Models write null for what they leave out.
  const given = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(given.map(([name, item]) => [name, toInstants(item, zone, name)]));
}
