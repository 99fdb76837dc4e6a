import { stripInvisibleMarks } from '@dayloom/contracts/pasted';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { digest } from '#platform/one-time-tokens.ts';
import { toVisitor } from '#platform/visitor.ts';
import { noticePage } from '../pages/page.ts';
import { forgotPasswordPage, newPasswordPage } from '../pages/password-reset.ts';
import { requestReset, resetPassword } from '../safety/password.ts';
import { isMailTokenGood } from '../store/mail-tokens.ts';
import { NewPassword } from './create-account.ts';
import { hasNul, type Pages, parseForm } from './pages.ts';

const Email = z.string().overwrite(stripInvisibleMarks).max(254).pipe(z.email());
const Token = z.string().min(1).max(200);

/** The messages that a page may show about the previous form. Text from the URL is never shown. */
const PROBLEMS: Readonly<Record<string, string>> = {
  email: 'This does not look like an email address.',
  tries: 'Too many tries. Wait an hour, then try again.',
  password: 'The password needs at least 8 characters, and at most 200.',
};

/** Shown instead of a link when the server cannot send mail. */
const noMailPage = (productName: string) =>
  noticePage(
    productName,
    'This server sends no mail',
    'So it cannot send you a link for a new password. If you have a passkey, sign in with it. Otherwise ask the administrator of this server.',
    { href: '/login', text: 'Back to sign-in' },
  );

export function passwordResetRoutes(app: FastifyInstance, pages: Pages): void {
  const { context, productName } = pages;
  const { db, clock, config } = context;

  const findProblem = (request: FastifyRequest) => {
    const { problem } = request.query as { problem?: unknown };
    return typeof problem === 'string' && Object.hasOwn(PROBLEMS, problem)
      ? (PROBLEMS[problem] ?? null)
      : null;
  };
  const stale = (reply: FastifyReply) =>
    pages.send(
      reply,
      400,
      noticePage(productName, 'This link no longer works', 'It has already been used or has expired.', {
        href: '/oidc/forgot-password',
        text: 'Send a new link',
      }),
    );

  const isMailOff = config.modes.mail === 'off';
  app.get('/oidc/forgot-password', async (request, reply) =>
    pages.send(
      reply,
      200,
      isMailOff ? noMailPage(productName) : forgotPasswordPage(productName, findProblem(request)),
    ),
  );

  app.post('/oidc/forgot-password', async (request, reply) => {
    if (isMailOff) return pages.redirect(reply, '/oidc/forgot-password');
    const form = parseForm(request);
    const email = Email.safeParse(form['email']);
    if (!email.success || hasNul(form)) return pages.redirect(reply, '/oidc/forgot-password?problem=email');
    const outcome = await requestReset(context, email.data, request.ip, toVisitor(request));
    return pages.redirect(
      reply,
      outcome === 'throttled' ? '/oidc/forgot-password?problem=tries' : '/oidc/forgot-password/sent',
    );
  });

  app.get('/oidc/forgot-password/sent', async (_request, reply) =>
    pages.send(
      reply,
      200,
      noticePage(
        productName,
        'Check your mail',
        'If an account with this address exists, we have sent a link to choose a new password. It works for one hour.',
        { href: '/login', text: 'Back to sign-in' },
      ),
    ),
  );

  app.get('/oidc/reset-password', async (request, reply) => {
    // The URL contains a secret, so no other site may receive it as a referrer.
    reply.header('referrer-policy', 'no-referrer');
    const token = Token.safeParse((request.query as { token?: unknown }).token);
    const isGood =
      token.success && (await isMailTokenGood(db, digest(token.data), 'reset-password', clock()));
    if (!isGood) return stale(reply);
    return pages.send(reply, 200, newPasswordPage(productName, token.data, findProblem(request)));
  });

  app.post('/oidc/reset-password', async (request, reply) => {
    const form = parseForm(request);
    const token = Token.safeParse(form['token']);
    if (!token.success || hasNul(form)) return stale(reply);
    const password = NewPassword.safeParse(form['password']);
    if (!password.success) {
      const query = new URLSearchParams({ token: token.data, problem: 'password' });
      return pages.redirect(reply, `/oidc/reset-password?${query.toString()}`);
    }
    const isDone = await resetPassword(context, token.data, password.data, toVisitor(request));
    if (!isDone) return stale(reply);
    return pages.redirect(reply, '/oidc/reset-password/done');
  });

  app.get('/oidc/reset-password/done', async (_request, reply) =>
    pages.send(
      reply,
      200,
      noticePage(productName, 'Your password is changed', 'You are signed out everywhere.', {
        href: '/login',
        text: 'Go to sign-in',
      }),
    ),
  );
}
