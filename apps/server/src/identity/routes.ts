import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { z } from 'zod';
import type { Platform } from '../platform/context.ts';
import { type EmbeddedIdentity, subjectOf } from './embedded-provider.ts';
import {
  createAccountPage,
  noticePage,
  PASSWORD_MIN_LENGTH,
  SIGN_OUT_SCRIPT,
  STYLESHEET,
  signInPage,
} from './pages.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import {
  countAttempt,
  findAccountByEmail,
  forgetAttempts,
  insertAccount,
  insertMailToken,
  markEmailVerified,
  takeMailToken,
} from './store.ts';

const ATTEMPT_WINDOW_SECONDS = 600;
/** One network address may guess for many accounts: it gets more tries, but not endless ones. */
const TRIES_PER_ADDRESS_FACTOR = 20;
const MAIL_TOKEN_HOURS = 48;
const FORM_LIMIT_BYTES = 16_384;

const SignIn = z.object({ email: z.string().trim().max(254), password: z.string().max(200) });
const singleLine = (text: string) => !/\p{Cc}/u.test(text);
const CreateAccount = z.object({
  firstName: z
    .string()
    .trim()
    .min(1, 'Tell us your first name.')
    .max(100)
    .refine(singleLine, 'Use plain text for the name.'),
  lastName: z
    .string()
    .trim()
    .min(1, 'Tell us your last name.')
    .max(100)
    .refine(singleLine, 'Use plain text for the name.'),
  email: z.string().trim().max(254).pipe(z.email('This does not look like an e-mail address.')),
  password: z
    .string()
    .min(PASSWORD_MIN_LENGTH, `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`)
    .max(200, 'The password is too long.'),
});

type Form = Record<string, string>;
type Interaction = Awaited<ReturnType<EmbeddedIdentity['provider']['interactionDetails']>>;

/** What a refused form leaves in the interaction for the page it is sent back to. Never the password. */
const Refusal = z.object({
  page: z.enum(['sign-in', 'create-account']),
  problem: z.string().nullable(),
  values: z.record(z.string(), z.string()),
});
type Refusal = z.infer<typeof Refusal>;
const KEPT_FIELDS = ['email', 'firstName', 'lastName'];
const KEPT_LENGTH = 254;

/** `/oidc`: the provider itself, its pages, and the links of its mails. */
export async function identityRoutes(
  app: FastifyInstance,
  platform: Platform,
  identity: EmbeddedIdentity,
  onEmailVerified: (subject: string) => Promise<void>,
): Promise<void> {
  const { provider } = identity;
  const callback = provider.callback();

  await app.register(async (scope) => {
    // The provider reads the body itself: leave the stream alone.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/oidc/*', async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      const { raw } = request;
      Object.assign(raw, { originalUrl: raw.url });
      raw.url = (raw.url ?? '').slice('/oidc'.length);
      await callback(raw, reply.raw);
    });
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    pages(scope, platform, identity, onEmailVerified);
  });
}

function pages(
  app: FastifyInstance,
  platform: Platform,
  { provider }: EmbeddedIdentity,
  onEmailVerified: (subject: string) => Promise<void>,
): void {
  const { config, db, clock } = platform;
  const productName = config.PRODUCT_NAME;

  const sendPage = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);

  const expired = (reply: FastifyReply) =>
    sendPage(
      reply,
      400,
      noticePage(
        productName,
        'This sign-in has expired',
        'It was open for too long, or was finished in another tab.',
        {
          href: '/login',
          text: 'Start again',
        },
      ),
    );

  /** The interaction that the browser's cookie and the address agree on, or null. */
  const interactionOf = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const details = await provider.interactionDetails(request.raw, reply.raw);
      return details.uid === (request.params as { uid: string }).uid ? details : null;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  };

  const signedIn = async (request: FastifyRequest, reply: FastifyReply, accountId: string) => {
    const target = await provider.interactionResult(
      request.raw,
      reply.raw,
      { login: { accountId: subjectOf(accountId), remember: true } },
      { mergeWithLastSubmission: false },
    );
    return reply.redirect(target, 303);
  };

  /**
   * Post, redirect, get: a page that answers a form is gone for the browser's back button. The problem is
   * told once; what was typed stays.
   */
  const sendBack = async (
    reply: FastifyReply,
    interaction: Interaction,
    page: Refusal['page'],
    problem: string,
    form: Form,
  ) => {
    const values = Object.fromEntries(
      KEPT_FIELDS.flatMap((name) => {
        const value = form[name]?.slice(0, KEPT_LENGTH).toWellFormed();
        return value && !value.includes('\u0000') ? [[name, value]] : [];
      }),
    );
    interaction.result = { refusal: { page, problem, values } satisfies Refusal };
    await interaction.persist();
    const path = `/oidc/interaction/${interaction.uid}`;
    return reply.redirect(page === 'sign-in' ? path : `${path}/create-account`, 303);
  };

  const takeRefusal = async (interaction: Interaction, page: Refusal['page']) => {
    const { success, data } = Refusal.safeParse(interaction.result?.refusal);
    if (!success) return { problem: null, values: {} };
    if (data.problem === null) return data;
    interaction.result = { refusal: { ...data, problem: null } satisfies Refusal };
    await interaction.persist();
    return data.page === page ? data : { ...data, problem: null };
  };

  app.get('/oidc/pages.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLESHEET),
  );
  app.get('/oidc/sign-out.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(SIGN_OUT_SCRIPT),
  );

  app.get('/oidc/interaction/:uid', async (request, reply) => {
    const interaction = await interactionOf(request, reply);
    if (!interaction) return expired(reply);
    const refusal = await takeRefusal(interaction, 'sign-in');
    return sendPage(reply, 200, signInPage({ productName, uid: interaction.uid, ...refusal }));
  });

  app.get('/oidc/interaction/:uid/create-account', async (request, reply) => {
    const interaction = await interactionOf(request, reply);
    if (!interaction) return expired(reply);
    const refusal = await takeRefusal(interaction, 'create-account');
    return sendPage(reply, 200, createAccountPage({ productName, uid: interaction.uid, ...refusal }));
  });

  app.post('/oidc/interaction/:uid', async (request, reply) => {
    const interaction = await interactionOf(request, reply);
    if (!interaction) return expired(reply);
    const values = formOf(request);
    const again = (problem: string) => sendBack(reply, interaction, 'sign-in', problem, values);
    const form = SignIn.safeParse(values);
    if (!form.success || hasNul(values)) return again('Enter your e-mail address and your password.');

    const { email, password } = form.data;
    const now = clock();
    const emailKey = `sign-in:email:${email.toLowerCase()}`;
    const ofEmail = await countAttempt(db, emailKey, ATTEMPT_WINDOW_SECONDS, now);
    const ofAddress = await countAttempt(db, `sign-in:address:${request.ip}`, ATTEMPT_WINDOW_SECONDS, now);
    if (ofEmail > config.SIGN_IN_TRIES || ofAddress > config.SIGN_IN_TRIES * TRIES_PER_ADDRESS_FACTOR) {
      reply.header('retry-after', ATTEMPT_WINDOW_SECONDS);
      const problem = 'Too many tries. Wait ten minutes, then try again.';
      return sendPage(reply, 429, signInPage({ productName, uid: interaction.uid, problem, values }));
    }
    const account = await findAccountByEmail(db, email);
    const isRight = await verifyPassword(password, account?.password_hash ?? null);
    if (!account || !isRight) return again('The e-mail address or the password is not right.');
    await forgetAttempts(db, emailKey);
    return signedIn(request, reply, account.id);
  });

  app.post('/oidc/interaction/:uid/create-account', async (request, reply) => {
    const interaction = await interactionOf(request, reply);
    if (!interaction) return expired(reply);
    const values = formOf(request);
    const again = (problem: string) => sendBack(reply, interaction, 'create-account', problem, values);
    const form = CreateAccount.safeParse(values);
    if (!form.success) return again(form.error.issues[0]?.message ?? 'Fill in every field.');
    if (hasNul(values)) return again('Use plain text in every field.');

    const now = clock();
    const signUps = await countAttempt(db, `sign-up:address:${request.ip}`, ATTEMPT_WINDOW_SECONDS, now);
    if (signUps > config.SIGN_UPS_PER_TEN_MINUTES) {
      reply.header('retry-after', ATTEMPT_WINDOW_SECONDS);
      const problem = 'Too many new accounts from your network. Wait ten minutes, then try again.';
      return sendPage(reply, 429, createAccountPage({ productName, uid: interaction.uid, problem, values }));
    }
    const { firstName, lastName, email, password } = form.data;
    const account = {
      id: randomUUID(),
      email,
      first_name: firstName,
      last_name: lastName,
      password_hash: await hashPassword(password),
      email_verified_at: null,
      created_at: now,
    };
    if (!(await insertAccount(db, account))) {
      return again('There is an account with this e-mail address. Sign in instead.');
    }
    await sendVerification(platform, account.id, email, firstName);
    return signedIn(request, reply, account.id);
  });

  app.get('/oidc/verify-email', async (request, reply) => {
    const token = z.object({ token: z.string().min(1).max(200) }).safeParse(request.query);
    const accountId = token.success
      ? await takeMailToken(db, digest(token.data.token), VERIFY_EMAIL, clock())
      : null;
    if (!accountId) {
      return sendPage(
        reply,
        400,
        noticePage(productName, 'This link does not work any more', 'It was used before, or it is too old.', {
          href: '/',
          text: 'Home',
        }),
      );
    }
    await markEmailVerified(db, accountId, clock());
    await onEmailVerified(subjectOf(accountId));
    return sendPage(
      reply,
      200,
      noticePage(productName, 'Your e-mail address is confirmed', 'You can close this page.', {
        href: '/dashboard',
        text: `Open ${productName}`,
      }),
    );
  });
}

const VERIFY_EMAIL = 'verify-email';

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

async function sendVerification(
  { config, db, clock, mail, log }: Platform,
  accountId: string,
  email: string,
  firstName: string,
) {
  const token = randomBytes(24).toString('base64url');
  const now = clock();
  await insertMailToken(db, {
    token_hash: digest(token),
    account_id: accountId,
    purpose: VERIFY_EMAIL,
    expires_at: new Date(now.getTime() + MAIL_TOKEN_HOURS * 3_600_000),
    created_at: now,
  });
  const message = {
    to: email,
    subject: `Confirm your e-mail address for ${config.PRODUCT_NAME}`,
    text: `Hello ${firstName},\n\nplease confirm that this is your e-mail address:\n\n${config.publicUrl}/oidc/verify-email?token=${token}\n\nThe link works for ${MAIL_TOKEN_HOURS} hours. If you did not create an account, you can ignore this message.\n`,
  };
  // Not through the queue: a usable link must not lie in the database. Nobody waits for a mail server.
  void mail
    .send(message)
    .catch((error: unknown) => log.error({ err: error }, 'The confirmation mail was not sent'));
}

function formOf(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form;
}

function hasNul(form: Form): boolean {
  return Object.values(form).some((value) => value.includes('\u0000'));
}
