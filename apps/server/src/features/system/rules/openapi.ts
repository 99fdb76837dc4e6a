import { ApiErrorBody, api, type Endpoint, errorStatus } from '@dayloom/contracts';
import { z } from 'zod';

type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
type Json = Record<string, unknown>;

export interface OpenApiDocument extends Json {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, OpenApiOperation>>;
  readonly components: { readonly securitySchemes: Json; readonly schemas: Record<string, Json> };
}

export interface OpenApiOperation extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly Json[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Json }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: Json }> };
  readonly responses: Record<string, Json>;
}

/** Content types of responses that are not JSON, by the endpoint's media type. */
const ANSWERED_WITH: Partial<Record<NonNullable<Endpoint['media']>, string>> = {
  'text/event-stream': 'text/event-stream',
  'application/x-www-form-urlencoded': 'text/xml',
  'image/webp': 'image/webp',
};

/** OpenAPI 3.1 generated from the contracts, so that it always matches the server. */
export function openApiDocument(apiBaseUrl: string, productName: string, version: string): OpenApiDocument {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [tag, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, AnyEndpoint][]) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] ??= {};
      paths[path][endpoint.method.toLowerCase()] = operation(`${tag}.${name}`, tag, endpoint, schemas);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version,
      description:
        'Every response has `success`. Errors have a `code` of a closed list and a `message` that says what to do.',
    },
    servers: [{ url: apiBaseUrl }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of the identity provider, or an API token (`dlm_...`).',
        },
      },
      schemas: { ...schemas, Error: toSchema(ApiErrorBody, 'output', schemas, true) },
    },
  };
}

/** Whether the media type is that of the request; otherwise it is that of the response. */
function isUpload(media: AnyEndpoint['media']): boolean {
  return media === 'text/calendar' || media === 'image/*' || media === 'application/json';
}

function operation(
  operationId: string,
  tag: string,
  endpoint: AnyEndpoint,
  schemas: Record<string, Json>,
): OpenApiOperation {
  const body = endpoint.body ? toSchema(endpoint.body, 'input', schemas) : null;
  return {
    operationId,
    summary: endpoint.summary,
    description: endpoint.scope
      ? `API tokens may call this with the scope \`${endpoint.scope}\`.`
      : 'API tokens may not call this.',
    tags: [tag],
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [
      ...toParameters(endpoint.params, 'path', schemas),
      ...toParameters(endpoint.query, 'query', schemas),
    ],
    ...(body && {
      requestBody: {
        required: !endpoint.body?.safeParse(undefined).success,
        content: { 'application/json': { schema: body } },
      },
    }),
    ...(isUpload(endpoint.media) && {
      requestBody: { required: true, content: { [endpoint.media ?? '']: { schema: { type: 'string' } } } },
    }),
    ...(endpoint.media === 'application/x-www-form-urlencoded' && {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: {
          [(endpoint.media && ANSWERED_WITH[endpoint.media]) ?? 'application/json']: {
            schema: toSchema(endpoint.response, 'output', schemas),
          },
        },
      },
      default: {
        description: `Refused. Codes: ${Object.keys(errorStatus).join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function toParameters(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: Record<string, Json>) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input', schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** zod's JSON Schema; named schemas (`.meta({ id })`) are moved to the components. */
function toSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, Json>,
  isTop = false,
): Json {
  const {
    $schema: _dialect,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & { $defs?: Record<string, Json> };
  const rename = (name: string) =>
    io === 'input' && !name.startsWith('New') && !name.endsWith('Change') ? `${name}Input` : name;
  const relink = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(relink);
    if (!value || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        if (key === 'id' && typeof item === 'string') return [];
        if (key !== '$ref' || typeof item !== 'string') return [[key, relink(item)]];
        return [
          [
            key,
            item.replace(/^#\/\$defs\/(.+)$/, (_all, name: string) => `#/components/schemas/${rename(name)}`),
          ],
        ];
      }),
    );
  };
  for (const [name, definition] of Object.entries($defs)) schemas[rename(name)] = relink(definition) as Json;
  const own = relink(json) as Json;
  const name = schema.meta()?.id;
  if (name === undefined || isTop) return own;
  schemas[rename(name)] = own;
  return { $ref: `#/components/schemas/${rename(name)}` };
}
