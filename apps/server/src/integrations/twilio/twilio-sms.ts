import type { Twilio } from 'twilio';
import type { SmsEvent, SmsOutcome, SmsProvider } from '#features/phone/ports.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

const TIMEOUT_MS = 15_000;
/** Query parameter with our id of a message, in the address for its status reports. */
const REFERENCE = 'ref';

/** Twilio's error codes about the number (twilio.com/docs/api/errors). */
const OPTED_OUT = 21610;
const UNREACHABLE = new Set([
  21211, // not a valid number
  21214, // cannot be reached
  21408, // the account may not text this region
  21612, // no route from this sender
  21614, // not a mobile number
  60200, // Verify: not a valid number
  60205, // Verify: a landline
  60410, // Verify: this prefix is blocked for fraud
]);
const TOO_MANY_SENDS = 60203;
const TOO_MANY_CHECKS = 60202;
const NO_LIVE_CODE = 20404;

export interface TwilioAccess {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number, or the id of a messaging service (`MG...`). */
  readonly from: string;
  /** Null for the provider's own addresses. May have a path, under which the API is served. */
  readonly apiBase: string | null;
}

interface Options {
  /** If set, Verify makes and checks the codes. */
  readonly verifyServiceSid: string | null;
  /** Where the provider reports the status of a message; null when it cannot reach this server. */
  readonly statusCallback: string | null;
  readonly access: () => Promise<TwilioAccess>;
}

/** SMS by Twilio. The first call loads the library and asks for the access. */
export function twilioSms({ verifyServiceSid, statusCallback, access }: Options): SmsProvider {
  let opened: { apiBase: string | null; client: Twilio } | undefined;

  const open = async () => {
    const settings = await access();
    // The sandbox's address may change after a restart.
    if (opened?.apiBase !== settings.apiBase || !opened)
      opened = { apiBase: settings.apiBase, client: await makeClient(settings) };
    return { ...settings, client: opened.client };
  };
  const ask = async (
    act: (context: Awaited<ReturnType<typeof open>>) => Promise<string>,
  ): Promise<SmsOutcome> => {
    try {
      return { outcome: 'sent', id: await act(await open()) };
    } catch (error) {
      const code = findErrorCode(error);
      if (code === OPTED_OUT) return { outcome: 'opted_out' };
      if (code === TOO_MANY_SENDS) return { outcome: 'too_often' };
      if (code !== null && UNREACHABLE.has(code)) return { outcome: 'unreachable' };
      throw toFailure(error);
    }
  };

  return {
    send: ({ to, text, reference }) =>
      ask(async ({ client, from }) => {
        const message = await client.messages.create({
          to,
          body: text,
          ...(from.startsWith('MG') ? { messagingServiceSid: from } : { from }),
          ...(statusCallback !== null && { statusCallback: `${statusCallback}?${REFERENCE}=${reference}` }),
        });
        return message.sid;
      }),
    codes:
      verifyServiceSid === null
        ? null
        : {
            start: (to) =>
              ask(async ({ client }) => {
                const service = client.verify.v2.services(verifyServiceSid);
                const verification = await service.verifications.create({ to, channel: 'sms' });
                return verification.sid;
              }),
            async check(to, code) {
              try {
                const { client } = await open();
                const service = client.verify.v2.services(verifyServiceSid);
                const check = await service.verificationChecks.create({ to, code });
                return check.status === 'approved' ? 'right' : 'wrong';
              } catch (error) {
                const problem = findErrorCode(error);
                if (problem === NO_LIVE_CODE || problem === TOO_MANY_CHECKS) return 'gone';
                throw toFailure(error);
              }
            },
          },
    async readDelivery({ url, fields, signature }) {
      const [{ authToken }, { default: twilio }] = await Promise.all([access(), import('twilio')]);
      if (!twilio.validateRequest(authToken, signature, url, asParameters(fields))) return 'refused';
      return readEvent(fields, new URL(url).searchParams.get(REFERENCE));
    },
    answer: (text) => ({
      type: 'text/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="UTF-8"?><Response>${text === null ? '' : `<Message>${escapeXml(text)}</Message>`}</Response>`,
    }),
  };
}

async function makeClient({ accountSid, authToken, apiBase }: TwilioAccess): Promise<Twilio> {
  const { default: twilio } = await import('twilio');
  if (apiBase === null) return twilio(accountSid, authToken, { timeout: TIMEOUT_MS });
  // The client knows only Twilio's hosts. Each host becomes a path below the base.
  const httpClient = new twilio.RequestClient({ timeout: TIMEOUT_MS });
  const request = httpClient.request.bind(httpClient);
  httpClient.request = (options) => {
    const { hostname, pathname, search } = new URL(options.uri);
    const product = /^(verify|messaging)\./.exec(hostname)?.[1];
    const uri = `${apiBase}${product ? `/${product}` : ''}${pathname}${search}`;
    return request({ ...options, uri });
  };
  return twilio(accountSid, authToken, { httpClient });
}

/** A repeated field is a list, as in the provider's own signature check. */
function asParameters(fields: URLSearchParams): Record<string, string | string[]> {
  const parameters: Record<string, string | string[]> = {};
  for (const name of new Set(fields.keys())) {
    const values = fields.getAll(name);
    parameters[name] = values.length > 1 ? values : (values[0] as string);
  }
  return parameters;
}

const STATUSES = ['sent', 'delivered', 'undelivered', 'failed'] as const;

function readEvent(fields: URLSearchParams, reference: string | null): SmsEvent | 'ignored' {
  const id = fields.get('MessageSid');
  if (!id) return 'ignored';
  const from = fields.get('From') ?? '';
  const reported = fields.get('MessageStatus');
  if (reported !== null) {
    const status = STATUSES.find((known) => known === reported);
    if (!status || !reference) return 'ignored';
    return { type: 'status', reference, status, reason: fields.get('ErrorCode') };
  }
  return from === ''
    ? 'ignored'
    : {
        type: 'inbound',
        id,
        from,
        text: fields.get('Body') ?? '',
        isAnswered: fields.has('OptOutType'),
      };
}

function findErrorCode(error: unknown): number | null {
  const code = error instanceof Error ? (error as { code?: unknown }).code : null;
  return typeof code === 'number' ? code : null;
}

/** Keeps only what may be logged: the library's errors contain the request with its credentials. */
function toFailure(error: unknown): unknown {
  if (error instanceof ProviderFailure || !(error instanceof Error)) return error;
  const { status } = error as { status?: number };
  const code = findErrorCode(error);
  const options = code === null ? {} : { providerCode: String(code) };
  if (status === 429)
    return new ProviderFailure('rate_limited', 'The SMS provider asks us to wait.', options);
  if (status === 401 || status === 403)
    return new ProviderFailure('reconnect_needed', 'The SMS provider rejects our keys.', options);
  if (status !== undefined && status >= 400 && status < 500)
    return new ProviderFailure('rejected', `The SMS provider rejected this: ${code ?? status}`, options);
  return new ProviderFailure('unavailable', `The SMS provider does not respond: ${error.name}`, options);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
