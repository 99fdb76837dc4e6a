import type * as Graph from '@microsoft/microsoft-graph-types';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest } from './graph-error.ts';
import { toEtag } from './graph-event-rules.ts';
import type { GraphEvent } from './graph-mailbox.ts';
import { toDateTimeTimeZone, toInstant } from './graph-times.ts';

const DEFAULT_PAGE = 10;
const MAX_PAGE = 1_000;

export function readRange(request: FastifyRequest): { from: number; to: number } {
  const { startDateTime = '', endDateTime = '' } = request.query as Record<string, string | undefined>;
  const parseValue = (text: string) => Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  const [from, to] = [parseValue(startDateTime), parseValue(endDateTime)];
  if (Number.isNaN(from) || Number.isNaN(to) || to < from)
    throw badRequest('startDateTime and endDateTime are needed, in this order.');
  return { from, to };
}

export function preferences(request: FastifyRequest): string {
  return [request.headers['prefer'] ?? ''].flat().join(', ');
}

export function pageSize(request: FastifyRequest): number {
  const top = (request.query as Record<string, string | undefined>)['$top'];
  const asked = Number(/odata\.maxpagesize=(\d+)/.exec(preferences(request))?.[1] ?? top ?? DEFAULT_PAGE);
  return Math.min(Math.max(asked || DEFAULT_PAGE, 1), MAX_PAGE);
}

export function toPage(request: FastifyRequest, all: readonly unknown[], apiUrl: string) {
  const url = new URL(request.url.replace(/^.*?\/v1\.0/, ''), 'http://graph');
  const skip = Number(url.searchParams.get('$skip') ?? 0);
  const size = pageSize(request);
  const value = all.slice(skip, skip + size);
  if (skip + value.length >= all.length) return { value };
  url.searchParams.set('$skip', String(skip + value.length));
  return { value, '@odata.nextLink': `${apiUrl}${url.pathname}${url.search}` };
}

/** An event in the requested zone. Ids stay the same with `IdType="ImmutableId"`. */
export function inRequestedZone(event: GraphEvent, request: FastifyRequest) {
  const zone = /outlook\.timezone="([^"]+)"/.exec(preferences(request))?.[1] ?? 'UTC';
  const { calendarId: _, cancelledOccurrences: __, singleValueExtendedProperties: ___, ...rest } = event;
  const inZone = (moment: Graph.NullableOption<Graph.DateTimeTimeZone> | undefined) =>
    // The days of all-day events are the same in every zone.
    toDateTimeTimeZone(toInstant(moment), event.isAllDay ? 'UTC' : zone);
  return { '@odata.etag': toEtag(event), ...rest, start: inZone(event.start), end: inZone(event.end) };
}

/** The properties named in `$select`, or all without it. */
export function applySelect(event: object, request: FastifyRequest): object {
  const { $select } = request.query as Record<string, string | undefined>;
  if ($select === undefined) return event;
  const names = new Set($select.split(','));
  return Object.fromEntries(
    Object.entries(event).filter(([name]) => name.startsWith('@') || name === 'id' || names.has(name)),
  );
}

/** Properties that are returned for a single event only, and only on request. */
export function applyExpand(event: GraphEvent, request: FastifyRequest, exceptions: () => unknown[]) {
  const { $select = '', $expand = '' } = request.query as Record<string, string | undefined>;
  const isMaster = event.type === 'seriesMaster';
  const property = /singleValueExtendedProperties\(\$filter=id eq '([^']+)'\)/.exec($expand)?.[1];
  const properties = event.singleValueExtendedProperties?.filter(({ id }) => id === property) ?? [];
  return {
    ...(isMaster &&
      $select.includes('cancelledOccurrences') && {
        cancelledOccurrences: event.cancelledOccurrences ?? [],
      }),
    ...(isMaster &&
      $select.includes('exceptionOccurrences') &&
      $expand.includes('exceptionOccurrences') && { exceptionOccurrences: exceptions() }),
    ...(properties.length > 0 && { singleValueExtendedProperties: properties }),
  };
}

/** The filters that the product uses; others are rejected, like invalid ones. */
export function readFilter(request: FastifyRequest): (event: GraphEvent) => boolean {
  const filter = (request.query as Record<string, string | undefined>)['$filter'];
  if (filter === undefined) return () => true;
  const value = (quoted: string) => quoted.replaceAll("''", "'");
  const [, iCalUId] = /^iCalUId eq '((?:[^']|'')*)'$/.exec(filter) ?? [];
  if (iCalUId !== undefined) return (event) => event.iCalUId === value(iCalUId);
  const [, id, held] =
    /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '((?:[^']|'')*)'\)$/.exec(
      filter,
    ) ?? [];
  if (id === undefined || held === undefined) throw badRequest(`Invalid filter clause: ${filter}`);
  return ({ singleValueExtendedProperties = [] }) =>
    singleValueExtendedProperties?.some((property) => property.id === id && property.value === value(held)) ??
    false;
}

export function parseBody(request: FastifyRequest): Graph.Event {
  const { body } = request;
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw badRequest('Unable to read JSON request payload.');
  return body;
}

export function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`${issue?.path.join('.')}: ${issue?.message}`);
}
