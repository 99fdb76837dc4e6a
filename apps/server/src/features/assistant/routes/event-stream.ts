import { PassThrough } from 'node:stream';
import type { ChatStreamEvent } from '@dayloom/contracts';
import type { FastifyReply } from 'fastify';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

/** Proxies close connections on which nothing happens. */
const HEARTBEAT_MS = 15_000;

/** Sends what the work reports as server-sent events (WHATWG HTML, §9.2), while it goes on. */
export function sendEvents(
  reply: FastifyReply,
  log: Log,
  work: (send: (event: ChatStreamEvent) => void) => Promise<void>,
): FastifyReply {
  const events = new PassThrough();
  const write = (text: string) => {
    if (!events.destroyed && !events.writableEnded) events.write(text);
  };
  const send = (event: ChatStreamEvent) => write(`data: ${JSON.stringify(event)}\n\n`);
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  reply.raw.once('close', () => events.destroy());
  void work(send)
    .catch((error: unknown) => {
      log.error({ err: error }, 'A streamed answer failed');
      const { code, message } =
        error instanceof AppError ? error : new AppError('internal', 'Something went wrong. Try again.');
      send({ type: 'error', code, message });
    })
    .finally(() => {
      clearInterval(heartbeat);
      events.end();
    });
  return reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events);
}
