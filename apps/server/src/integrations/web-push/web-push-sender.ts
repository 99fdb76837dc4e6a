import webPush from 'web-push';
import type { PushSender } from '#features/notifications/ports.ts';
import type { GuardedFetch } from '#integrations/http/guarded-fetch.ts';
import { serverFailure } from '#integrations/http/http-failure.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** RFC 8030 §7.3: the subscription no longer exists. */
const GONE = new Set([404, 410]);

/**
 * Web Push (RFC 8030) with a payload encrypted for the browser (RFC 8291) and signed by the server's key
 * (RFC 8292). `subject` is where push services can reach the operator. The library encrypts; the guarded fetch
 * sends, since browsers name the host.
 */
export function webPushSender({
  fetch,
  subject,
  clock,
}: {
  fetch: GuardedFetch;
  subject: string;
  clock: Clock;
}): PushSender {
  return {
    makeKeys: () => webPush.generateVAPIDKeys(),
    async send({ subscription, payload, keys, ttlSeconds }) {
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, payload, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        urgency: 'high',
      });
      const answer = await fetch(endpoint, {
        method,
        headers,
        body,
        redirect: 'manual',
      });
      await answer.body?.cancel();
      if (answer.ok) return 'sent';
      if (GONE.has(answer.status)) return 'gone';
      throw (
        serverFailure(answer, clock()) ??
        new ProviderFailure('rejected', `The push service answered ${answer.status}.`, {
          providerCode: String(answer.status),
        })
      );
    },
  };
}
