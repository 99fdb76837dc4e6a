import { phoneApi } from '@dayloom/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { toVisitor } from '#platform/visitor.ts';
import { receiveDelivery } from './operations/deliveries.ts';
import { type PhoneReplies, toRequestOrigin } from './operations/platform.ts';
import { setReminders } from './operations/texts.ts';
import { sendCode, unverify, verifyCode } from './operations/verification.ts';

const FORM = 'application/x-www-form-urlencoded';

export async function phoneRoutes(app: FastifyInstance, platform: PhoneReplies): Promise<void> {
  route(app, phoneApi.generateOtp, async ({ request, body }) => {
    const resendInSeconds = await sendCode(
      platform,
      getScope(request),
      body.mobile,
      toRequestOrigin(request),
    );
    return { message: 'Verification code sent to your phone', resendInSeconds };
  });
  route(app, phoneApi.verifyOtp, async ({ request, body }) => {
    await verifyCode(platform, getScope(request), body.otpCode, toVisitor(request));
    return { message: 'Phone number verified successfully!' };
  });
  route(app, phoneApi.unverifyPhone, async ({ request }) => {
    await unverify(platform, getScope(request), toRequestOrigin(request), toVisitor(request));
    return { message: 'Phone number unverified' };
  });
  route(app, phoneApi.setReminders, async ({ request, body }) => {
    await setReminders(platform, getScope(request), body.enabled, toRequestOrigin(request));
    return { message: body.enabled ? 'SMS reminders are on' : 'SMS reminders are off' };
  });
  await app.register(async (scope) => {
    // The signature covers the fields as they were sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    route(scope, phoneApi.twilioWebhook, async ({ request, reply }) => {
      const signature = request.headers['x-twilio-signature'];
      const answer = await receiveDelivery(platform, {
        url: getPublicAddress(platform, request),
        body: typeof request.body === 'string' ? request.body : '',
        signature: typeof signature === 'string' ? signature : undefined,
      });
      return reply.type(answer.type).send(answer.body);
    });
  });
}

/** The URL that the provider called, regardless of rewrites by a proxy. */
function getPublicAddress({ config }: Pick<Platform, 'config'>, request: FastifyRequest): string {
  const [, query] = /(\?.*)$/s.exec(request.url) ?? [];
  return `${config.apiBaseUrl}${phoneApi.twilioWebhook.path}${query ?? ''}`;
}
