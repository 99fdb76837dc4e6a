import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CalendarFeeds } from '#features/calendar-sync/ports.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { GuardedFetch } from '../http/guarded-fetch.ts';
import { serverFailure } from '../http/http-failure.ts';

/** Validators with which a server reports that a file is unchanged (RFC 9110 §8.8). Either may be missing. */
interface Validators {
  readonly etag?: string;
  readonly modified?: string;
}

/** Reads .ics files from their addresses. The fetch limits their size. */
export function httpFeeds({ fetch, clock }: { fetch: GuardedFetch; clock: Clock }): CalendarFeeds {
  return {
    async fetch(url, since) {
      const known = readValidators(since.etag);
      const response = await fetch(url, {
        headers: {
          accept: 'text/calendar, application/ics;q=0.9, */*;q=0.1',
          ...(known.etag !== undefined && { 'if-none-match': known.etag }),
          ...(known.modified !== undefined && { 'if-modified-since': known.modified }),
        },
      });
      const received: Validators = {
        ...pick('etag', response.headers.get('etag')),
        ...pick('modified', response.headers.get('last-modified')),
      };
      // Some servers send the whole file despite If-None-Match.
      const isSame = known.etag !== undefined && known.etag === received.etag;
      if (response.status === 304 || (response.ok && isSame)) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw toFailure(response, clock());
      }
      if (!response.body) throw noCalendar('There is nothing at this address. Check it for typing mistakes.');
      const hasValidator = received.etag !== undefined || received.modified !== undefined;
      return {
        ...(await spooled(await calendarBody(response.body))),
        etag: hasValidator ? JSON.stringify(received) : null,
      };
    },
  };
}

function pick<Name extends string>(name: Name, value: string | null): { readonly [key in Name]?: string } {
  return value === null || value.trim() === ''
    ? {}
    : ({ [name]: value } as { readonly [key in Name]: string });
}

function readValidators(text: string | null): Validators {
  if (text === null) return {};
  try {
    return JSON.parse(text) as Validators;
  } catch {
    return {};
  }
}

function toFailure(response: Response, now: Date): ProviderFailure {
  const { status } = response;
  const providerCode = String(status);
  const rejected = (message: string) => new ProviderFailure('rejected', message, { providerCode });
  const failed = serverFailure(response, now);
  if (failed) return failed;
  if (status === 401 || status === 403)
    return rejected('The calendar requires a sign-in. Subscribe to its public or secret address instead.');
  if (status === 404)
    return rejected(
      'There is no calendar at this address. Check it for typing mistakes, or look for its new address.',
    );
  if (status === 410)
    return rejected(
      'The calendar at this address was taken down. Remove it here, or look for the new address.',
    );
  return new ProviderFailure('unavailable', `The server responds with an error (${status}).`, {
    providerCode,
  });
}

function noCalendar(message: string): ProviderFailure {
  return new ProviderFailure('rejected', message, { providerCode: 'not_calendar' });
}

/** Returns the body, or throws before anything is read from it when it begins like a web page. */
async function calendarBody(body: ReadableStream<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const reader = body.getReader();
  const begin: Uint8Array[] = [];
  let start = '';
  let isDone = false;
  while (!isDone && start === '') {
    const { done, value } = await reader.read();
    isDone = done;
    if (!value) continue;
    begin.push(value);
    start = new TextDecoder().decode(value.subarray(0, 256)).trimStart();
  }
  if (start === '') throw noCalendar('There is nothing at this address. Check it for typing mistakes.');
  if (/^<(?:!doctype|html|\?xml|head|body)/i.test(start)) {
    await reader.cancel();
    throw noCalendar(
      'This is the address of a web page, not of a calendar. Look on that page for an address that ends in .ics.',
    );
  }
  return (async function* () {
    try {
      yield* begin;
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    } finally {
      // Closes the connection when the reader stops early.
      await reader.cancel().catch(() => {});
    }
  })();
}

/**
 * Saves the whole body on disk before it is read, because the reader holds a transaction open and a server
 * may send slowly.
 */
async function spooled(
  body: AsyncIterable<Uint8Array>,
): Promise<{ body: AsyncIterable<Uint8Array>; discard(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dayloom-feed-'));
  const file = path.join(folder, 'calendar.ics');
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(body, createWriteStream(file));
  } catch (error) {
    await discard();
    throw error;
  }
  // Opened on the first read, so that an unread body leaves nothing open.
  const read = async function* () {
    yield* createReadStream(file) as AsyncIterable<Uint8Array>;
  };
  return { body: read(), discard };
}
