import webPush from 'web-push';
import type { PushSender } from '#features/notifications/ports.ts';
import type { GuardedFetch } from '#integrations/http/guarded-fetch.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** RFC 8030 §7.3: the subscription no longer exists. */
const GONE = new Set([404, 410]);

/**
 * Web Push (RFC 8030) with a payload encrypted for the browser (RFC 8291) and signed by the server's key
 * (RFC 8292). `subject` is where push services can reach the operator. The library encrypts; the guarded fetch
 * sends, since browsers name the host.
 */
export function webPushSender({ fetch, subject }: { fetch: GuardedFetch; subject: string }): PushSender {
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
      throw toFailure(answer);
    },
  };
}

function toFailure(answer: Response): ProviderFailure {
  const retryAfter = Number(answer.headers.get('retry-after'));
  const kind = answer.status === 429 ? 'rate_limited' : answer.status >= 500 ? 'unavailable' : 'rejected';
  return new ProviderFailure(kind, `The push service answered ${answer.status}.`, {
    providerCode: String(answer.status),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  });
}
