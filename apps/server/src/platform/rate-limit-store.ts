import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { systemClock } from './clock.ts';
import type { SharedCounts } from './shared-counts.ts';

/** The most keys of the limit on all requests. The oldest are dropped first. */
const MAX_KEYS = 5_000;

type Incr = FastifyRateLimitStore['incr'];

/**
 * Where requests are counted: those to routes with a limit of their own over all processes, all others in the memory of
 * the process, since they only protect it.
 */
export function rateLimitStore(counts: SharedCounts): FastifyRateLimitStoreCtor {
  const share: Incr = (key, callback, windowMs, most) => {
    const now = systemClock().getTime();
    const count = async () => {
      const { count: current, endsAt } = await counts.add(key, { windowMs, most }, now);
      callback(null, { current, ttl: endsAt - now });
    };
    void count();
  };
  return class Store implements FastifyRateLimitStore {
    readonly #counts = new Map<string, { count: number; endsAt: number }>();

    incr(...[key, callback, windowMs]: Parameters<Incr>): void {
      const now = systemClock().getTime();
      const known = this.#counts.get(key);
      const counted = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
      counted.count += 1;
      if (counted !== known) this.#keep(key, counted);
      callback(null, { current: counted.count, ttl: counted.endsAt - now });
    }

    #keep(key: string, counted: { count: number; endsAt: number }): void {
      this.#counts.delete(key);
      this.#counts.set(key, counted);
      for (const [oldest] of this.#counts) {
        if (this.#counts.size <= MAX_KEYS) break;
        this.#counts.delete(oldest);
      }
    }

    child(): FastifyRateLimitStore {
      return { incr: share, child: () => this };
    }
  };
}
