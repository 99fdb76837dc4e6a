import type { FastifyRequest } from 'fastify';
import type { TokenHolder } from '../oauth/oauth-provider.ts';
import type { GraphCalendars } from './graph-calendars.ts';
import { badRequest, syncStateGone } from './graph-error.ts';
import type { Calendar, GraphEvent } from './graph-mailbox.ts';
import { inRequestedZone, pageSize, readRange } from './graph-queries.ts';

interface DeltaToken {
  readonly from: number;
  readonly to: number;
  /** Null in the first delta query. */
  readonly since: number | null;
  readonly change: number;
  readonly offset: number;
}

/** A delta query: pages by nextLink, and a deltaLink for the next query on the last page. */
export function delta(
  calendars: GraphCalendars,
  { account }: TokenHolder,
  calendar: Calendar,
  request: FastifyRequest,
  apiUrl: string,
  isBare: () => boolean,
) {
  const query = request.query as Record<string, string | undefined>;
  const refused = ['$select', '$filter', '$orderby', '$expand', '$search'].find(
    (name) => query[name] !== undefined,
  );
  if (refused) throw badRequest(`${refused} cannot be used with delta.`);
  const given = query['$deltatoken'] ?? query['$skiptoken'];
  const token: DeltaToken =
    given === undefined
      ? { ...readRange(request), since: null, change: calendars.lastChange, offset: 0 }
      : decode(given);
  const isNewQuery = query['$deltatoken'] !== undefined;
  const state = isNewQuery
    ? { ...token, since: token.change, change: calendars.lastChange, offset: 0 }
    : token;
  const { removed, changed } =
    state.since === null
      ? { removed: [], changed: calendars.view(account, calendar, state.from, state.to) }
      : calendars.changesSince(account, calendar, state.since, state.from, state.to);
  const removedSeries = new Set(removed.flatMap(({ id }) => (id.includes('.') ? [id.split('.')[0]] : [])));
  const isSilent = removedSeries.size > 0 && isBare();
  const isListed = ({ id, seriesMasterId }: GraphEvent) =>
    !isSilent || !removedSeries.has(seriesMasterId ?? id ?? undefined);
  const all = [
    ...changed.filter(isListed).map((event) => inRequestedZone(event, request)),
    ...removed.map(({ id, reason }) => ({ id, '@removed': { reason } })),
  ];
  const size = pageSize(request);
  const value = all.slice(state.offset, state.offset + size);
  const offset = state.offset + value.length;
  const base = `${apiUrl}${request.url.replace(/\?.*/s, '').replace(/^.*?\/v1\.0/, '')}`;
  return offset < all.length
    ? { value, '@odata.nextLink': `${base}?$skiptoken=${encode({ ...state, offset })}` }
    : { value, '@odata.deltaLink': `${base}?$deltatoken=${encode({ ...state, offset: 0 })}` };
}

function encode(token: DeltaToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function decode(text: string): DeltaToken {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw syncStateGone();
  }
}
