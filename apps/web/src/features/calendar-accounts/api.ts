import { calendarAccountsApi, calendarApi } from '@dayloom/contracts';
import { ApiError, call } from '#lib/api.ts';
import { type CalendarDomain, type ConnectedCalendar, domainNames } from './model/connected-calendars.ts';

export type ConsentDomain = Exclude<CalendarDomain, 'apple'>;

/** A failed step of connecting, with the specification's message and the cause if known. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  /** The server's messages by field. */
  get fields(): Readonly<Record<string, string>> {
    return this.cause instanceof ApiError ? this.cause.fields : {};
  }
}

async function withFailureMessage<Answer>(message: string, work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (cause) {
    throw new ConnectFailure(message, { cause });
  }
}

/**
 * The address of Google's consent page. The page's query string is sent as `state`, so that the user returns
 * to the page unchanged.
 */
export async function getGoogleAuthUrl(pageQuery: string, account?: string): Promise<string> {
  const { authUrl } = await withFailureMessage(
    'Failed to get Google Calendar authorization URL',
    call(calendarAccountsApi.getGoogleAuthUrl, { query: { state: pageQuery, account } }),
  );
  return withState(authUrl, pageQuery);
}

export async function getOutlookAuthUrl(account?: string): Promise<string> {
  const { authUrl } = await withFailureMessage(
    'Failed to get Outlook Calendar authorization URL',
    call(calendarAccountsApi.getOutlookAuthUrl, { query: { state: 'outlook', account } }),
  );
  return withState(authUrl, 'outlook');
}

function withState(authUrl: string, state: string): string {
  const url = new URL(authUrl);
  url.searchParams.set('state', state);
  return url.href;
}

/** Exchanges the code of a consent. The request continues if the page is left or reloaded. */
export async function connectByCode(domain: ConsentDomain, code: string) {
  const endpoint = domain === 'google' ? calendarAccountsApi.addGoogle : calendarAccountsApi.addOutlook;
  const failed = `Failed to connect ${domainNames[domain]} Calendar`;
  return (await withFailureMessage(failed, call(endpoint, { body: { code } }, { keepalive: true }))).settings;
}

export interface CaldavConnectInput {
  serverUrl: string;
  username: string;
  password: string;
}

export async function connectCaldav({ serverUrl, ...signIn }: CaldavConnectInput) {
  const body = { ...signIn, ...(serverUrl ? { serverUrl } : {}) };
  const answer = await withFailureMessage(
    'Failed to connect Apple Calendar',
    call(calendarAccountsApi.addCaldav, { body }),
  );
  return answer.settings;
}

export async function disconnectCalendar({ id, domain }: ConnectedCalendar) {
  if (!Object.hasOwn(domainNames, domain)) throw new Error('Unsupported calendar domain');
  const answer = await withFailureMessage(
    `Failed to disconnect ${domainNames[domain]} Calendar`,
    call(calendarAccountsApi.remove, { params: { domain, calendarId: id } }),
  );
  return answer.settings;
}

/** Always sends all accounts: the server merges type and tags by id. */
export async function saveCalendars(calendars: ConnectedCalendar[]) {
  return (await call(calendarAccountsApi.saveCalendars, { body: { calendars } })).settings;
}

export const makePrimary = (id: string) =>
  call(calendarAccountsApi.change, { params: { id }, body: { isPrimary: true } });
export const syncAll = () => call(calendarAccountsApi.syncAll);
export const syncCalendar = (id: string) => call(calendarAccountsApi.syncCalendar, { params: { id } });
export const changeSyncedCalendar = (id: string, body: { isSynced?: boolean; isDefault?: true }) =>
  call(calendarAccountsApi.changeCalendar, { params: { id }, body });
export const changeBlocking = (id: string, blocksTime: boolean) =>
  call(calendarApi.change, { params: { id }, body: { blocksTime } });
export const subscribe = (url: string, name: string) =>
  call(calendarAccountsApi.subscribe, { body: { url, ...(name ? { name } : {}) } });
export const unsubscribe = (id: string) => call(calendarAccountsApi.unsubscribe, { params: { id } });
export const addMirror = (sourceCalendarId: string | null, targetCalendarId: string) =>
  call(calendarAccountsApi.addMirror, { body: { sourceCalendarId, targetCalendarId } });
export const removeMirror = (id: string) => call(calendarAccountsApi.removeMirror, { params: { id } });
export const removeOwnEvents = () => call(calendarAccountsApi.removeOwnEvents);
export const keepMine = ({ id, ...body }: { id: string; calendarId?: string }) =>
  call(calendarAccountsApi.keepMine, { params: { id }, body });
export const keepTheirs = (id: string) => call(calendarAccountsApi.dismissConflict, { params: { id } });
