import { SyncCursorExpired } from '#features/calendar-sync/model/calendar-session.ts';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { type DavCalls, multistatus, namesIn, toText } from './dav-calls.ts';
import { readMembers } from './dav-members.ts';
import { readCalendarObjects } from './read-objects.ts';

const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';
const OBJECT_PROPERTIES = '<d:prop><d:getetag/><c:calendar-data/></d:prop>';
/** More in one question is more than some servers answer. */
const BATCH = 50;
const MOST_PARTS = 1_000;

/** What a server tells of the state of a calendar. */
interface CollectionState {
  readonly ctag: string | null;
  readonly token: string | null;
  readonly hasSync: boolean;
}

/** News of the members of a calendar: their addresses, with the versions that they have now. */
interface MemberNews {
  readonly present: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
  readonly token: string | null;
}

/** The members of one calendar, by their ids. */
export interface Collection {
  readonly url: URL;
  toUrl(id: string): string;
  state(): Promise<CollectionState>;
  /** All members (RFC 4918 PROPFIND). */
  list(): Promise<ReadonlyMap<string, string>>;
  /** What changed since a token (RFC 6578), with null all there is. Null: the server does not do that. */
  news(token: string | null): Promise<MemberNews | null>;
  /**
   * Reads members in batches. What is not there any more, and what is no event, is missing; null is what is there
   * and larger than we read.
   */
  batches(ids: readonly string[]): AsyncIterable<ReadonlyMap<string, RemoteResource | null>>;
  find(uid: string): Promise<RemoteResource | null>;
}

/** A calendar object as the server holds it. */
export interface CalendarObjectText {
  readonly id: string;
  readonly version: string;
  readonly raw: string;
}

/** Whose calendars are read. */
export interface CollectionOwner {
  readonly userId: string;
  /** The account's own mail addresses. */
  readonly addresses: readonly string[];
}

/** Calendar objects as resources. Missing is one that holds no event, or one that was called off. */
export async function toResources(
  { userId, addresses }: CollectionOwner,
  objects: readonly CalendarObjectText[],
): Promise<RemoteResource[]> {
  const read = await readCalendarObjects(userId, { texts: objects.map(({ raw }) => raw), addresses });
  return objects.flatMap((object, index): RemoteResource[] => {
    const { records = [], problem = null } = read[index] ?? {};
    if (records.length === 0 && problem === null) return [];
    return [{ ...object, holds: 'object', masterId: null, records, partIds: [], problem }];
  });
}

export function openCollection(calls: DavCalls, url: URL, owner: CollectionOwner): Collection {
  const toId = (href: unknown): string => {
    const member = URL.parse(toText(href), url.href);
    if (!member) return '';
    // Hosts change with iCloud, paths do not.
    return member.origin === url.origin ? member.pathname : member.href;
  };
  const isMember = (id: string) => id !== '' && !id.endsWith('/') && id !== toId(url.href);
  const toUrl = (id: string) => new URL(id, url).href;

  const readObjects = async (response: Response): Promise<RemoteResource[]> => {
    const objects: CalendarObjectText[] = [];
    await readMembers(response, ({ href, status, etag, data }) => {
      const id = toId(href);
      if (isMember(id) && status !== 404 && data !== null)
        objects.push({ id, version: toVersion(etag), raw: withoutRangeMarks(data) });
    });
    return toResources(owner, objects);
  };
  const report = (body: string, ...understood: number[]) =>
    calls.listing(...understood)(url.href, { method: 'REPORT', headers: { depth: '1', ...XML }, body });
  const readBatch = async (ids: readonly string[]): Promise<Map<string, RemoteResource>> => {
    const hrefs = ids.map((id) => `<d:href>${escaped(id.startsWith('/') ? id : new URL(id).href)}</d:href>`);
    const response = await report(
      `<c:calendar-multiget ${NAMESPACES}>${OBJECT_PROPERTIES}${hrefs.join('')}</c:calendar-multiget>`,
    );
    const resources = await readObjects(response);
    return new Map(resources.map((resource) => [resource.id, resource]));
  };

  /** In halves where an answer is larger than anybody may send. */
  const readSmaller = async (ids: readonly string[]): Promise<Map<string, RemoteResource | null>> => {
    try {
      return await readBatch(ids);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.providerCode !== 'too_large') throw error;
      if (ids.length === 1) return new Map(ids.map((id) => [id, null]));
      const half = Math.ceil(ids.length / 2);
      return new Map([...(await readSmaller(ids.slice(0, half))), ...(await readSmaller(ids.slice(half)))]);
    }
  };

  return {
    url,
    toUrl,

    async state() {
      const { propfind } = await calls.client();
      const [first] = multistatus(
        await propfind({
          url: url.href,
          props: { 'd:sync-token': {}, 'cs:getctag': {}, 'd:supported-report-set': {} },
          depth: '0',
          fetch: calls.fetch(),
        }),
      );
      const reports = first?.props?.['supportedReportSet']?.supportedReport;
      const token = toText(first?.props?.['syncToken']) || null;
      return {
        ctag: toText(first?.props?.['getctag']) || null,
        token,
        hasSync:
          token !== null || [reports].flat().some((each) => namesIn(each?.report).includes('syncCollection')),
      };
    },

    async list() {
      const response = await calls.listing()(url.href, {
        method: 'PROPFIND',
        headers: { depth: '1', ...XML },
        body: `<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><d:resourcetype/></d:prop></d:propfind>`,
      });
      const members = new Map<string, string>();
      await readMembers(response, ({ href, etag, isCollection }) => {
        const id = toId(href);
        if (isMember(id) && !isCollection) members.set(id, toVersion(etag));
      });
      return members;
    },

    async news(token) {
      const present = new Map<string, string>();
      const gone = new Set<string>();
      let next = token;
      for (let part = 0; part < MOST_PARTS; part += 1) {
        const response = await askForNews(calls, url, next);
        if (!response) {
          if (next !== null) throw new SyncCursorExpired('The server has forgotten the sync token.');
          return null;
        }
        let isCut = false;
        const { syncToken: received } = await readMembers(response, ({ href, status, etag }) => {
          const id = toId(href);
          if (!isMember(id)) {
            // RFC 6578 §3.6: there is more.
            if (status === 507) isCut = true;
          } else if (status === 404 || status === 410) {
            present.delete(id);
            gone.add(id);
          } else {
            gone.delete(id);
            present.set(id, toVersion(etag));
          }
        });
        if (!isCut || received === null || received === next)
          return { present, gone: [...gone], token: received };
        next = received;
      }
      throw new SyncCursorExpired('The server does not come to an end.');
    },

    async *batches(ids) {
      for (let at = 0; at < ids.length; at += BATCH) yield await readSmaller(ids.slice(at, at + BATCH));
    },

    async find(uid) {
      const response = await report(
        `<c:calendar-query ${NAMESPACES}>${OBJECT_PROPERTIES}<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="UID"><c:text-match collation="i;octet">${escaped(uid)}</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`,
        404,
      );
      if (!response.ok) {
        await response.body?.cancel();
        return null;
      }
      const resources = await readObjects(response);
      // The server looks for what contains it.
      return resources.find(({ records }) => records[0]?.uid === uid) ?? null;
    },
  };
}

const NO_NEWS = [400, 403, 404, 405, 409, 410, 412, 415, 501] as const;

const XML = { 'content-type': 'text/xml;charset=UTF-8' };

/** Null: the server refuses the token, or does not know the question. */
async function askForNews(calls: DavCalls, url: URL, token: string | null): Promise<Response | null> {
  const response = await calls.listing(...NO_NEWS)(url.href, {
    method: 'REPORT',
    headers: XML,
    body: `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${escaped(token ?? '')}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`,
  });
  if (response.ok) return response;
  await response.body?.cancel();
  // A calendar that is gone has no token to refuse.
  if (response.status === 404) await calls.fetch()(url.href, { method: 'PROPFIND', headers: { depth: '0' } });
  return null;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** In the form of a header; '' where a server gives none. */
export function toVersion(etag: string | null): string {
  const text = etag?.trim() ?? '';
  return text === '' || /^(?:W\/)?".*"$/.test(text) ? text : `"${text}"`;
}

/** iCloud writes these by the range that is asked for: they are no part of the event. */
function withoutRangeMarks(text: string): string {
  if (!text.includes('X-RECURRENCE-EXCEPTION')) return text;
  return text.replace(/^X-RECURRENCE-EXCEPTION[;:].*(?:\r?\n[ \t].*)*\r?\n?/gm, '');
}
