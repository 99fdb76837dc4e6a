import { SECOND_MS } from '@dayloom/time';
import webPush from 'web-push';
import type { PushSender } from '#features/notifications/ports.ts';
import type { GuardedFetch } from '#integrations/http/guarded-fetch.ts';
import { serverFailure } from '#integrations/http/http-failure.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** RFC 8030 §7.3: the subscription no longer exists. */
const GONE = new Set([404, 410]);

/** Push services answer within a second. Others wait for the messages that are sent together with a slow one. */
const SLOW_MS = 3_000;
/** A slow address is not asked again for so long, which is less than the pause before the next attempt. */
const REST_MS = 45 * SECOND_MS;
const MAX_RESTING = 10_000;

/**
 * Web Push (RFC 8030) with a payload encrypted for the browser (RFC 8291) and signed by the server's key
 * (RFC 8292). `subject` is where push services can reach the operator. The library encrypts; the guarded fetch
 * sends, since browsers name the host.
 */
export function webPushSender({
  fetch,
  subject,
  clock,
  slowMs = SLOW_MS,
}: {
  fetch: GuardedFetch;
  subject: string;
  clock: Clock;
  slowMs?: number;
}): PushSender {
  const rests = createRests(clock);
  return {
    makeKeys: () => webPush.generateVAPIDKeys(),
    async send({ subscription, payload, keys, ttlSeconds }) {
      const restsForMs = rests.get(subscription.endpoint);
      if (restsForMs > 0)
        throw new ProviderFailure('unavailable', 'The push service was slow a moment ago.', {
          retryAfterSeconds: Math.ceil(restsForMs / SECOND_MS),
        });
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, payload, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        urgency: 'high',
      });
      const begun = performance.now();
      const answer = await fetch(endpoint, {
        method,
        headers,
        body,
        redirect: 'manual',
      }).finally(() => {
        if (performance.now() - begun > slowMs) rests.add(endpoint);
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

/** Addresses that are not asked for a while, so that somebody's slow one delays nobody again and again. */
function createRests(clock: Clock) {
  const until = new Map<string, number>();
  return {
    /** Milliseconds for which it still rests. */
    get: (endpoint: string): number => (until.get(endpoint) ?? 0) - clock().getTime(),
    add(endpoint: string): void {
      // The oldest is first.
      const [oldest] = until.keys();
      if (until.size >= MAX_RESTING && oldest !== undefined) until.delete(oldest);
      until.delete(endpoint);
      until.set(endpoint, clock().getTime() + REST_MS);
    },
  };
}
