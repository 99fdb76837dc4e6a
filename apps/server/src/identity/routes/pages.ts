import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { z } from 'zod';
import { RETRY_AFTER_SECONDS } from '#platform/api-server.ts';
import { isUnavailable } from '#platform/connection-loss.ts';
import { AppError } from '#platform/errors.ts';
import { type IdentityContext, toSubject } from '../context.ts';
import type { EmbeddedIdentity } from '../embedded-provider.ts';
import { noticePage } from '../pages/page.ts';
import { makeDeviceCookie } from '../safety/known-devices.ts';

export type Form = Record<string, string>;

/** What the provider's pages share: sending a page and finding its sign-in. */
export interface Pages {
  readonly context: IdentityContext;
  readonly productName: string;
  send(reply: FastifyReply, status: number, html: string): FastifyReply;
  /** Post/Redirect/Get: a reload must not send the form again. */
  redirect(reply: FastifyReply, path: string): FastifyReply;
  expired(reply: FastifyReply): FastifyReply;
  /** The interaction of both the browser's cookie and the URL, or null when they differ. */
  findInteraction(request: FastifyRequest, reply: FastifyReply): Promise<Interaction | null>;
  /** Stores the message for the next page of this sign-in. */
  say(interaction: Interaction, said: PageMessage): Promise<void>;
  /**
   * The message for the page. A problem is shown once, on the page it belongs to. Typed values are available
   * on every page of the sign-in.
   */
  consumeMessage(interaction: Interaction, page: PageName): Promise<Omit<PageMessage, 'on'>>;
  /** Ends the interaction: the browser returns to the app that asked for the sign-in. */
  signedIn(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<FastifyReply>;
}

const pageNames = ['sign-in', 'create-account', 'code'] as const;
type PageName = (typeof pageNames)[number];
export type Interaction = Awaited<ReturnType<EmbeddedIdentity['provider']['interactionDetails']>>;

const PageMessage = z.object({
  on: z.enum(pageNames),
  problem: z.string().nullable(),
  /** The typed values without the secrets. */
  values: z.record(z.string(), z.string()),
});
type PageMessage = z.infer<typeof PageMessage>;

export function createPages(context: IdentityContext, { provider }: EmbeddedIdentity): Pages {
  const productName = context.config.PRODUCT_NAME;
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  return {
    context,
    productName,
    send,
    redirect: (reply, path) => reply.redirect(path, 303),
    expired: (reply) =>
      send(
        reply,
        400,
        noticePage(
          productName,
          'This sign-in has expired',
          'It was open for too long, or was finished in another tab.',
          { href: '/login', text: 'Start again' },
        ),
      ),
    async findInteraction(request, reply) {
      try {
        const details = await provider.interactionDetails(request.raw, reply.raw);
        return details.uid === (request.params as { uid: string }).uid ? details : null;
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      }
    },
    say,
    async consumeMessage(interaction, page) {
      const { data } = PageMessage.safeParse(interaction.result?.['said']);
      if (!data) return { problem: null, values: {} };
      if (data.problem !== null) await say(interaction, { ...data, problem: null });
      return { problem: data.on === page ? data.problem : null, values: data.values };
    },
    async signedIn(request, reply, accountId) {
      const target = await provider.interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId: toSubject(accountId), remember: true } },
        { mergeWithLastSubmission: false },
      );
      reply.header('set-cookie', makeDeviceCookie(context, accountId));
      return reply.redirect(target, 303);
    },
  };
}

/** This result is not a login. A browser that resumed with it would have to sign in again. */
async function say(interaction: Interaction, said: PageMessage): Promise<void> {
  interaction.result = { said };
  await interaction.persist();
}

/** Replies with an HTML page, also while the database is unreachable. */
export function sendErrorPages(app: FastifyInstance, pages: Pages): void {
  app.setErrorHandler((error, request, reply) => {
    if (!isUnavailable(error)) throw error;
    const reason = error instanceof AppError ? error.message : 'The database is not reachable at the moment.';
    request.log.warn({ reason, requestId: request.id }, 'A page could not be served');
    reply.header('retry-after', RETRY_AFTER_SECONDS);
    const link = { href: '/login', text: 'Back to sign-in' };
    return pages.send(reply, 503, noticePage(pages.productName, 'Not available at the moment', reason, link));
  });
}

const FORM_LIMIT_BYTES = 32_768;

export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
}

export function parseForm(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form;
}

export function hasNul(form: Form): boolean {
  return Object.values(form).some((value) => value.includes('\u0000'));
}

const KEPT_LENGTH = 254;

/** Keeps the named fields of a refused form, to show them again. Never name a secret. */
export function pickFields(form: Form, names: readonly string[]): Form {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = form[name]?.slice(0, KEPT_LENGTH).toWellFormed();
      return value && !value.includes('\u0000') ? [[name, value]] : [];
    }),
  );
}
