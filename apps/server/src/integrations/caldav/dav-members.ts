import { ProviderFailure } from '#platform/provider-failure.ts';

const DAV = 'DAV:';
const CALDAV = 'urn:ietf:params:xml:ns:caldav';
/** The elements we read are 5 levels deep. The cost of an element grows with its depth. */
const MAX_DEEP = 32;
/** Includes namespaces. The parser handles all attributes of an element at once. */
const MAX_ATTRIBUTES = 100;

/** One member in a multistatus (RFC 4918 §13). */
export interface DavMember {
  readonly href: string;
  /** Status of the whole response; null when each property has a status. */
  readonly status: number | null;
  readonly etag: string;
  readonly isCollection: boolean;
  /** The calendar object (RFC 4791 §9.6), if requested. */
  readonly data: string | null;
}

/**
 * Reads the members of a calendar from a response piece by piece while it arrives. A list of ten thousand
 * members is therefore never completely in memory, and other requests run between the pieces. Resolves with
 * the sync token (RFC 6578 §6.2) at the end of the response. Rejects when it is not a multistatus.
 */
export async function readMembers(
  response: Response,
  onMember: (member: DavMember) => void,
): Promise<{ syncToken: string | null }> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true });
  /** The names of the open elements; '' for an element of another namespace. */
  const open: string[] = [];
  let isMultistatus = false;
  let syncToken: string | null = null;
  let text = '';
  let member = blankMember();
  let found = blankProperties();

  parser.on('error', ({ message }) => {
    // Some servers send characters that XML forbids, such as NUL. Here they are harmless and stay in the
    // text.
    if (!/disallowed character\.$|malformed character entity/.test(message)) throw notCaldav();
  });
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw notCaldav();
  });
  parser.on('opentag', ({ local, uri }) => {
    const isData = uri === CALDAV && local === 'calendar-data';
    const name = uri === DAV || isData ? local : '';
    if (open.length === MAX_DEEP) throw notCaldav();
    if (open.length === 0) isMultistatus = name === 'multistatus';
    if (!isMultistatus) throw notCaldav();
    if (open.length === 1 && name === 'response') member = blankMember();
    if (open.at(-1) === 'response' && name === 'propstat') found = blankProperties();
    if (open.at(-1) === 'resourcetype' && name === 'collection') found.isCollection = true;
    open.push(name);
    text = '';
  });
  const gather = (part: string) => {
    text += part;
  };
  parser.on('text', gather);
  parser.on('cdata', gather);
  parser.on('closetag', () => {
    const name = open.pop();
    const within = open.join('/');
    const received = text.trim();
    text = '';
    if (within === 'multistatus' && name === 'sync-token') syncToken = received || null;
    else if (within === 'multistatus' && name === 'response') {
      if (member.href !== '') onMember(member);
    } else if (within === 'multistatus/response') {
      if (name === 'href' && member.href === '') member.href = received;
      if (name === 'status') member.status = parseStatus(received);
      // Properties that are missing or hidden have a separate propstat group with an error status.
      if (name === 'propstat' && (found.status === null || isSuccess(found.status))) {
        member.etag ||= found.etag;
        member.isCollection ||= found.isCollection;
        member.data ??= found.data;
      }
    } else if (within === 'multistatus/response/propstat' && name === 'status')
      found.status = parseStatus(received);
    else if (within === 'multistatus/response/propstat/prop' && name === 'getetag') found.etag = received;
    else if (within === 'multistatus/response/propstat/prop' && name === 'calendar-data')
      found.data = withCalendarLineEnds(received);
  });

  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode()).close();
  if (!isMultistatus) throw notCaldav();
  return { syncToken };
}

function blankMember() {
  return { href: '', ...blankProperties() };
}

function blankProperties() {
  return { status: null as number | null, etag: '', isCollection: false, data: null as string | null };
}

/** XML reads every line end as LF (XML 1.0 §2.11); iCalendar needs CRLF (RFC 5545 §3.1). */
function withCalendarLineEnds(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Parses `HTTP/1.1 404 Not Found`; null for any other text. */
function parseStatus(line: string): number | null {
  const [, code] = /^HTTP\/\S+\s+(\d{3})/i.exec(line) ?? [];
  return code === undefined ? null : Number(code);
}

function notCaldav(): ProviderFailure {
  return new ProviderFailure('unavailable', 'The server does not respond like a calendar server.', {
    providerCode: 'not_caldav',
  });
}
