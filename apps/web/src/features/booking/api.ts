import type {
  ApiErrorBody,
  bookingApi,
  EndpointInput,
  EndpointResponse,
  GuestAnswer,
  invitationsApi,
  meetingsApi,
  NewBooking,
} from '@dayloom/contracts';
import { prove } from './worker/prove.ts';

/** Why a call failed. `message` is a sentence for the visitor. */
export interface CallProblem {
  readonly kind:
    | 'taken'
    | 'invalid'
    | 'not_found'
    | 'refused'
    | 'rate_limited'
    | 'unavailable'
    | 'offline'
    | 'failed';
  readonly message: string;
  /** What is wrong with a field, by its path. */
  readonly fields: Readonly<Record<string, string>>;
  /** With `taken`: the next starts that are free. */
  readonly alternatives: readonly string[];
}

export type CallResult<Result> = { readonly response: Result } | { readonly problem: CallProblem };
type ResponseTo<Name extends keyof typeof bookingApi> = Promise<
  CallResult<EndpointResponse<(typeof bookingApi)[Name]>>
>;
/** A meeting request as one attendee sees it. */
export type Invitation = EndpointResponse<typeof meetingsApi.readInvitation>;
export type InvitationAnswer = EndpointInput<typeof meetingsApi.answerInvitation>['body'];

/** An event as one of its guests sees it. */
export type GuestPage = EndpointResponse<typeof invitationsApi.read>;

export interface ApiAddress {
  readonly apiBaseUrl: string;
  /** The visitor's own access token, if signed in. */
  readonly token: string | null;
}

/** The address of an attendee's page. */
export interface InvitationPath {
  readonly eventSlug: string;
  readonly attendeeId: string;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** A choice of slot. */
export interface SlotChoice {
  readonly username: string;
  readonly eventType: string;
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly timeZone: string;
  /** The token of a one-time link. */
  readonly link?: string;
  /** A time that is not offered: the host has to accept it. */
  readonly isRequest?: true;
}

/** What is sent to book. Absent fields are optional. */
export type BookingRequest = SlotChoice & Partial<NewBooking> & Pick<NewBooking, 'name' | 'email'>;

export type BookingCalls = ReturnType<typeof createBookingCalls>;

/**
 * The calls of a visitor. The answers come from the server that sent this page, so their shape is trusted:
 * the schemas' library would be larger than the page.
 */
export function createBookingCalls(address: ApiAddress) {
  const call = <Result>(method: string, path: string, input: CallInput = {}) =>
    send<Result>(address, method, path, input);
  const visit = (token: string) => `/booking/visits/${encodeURIComponent(token)}`;
  return {
    readPage: (username: string, type: string | null): ResponseTo<'listLinks'> =>
      call('GET', `/public-profile/links/${encodeURIComponent(username)}${type ? toQuery({ type }) : ''}`),
    resolveLink: (token: string): ResponseTo<'resolveLink'> =>
      call('GET', `/links/${encodeURIComponent(token)}`),
    listSlots: (
      query: Omit<SlotChoice, 'startsAt' | 'link' | 'isRequest'> & DayRange,
    ): ResponseTo<'listSlots'> => call('GET', `/booking/optimal-slots${toQuery({ ...query })}`),
    /** Null without a session, which pages of other sites never have. */
    listOwnBusy: address.token
      ? (range: DayRange): ResponseTo<'listOwnBusy'> =>
          call('GET', `/booking/own-busy${toQuery({ ...range })}`)
      : null,
    hold: (choice: SlotChoice): ResponseTo<'hold'> => call('POST', '/booking/holds', { body: choice }),
    /** Sent even while the page is left. */
    releaseHold: (id: string): ResponseTo<'releaseHold'> =>
      call('DELETE', `/booking/holds/${id}`, { keepalive: true }),
    create: (body: BookingRequest, key: string): ResponseTo<'create'> =>
      call('POST', '/booking/create', { body, headers: { 'idempotency-key': key } }),
    startPhoneCheck: (body: SlotChoice & { mobile: string }): ResponseTo<'startPhoneCheck'> =>
      call('POST', '/booking/phone-checks', { body }),
    finishPhoneCheck: (check: string, otpCode: string): ResponseTo<'finishPhoneCheck'> =>
      call('POST', `/booking/phone-checks/${encodeURIComponent(check)}/verify`, { body: { otpCode } }),
    readVisit: (token: string): ResponseTo<'readBooking'> => call('GET', visit(token)),
    listVisitSlots: (token: string, range: DayRange): ResponseTo<'listVisitSlots'> =>
      call('GET', `${visit(token)}/slots${toQuery({ ...range })}`),
    moveVisit: (token: string, body: { startsAt: string; timeZone: string }): ResponseTo<'moveVisit'> =>
      call('POST', `${visit(token)}/reschedule`, { body }),
    cancelVisit: (token: string, message: string): ResponseTo<'cancelVisit'> =>
      call('POST', `${visit(token)}/cancel`, { body: { message } }),
    confirmVisit: (token: string, code: string): ResponseTo<'confirmVisit'> =>
      call('POST', `${visit(token)}/confirm-email`, { body: { code } }),
    readInvitation: (path: InvitationPath): Promise<CallResult<Invitation>> => call('GET', toPath(path)),
    answerInvitation: (path: InvitationPath, body: InvitationAnswer): Promise<CallResult<Invitation>> =>
      call('POST', toPath(path), { body }),
    readGuestPage: (token: string): Promise<CallResult<GuestPage>> =>
      call('GET', `/invitations/${encodeURIComponent(token)}`),
    answerAsGuest: (token: string, answer: GuestAnswer): Promise<CallResult<GuestPage>> =>
      call('POST', `/invitations/${encodeURIComponent(token)}`, { body: { answer } }),
    meetingFileUrl: (path: InvitationPath) => `${address.apiBaseUrl}${toPath(path)}/invitation.ics`,
    invitationUrl: (token: string) => `${address.apiBaseUrl}${visit(token)}/invitation.ics`,
  };
}

const toPath = ({ eventSlug, attendeeId }: InvitationPath) =>
  `/event/${encodeURIComponent(eventSlug)}/${encodeURIComponent(attendeeId)}`;

const toQuery = (input: Readonly<Record<string, string | number>>) =>
  `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`;

const PROOF = 'booking-proof';

interface CallInput {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly keepalive?: boolean;
}

async function send<Result>(
  address: ApiAddress,
  method: string,
  path: string,
  input: CallInput,
): Promise<CallResult<Result>> {
  const { apiBaseUrl, token } = address;
  const { body, headers, keepalive } = input;
  if (!token) console.warn(`No access token is available: ${method} ${path} is sent unauthenticated`);
  let reply: Response;
  try {
    reply = await fetch(`${apiBaseUrl}${path}`, {
      method,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(keepalive && { keepalive }),
    });
  } catch {
    return {
      problem: toProblem('offline', 'There is no connection. Check the network, then try again.', null),
    };
  }
  const received: unknown = await reply.json().catch(() => null);
  if (reply.ok && received) return { response: received as Result };
  const refusal = received as Partial<ApiErrorBody> | null;
  // After many attempts from one network the server demands a proof of work. The page computes it without asking.
  if (refusal?.challenge && !headers?.[PROOF]) {
    const proof = await prove(refusal.challenge);
    if (proof) return send(address, method, path, { ...input, headers: { ...headers, [PROOF]: proof } });
  }
  return { problem: readProblem(reply.status, refusal) };
}

function readProblem(status: number, body: Partial<ApiErrorBody> | null): CallProblem {
  const said = body?.message;
  if (body?.code === 'slot_taken')
    return toProblem('taken', 'Somebody was faster: this time is taken.', body);
  if (status === 429 || status === 428)
    return toProblem('rate_limited', said ?? 'Too many requests. Wait a minute, then try again.', body);
  if (status === 503)
    return toProblem(
      'unavailable',
      said ?? 'The server cannot answer just now. Try again in a minute.',
      body,
    );
  if (status === 404) return toProblem('not_found', said ?? 'This can no longer be found.', body);
  if (status === 400) return toProblem('invalid', said ?? 'Something in the form is not right.', body);
  if (status < 500) return toProblem('refused', said ?? 'The server refused this.', body);
  return toProblem('failed', 'Something went wrong on our side. Try again in a minute.', body);
}

function toProblem(
  kind: CallProblem['kind'],
  message: string,
  body: Partial<ApiErrorBody> | null,
): CallProblem {
  return { kind, message, fields: body?.fields ?? {}, alternatives: body?.alternatives ?? [] };
}
