import { SyncCursorExpired } from '#features/calendar-sync/model/calendar-session.ts';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { calendarGone, type DavCalls, multistatus, namesIn, toText } from './dav-calls.ts';
import { readMembers } from './dav-members.ts';
import { readCalendarObjects } from './read-objects.ts';

const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';
const OBJECT_PROPERTIES = '<d:prop><d:getetag/><c:calendar-data/></d:prop>';
/** Some servers refuse more members in one request. */
const BATCH = 50;
const MAX_PARTS = 1_000;

/** The server's properties about the state of a calendar. */
interface CollectionState {
  readonly ctag: string | null;
  readonly token: string | null;
  readonly hasSync: boolean;
}

/** Changed members of a calendar: their ids with their current versions. */
interface MemberChanges {
  readonly present: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
  readonly token: string | null;
}

/** The members of one calendar, by id. */
export interface Collection {
  readonly url: URL;
  toUrl(id: string): string;
  state(): Promise<CollectionState>;
  /** All members (RFC 4918 PROPFIND). */
  list(): Promise<ReadonlyMap<string, string>>;
  /**
   * Changes since a token (RFC 6578); a null token lists all members. Returns null when the server has no
   * sync tokens.
   */
  listChanges(token: string | null): Promise<MemberChanges | null>;
  /**
   * Reads members in batches. Deleted members and objects without events are absent. Null stands for a member
   * that is too large to read.
   */
  batches(ids: readonly string[]): AsyncIterable<ReadonlyMap<string, RemoteResource | null>>;
  /** The unchanged text of a member, even without an event. */
  findText(id: string): Promise<CalendarObjectText | null>;
  find(uid: string): Promise<RemoteResource | null>;
}

/** A calendar object as the server stores it. */
export interface CalendarObjectText {
  readonly id: string;
  readonly version: string;
  readonly raw: string;
}

/** The user whose calendars are read. */
export interface CollectionOwner {
  readonly userId: string;
  /** Their email addresses at the server. */
  readonly addresses: readonly string[];
  /** The one of them with which they invite. */
  readonly organizer: string;
}

/** Converts calendar objects into resources. Objects without events and cancelled events are left out. */
export async function toResources(
  { userId, addresses }: Pick<CollectionOwner, 'userId' | 'addresses'>,
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
    // iCloud changes hosts, but not paths.
    return member.origin === url.origin ? member.pathname : member.href;
  };
  const isMember = (id: string) => id !== '' && !id.endsWith('/') && id !== toId(url.href);
  const toUrl = (id: string) => new URL(id, url).href;

  const readTexts = async (response: Response): Promise<CalendarObjectText[]> => {
    const objects: CalendarObjectText[] = [];
    await readMembers(response, ({ href, status, etag, data }) => {
      const id = toId(href);
      if (isMember(id) && status !== 404 && data !== null)
        objects.push({ id, version: toVersion(etag), raw: withoutRangeMarks(data) });
    });
    return objects;
  };
  const readObjects = async (response: Response) => toResources(owner, await readTexts(response));
  const report = (body: string, ...understood: number[]) =>
    calls.listing(...understood)(url.href, { method: 'REPORT', headers: { depth: '1', ...XML }, body });
  const multiget = (ids: readonly string[]) => {
    const hrefs = ids.map((id) => `<d:href>${escaped(id.startsWith('/') ? id : new URL(id).href)}</d:href>`);
    return report(
      `<c:calendar-multiget ${NAMESPACES}>${OBJECT_PROPERTIES}${hrefs.join('')}</c:calendar-multiget>`,
    );
  };
  const readBatch = async (ids: readonly string[]): Promise<Map<string, RemoteResource>> => {
    const resources = await readObjects(await multiget(ids));
    return new Map(resources.map((resource) => [resource.id, resource]));
  };

  /** Splits the batch in halves when the response is too large. */
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
      // Some servers report this status on the response inside a multistatus (RFC 4918 §13).
      if (first?.status === 404 || first?.status === 410) throw calendarGone(String(first.status));
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

    async listChanges(token) {
      const present = new Map<string, string>();
      const gone = new Set<string>();
      let next = token;
      for (let part = 0; part < MAX_PARTS; part += 1) {
        const response = await requestChanges(calls, url, next);
        if (!response) {
          if (next !== null) throw new SyncCursorExpired('The server no longer accepts the sync token.');
          return null;
        }
        let isCut = false;
        const { syncToken: received } = await readMembers(response, ({ href, status, etag }) => {
          const id = toId(href);
          if (!isMember(id)) {
            // RFC 6578 §3.6: the result is truncated.
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
      throw new SyncCursorExpired('The list of changes does not end.');
    },

    async *batches(ids) {
      for (let at = 0; at < ids.length; at += BATCH) yield await readSmaller(ids.slice(at, at + BATCH));
    },

    async findText(id) {
      const [found] = await readTexts(await multiget([id]));
      return found ?? null;
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
      // The server searches for UIDs that contain the text.
      return resources.find(({ records }) => records[0]?.uid === uid) ?? null;
    },
  };
}

const NO_SYNC = [400, 403, 404, 405, 409, 410, 412, 415, 501] as const;

const XML = { 'content-type': 'text/xml;charset=UTF-8' };

/** Null when the server refuses the token or does not support the report. */
async function requestChanges(calls: DavCalls, url: URL, token: string | null): Promise<Response | null> {
  const response = await calls.listing(...NO_SYNC)(url.href, {
    method: 'REPORT',
    headers: XML,
    body: `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${escaped(token ?? '')}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`,
  });
  if (response.ok) return response;
  await response.body?.cancel();
  // A deleted calendar has no token to refuse, so this call reports the deletion.
  if (response.status === 404) await calls.fetch()(url.href, { method: 'PROPFIND', headers: { depth: '0' } });
  return null;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The version in the form of an ETag header; '' when the server gives none. */
export function toVersion(etag: string | null): string {
  const text = etag?.trim() ?? '';
  return text === '' || /^(?:W\/)?".*"$/.test(text) ? text : `"${text}"`;
}

/** iCloud writes these lines according to the requested range. They are not part of the event. */
function withoutRangeMarks(text: string): string {
  if (!text.includes('X-RECURRENCE-EXCEPTION')) return text;
  return text.replace(/^X-RECURRENCE-EXCEPTION[;:].*(?:\r?\n[ \t].*)*\r?\n?/gm, '');
}
