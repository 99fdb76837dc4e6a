import { createHash, timingSafeEqual } from 'node:crypto';
import { invitationsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { route } from '#platform/http.ts';
import { answerOnPage, readGuestPage } from './operations/guest-page.ts';
import type { AnswerReceiver, InvitationsPlatform } from './operations/platform.ts';
import { MAX_MAIL_BYTES, receiveMail } from './operations/receive-mail.ts';

const MAX_BYTES = 1024;

/** Calls without sign-in: by a guest's capability link, and by the mail server that receives answers. */
export async function invitationRoutes(
  app: FastifyInstance,
  platform: AnswerReceiver & Pick<InvitationsPlatform, 'config' | 'inboundSecret'>,
): Promise<void> {
  const writing = { perMinute: platform.config.bookingLimits.attemptsPerMinute, bytes: MAX_BYTES };
  route(app, invitationsApi.read, ({ params }) => readGuestPage(platform, params.token));
  route(
    app,
    invitationsApi.answer,
    ({ params, body }) => answerOnPage(platform, params.token, body.answer),
    writing,
  );
  await app.register(async (mail) => {
    mail.removeAllContentTypeParsers();
    // Refused before anything of the body is read.
    mail.addHook('onRequest', async ({ headers }) => requireSecret(platform, headers['x-inbound-secret']));
    mail.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_MAIL_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    route(mail, invitationsApi.receiveMail, async ({ request }) => ({
      recorded: Buffer.isBuffer(request.body) ? await receiveMail(platform, request.body) : 0,
    }));
  });
}

function requireSecret(
  { inboundSecret }: Pick<InvitationsPlatform, 'inboundSecret'>,
  given: string | string[] | undefined,
): void {
  if (inboundSecret === null)
    throw new AppError('not_found', 'This server receives no mail. See INBOUND_MAIL_SECRET.');
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (typeof given !== 'string' || !timingSafeEqual(hash(given), hash(inboundSecret)))
    throw new AppError('forbidden', 'The header X-Inbound-Secret is missing or wrong.');
}
