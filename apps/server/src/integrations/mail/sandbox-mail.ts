import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Mail, MailMessage } from '../../platform/mail.ts';

interface SandboxMessage extends MailMessage {
  readonly channel: 'mail';
  readonly sentAt: string;
}

const KEPT = 1_000;

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

export interface SandboxMail extends Mail {
  /** `GET /sandbox/messages?to=ADDRESS`: what would have been sent, newest first. */
  routes(app: FastifyInstance): void;
}

/** Keeps the latest messages in memory instead of sending them, for a server without a mail server. */
export function sandboxMail(clock: Clock): SandboxMail {
  const messages: SandboxMessage[] = [];
  return {
    async send(message) {
      messages.unshift({ channel: 'mail', ...message, sentAt: clock().toISOString() });
      messages.length = Math.min(messages.length, KEPT);
    },
    routes(app) {
      app.get('/sandbox/messages', async (request) => {
        // Mail of everyone lies here: it is for whoever sits at this machine.
        if (!isLoopback(request.ip))
          throw new AppError('forbidden', 'The sandbox answers only on its own machine.');
        const to = (request.query as { to?: unknown }).to;
        const wanted = typeof to === 'string' ? to.toLowerCase() : null;
        return {
          success: true,
          messages: messages.filter((message) => wanted === null || message.to.toLowerCase() === wanted),
        };
      });
    },
  };
}
