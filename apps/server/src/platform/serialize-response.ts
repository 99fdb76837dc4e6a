import fastJson, { type AnySchema } from 'fast-json-stringify';
import { z } from 'zod';

type Serialize = (response: unknown) => string;

const known = new WeakMap<z.ZodType, Serialize>();

/**
 * The function that writes a response as JSON: the fields of its schema and no others, whatever the object
 * contains. It checks nothing else. It is compiled at the first response, because a process uses few of them.
 */
export function createSerializer(schema: z.ZodType): Serialize {
  return (response) => {
    const serialize = known.get(schema) ?? fastJson(toClosedSchema(schema) as AnySchema);
    known.set(schema, serialize);
    return serialize(response);
  };
}

interface JsonSchema extends Partial<Readonly<Record<'anyOf' | 'oneOf', readonly JsonSchema[]>>> {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
}

/**
 * The schema in the dialect of fast-json-stringify, with the structure alone: formats would leave strings
 * unescaped, and limits are for input. An empty schema stands for any value.
 */
export function toClosedSchema(schema: z.ZodType): object {
  const json = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  return close(json, json.$defs ?? {});
}

function close(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): object {
  const inner = (part: JsonSchema) => close(part, definitions);
  if (schema.$ref !== undefined) {
    const definition = definitions[schema.$ref.replace('#/$defs/', '')];
    if (!definition) throw new Error(`The schema refers to '${schema.$ref}', which is not defined.`);
    return inner(definition);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return closeChoice(choices, inner);
  const { type, properties, required = [], propertyNames, additionalProperties, items, prefixItems } = schema;
  if (type === undefined) return {};
  if (type === 'array')
    return { type, ...(prefixItems ? closeTuple(prefixItems.map(inner)) : { items: inner(items ?? {}) }) };
  if (type !== 'object') return { type, ...('const' in schema && { const: schema.const }) };
  const rest = typeof additionalProperties === 'object' ? additionalProperties : null;
  if (rest && propertyNames?.enum) {
    const named = propertyNames.enum.map((name) => [name, inner(rest)] as const);
    return { type, properties: Object.fromEntries(named), required };
  }
  return {
    type,
    properties: Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, property]) => [name, inner(property)]),
    ),
    required,
    ...(rest && { additionalProperties: inner(rest) }),
  };
}

function closeChoice(choices: readonly JsonSchema[], inner: (part: JsonSchema) => object): object {
  const others = choices.filter(({ type }) => type !== 'null');
  const [first = {}] = others;
  // Literals of one type, such as the priorities 1 to 4.
  const areLiterals = others.every((choice) => 'const' in choice && choice.type === first.type);
  const isOne = others.length === 1;
  const closed = isOne ? inner(first) : areLiterals ? { type: first.type } : { anyOf: others.map(inner) };
  return others.length < choices.length ? allowNull(closed) : closed;
}

function allowNull(schema: object): object {
  if ('type' in schema) return { ...schema, nullable: true };
  if ('anyOf' in schema) return { anyOf: [...(schema.anyOf as object[]), { type: 'null' }] };
  return schema;
}

function closeTuple(items: readonly object[]): object {
  return { items, minItems: items.length, additionalItems: false };
}
