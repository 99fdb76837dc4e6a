import { stripInvisibleMarks } from '@dayloom/contracts/pasted';
import { MINUTE_MS } from '@dayloom/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { RETRY_AFTER_SECONDS } from '#platform/api-server.ts';
import { toVisitor, type Visitor } from '#platform/visitor.ts';
import { toSubject } from '../context.ts';
import { signInPage } from '../pages/sign-in.ts';
import { TOO_BUSY } from '../passwords.ts';
import { findKnownDevice } from '../safety/known-devices.ts';
import { tryPassword } from '../safety/password-tries.ts';
import { TOO_MANY_TRIES, WINDOW_SECONDS } from '../safety/throttle.ts';
import { isTwoStepOn } from '../safety/two-step.ts';
import { findAccountByEmail } from '../store/accounts.ts';
import { beginSecondStep } from '../store/second-step.ts';
import { hasNul, type Pages, parseForm, pickFields } from './pages.ts';

const SECOND_STEP_MS = 10 * MINUTE_MS;

const SignIn = z.object({
  email: z.string().overwrite(stripInvisibleMarks).max(254),
  password: z.string().max(200),
});

export function signInRoutes(app: FastifyInstance, pages: Pages): void {
  const { context, productName } = pages;
  const { db, clock, hooks, log } = context;

  const noteWrongPassword = (accountId: string, from: Visitor) => {
    const event = { kind: 'sign_in_failed', detail: 'Wrong password', from } as const;
    hooks
      .securityEvent(toSubject(accountId), event)
      .catch((error: unknown) => log.error({ err: error }, 'A wrong password could not be recorded'));
  };

  app.get('/oidc/interaction/:uid', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    if (!interaction) return pages.expired(reply);
    const said = await pages.consumeMessage(interaction, 'sign-in');
    return pages.send(reply, 200, signInPage({ productName, uid: interaction.uid, ...said }));
  });

  app.post('/oidc/interaction/:uid', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    if (!interaction) return pages.expired(reply);
    const address = `/oidc/interaction/${interaction.uid}`;
    const values = parseForm(request);
    const again = async (problem: string) => {
      await pages.say(interaction, { on: 'sign-in', problem, values: pickFields(values, ['email']) });
      return pages.redirect(reply, address);
    };
    const form = SignIn.safeParse(values);
    if (!form.success || hasNul(values)) return again('Enter your email address and your password.');

    const { email, password } = form.data;
    const account = await findAccountByEmail(db, email);
    const device = account ? findKnownDevice(context, request.headers.cookie, account) : null;
    const outcome = await tryPassword(context, {
      email,
      passwordHash: account?.password_hash ?? null,
      password,
      place: device === null ? { kind: 'address', ip: request.ip } : { kind: 'device', id: device },
    });
    if (outcome === 'throttled' || outcome === 'busy') {
      const isBusy = outcome === 'busy';
      const state = { problem: isBusy ? TOO_BUSY : TOO_MANY_TRIES, values: pickFields(values, ['email']) };
      reply.header('retry-after', isBusy ? RETRY_AFTER_SECONDS : WINDOW_SECONDS);
      const page = signInPage({ productName, uid: interaction.uid, ...state });
      return pages.send(reply, isBusy ? 503 : 429, page);
    }
    if (!account || outcome === 'wrong') {
      // Not awaited: a slower reply would reveal that the account exists.
      if (account) noteWrongPassword(account.id, toVisitor(request));
      return again('Wrong email or password.');
    }
    if (await isTwoStepOn(context, account.id)) {
      await beginSecondStep(db, {
        interaction_uid: interaction.uid,
        account_id: account.id,
        expires_at: new Date(clock().getTime() + SECOND_STEP_MS),
      });
      await pages.say(interaction, { on: 'code', problem: null, values: {} });
      return pages.redirect(reply, `${address}/code`);
    }
    await hooks.securityEvent(toSubject(account.id), {
      kind: 'signed_in',
      detail: 'Password',
      from: toVisitor(request),
    });
    return pages.signedIn(request, reply, account.id);
  });
}
