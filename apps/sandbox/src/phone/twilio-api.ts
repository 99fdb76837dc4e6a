import { randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#lengths-of-time.ts';
import type { Faults } from '../faults.ts';
import { DEMO_ACCOUNT, type EmulatedTwilio } from './emulated-twilio.ts';
import type { Phone } from './phone.ts';

const SLOW_MS = 2_000;
const FORM = 'application/x-www-form-urlencoded';
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const MAX_SENDS = 5;
const MAX_CHECKS = 5;
const CODES = 1_000_000;

/** Numbers that fail with the provider's own errors (Twilio, "Test credentials"). */
const MAGIC: Record<string, readonly [number, string]> = {
  '+15005550001': [21211, "The 'To' number is not a valid phone number."],
  '+15005550002': [21612, "The 'To' number is not reachable from this sender."],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient'],
  '+15005550009': [21614, "'To' number is not a valid mobile number"],
};

/** An error in the provider's format, which its client throws as an exception. */
class TwilioError extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What the emulator does not track: how often a code was sent and tried, and when it expires. */
interface Verification {
  readonly sid: string;
  readonly code: string;
  readonly startedAt: number;
  sends: number;
  checks: number;
}

interface ApiOptions {
  readonly phone: Phone;
  readonly faults: Faults;
  readonly emulator: EmulatedTwilio;
  readonly authToken: string;
  readonly now: () => Date;
}

/** The emulated SMS provider, with the limits, opt-outs and failures that the emulator lacks. */
export function twilioApi(
  app: FastifyInstance,
  { phone, faults, emulator, authToken, now }: ApiOptions,
): void {
  const verifications = new Map<string, Verification>();
  const expected = Buffer.from(`Basic ${Buffer.from(`${DEMO_ACCOUNT}:${authToken}`).toString('base64')}`);

  const forward = async (request: FastifyRequest, fields?: URLSearchParams): Promise<Answer> => {
    const path = request.url.replace(/^\/twilio/, '');
    return emulate(path, request.method, fields ?? (request.body as URLSearchParams | undefined));
  };
  const emulate = async (path: string, method: string, fields?: URLSearchParams): Promise<Answer> => {
    const reply = await fetch((await emulator.url()) + path, {
      method,
      headers: { authorization: expected.toString(), ...(fields && { 'content-type': FORM }) },
      ...(fields && { body: fields.toString() }),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const live = (key: string): Verification | null => {
    const verification = verifications.get(key);
    const isLive = verification && now().getTime() - verification.startedAt < CODE_LIFETIME_MS;
    return isLive ? verification : null;
  };

  app.removeContentTypeParser(FORM);
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
  app.setErrorHandler((error: Error, _request, reply) => sendError(reply, error));
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      new TwilioError(404, 20404, `The sandbox does not know ${request.method} ${request.url}.`),
    ),
  );
  app.addHook('onRequest', async (request) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new TwilioError(401, 20003, 'Authenticate');
    if (faults.take('twilio', 'slow')) await sleep(SLOW_MS);
    if (faults.take('twilio', 'rate-limit')) throw new TwilioError(429, 20429, 'Too Many Requests');
    if (faults.take('twilio', 'error')) throw new TwilioError(500, 20500, 'A fault was asked for.');
  });

  const messages = '/2010-04-01/Accounts/:account/Messages.json';
  app.post(messages, async (request, reply) => {
    const fields = request.body as URLSearchParams;
    const to = fields.get('To') ?? '';
    refuseUnreachable(to, phone);
    const statusCallback = fields.get('StatusCallback');
    // The emulator would call the status webhook itself, over the network and before it responds.
    const passedOn = new URLSearchParams([...fields].filter(([name]) => name !== 'StatusCallback'));
    const answer = await forward(request, passedOn);
    if (answer.status === 201) {
      const { sid, from, body } = answer.body as { sid: string; from: string; body: string };
      phone.deliver({ id: sid, to, from, text: body, statusCallback });
    }
    return reply.code(answer.status).send(answer.body);
  });
  app.get(messages, async (request, reply) => sendAnswer(reply, await forward(request)));
  app.get('/2010-04-01/Accounts/:account/Messages/:sid.json', async (request, reply) =>
    sendAnswer(reply, await forward(request)),
  );

  app.post('/verify/v2/Services/:service/Verifications', async (request, reply) => {
    const fields = request.body as URLSearchParams;
    const to = fields.get('To') ?? '';
    const { service } = request.params as { service: string };
    refuseUnreachable(to, phone);
    const key = `${service} ${to}`;
    const known = live(key);
    if (known && known.sends >= MAX_SENDS) throw new TwilioError(429, 60203, 'Max send attempts reached');
    const code = known?.code ?? String(randomInt(CODES)).padStart(6, '0');
    if (!known) {
      // A code that has expired by our clock is still pending in the emulator, which would return it again.
      const old = verifications.get(key);
      const path = `/verify/v2/Services/${service}/Verifications/${old?.sid}`;
      if (old) await emulate(path, 'POST', new URLSearchParams({ Status: 'canceled' }));
      fields.set('CustomCode', code);
    }
    const answer = await forward(request, fields);
    if (answer.status !== 201) return sendAnswer(reply, answer);
    const sid = String(answer.body['sid']);
    const verification = known ?? { sid, code, startedAt: now().getTime(), sends: 0, checks: 0 };
    verification.sends += 1;
    verifications.set(key, verification);
    phone.deliver({
      id: sid,
      to,
      from: VERIFY_SENDER,
      text: `${code} is your verification code.`,
      statusCallback: null,
    });
    return sendAnswer(reply, answer);
  });
  app.get('/verify/v2/Services/:service/Verifications/:sid', async (request, reply) => {
    const { sid, service } = request.params as { sid: string; service: string };
    const isLive = [...verifications].some(
      ([key, verification]) => verification.sid === sid && key.startsWith(`${service} `) && live(key),
    );
    if (!isLive) throw missing();
    return sendAnswer(reply, await forward(request));
  });
  app.post('/verify/v2/Services/:service/VerificationCheck', async (request, reply) => {
    const fields = request.body as URLSearchParams;
    const { service } = request.params as { service: string };
    const bySid = [...verifications].find(([, { sid }]) => sid === fields.get('VerificationSid'))?.[0];
    const key = bySid ?? `${service} ${fields.get('To') ?? ''}`;
    const verification = live(key);
    if (!verification) throw missing();
    if (verification.checks >= MAX_CHECKS) throw new TwilioError(429, 60202, 'Max check attempts reached');
    verification.checks += 1;
    const answer = await forward(request);
    if (answer.body['status'] === 'approved') verifications.delete(key);
    else if (answer.status === 200 || answer.status === 201) {
      // The emulator allows three attempts, the provider five.
      await emulate(
        '/_twilio/simulate/verification-status',
        'POST',
        new URLSearchParams({ VerificationSid: verification.sid, Status: 'pending' }),
      );
      answer.body['status'] = 'pending';
    }
    return sendAnswer(reply, answer);
  });
}

const VERIFY_SENDER = '+15005550007';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

function sendAnswer(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).send(body);
}

function refuseUnreachable(to: string, phone: Phone): void {
  const magic = MAGIC[to];
  if (magic) throw new TwilioError(400, ...magic);
  if (phone.hasOptedOut(to)) throw new TwilioError(400, 21610, 'Attempt to send to unsubscribed recipient');
}

function missing(): TwilioError {
  return new TwilioError(404, 20404, 'The requested resource was not found');
}

function sendError(reply: FastifyReply, error: Error): FastifyReply {
  const known = error instanceof TwilioError ? error : new TwilioError(500, 20500, error.message);
  if (known.status === 429) reply.header('retry-after', '1');
  return reply.code(known.status).send({
    code: known.code,
    message: known.message,
    more_info: `https://www.twilio.com/docs/errors/${known.code}`,
    status: known.status,
  });
}
