import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { visitorOf } from '../../platform/visitor.ts';
import { subjectOf } from '../context.ts';
import { signInPage } from '../pages/sign-in.ts';
import { verifyPassword } from '../passwords.ts';
import { countPasswordTry, forgetPasswordTries, TOO_MANY_TRIES, WINDOW_SECONDS } from '../safety/throttle.ts';
import { isTwoStepOn } from '../safety/two-step.ts';
import { findAccountByEmail } from '../store/accounts.ts';
import { beginSecondStep } from '../store/second-step.ts';
import { formOf, hasNul, type Pages, typedOf } from './pages.ts';

const SECOND_STEP_MS = 10 * 60_000;

const SignIn = z.object({ email: z.string().trim().max(254), password: z.string().max(200) });

export function signInRoutes(app: FastifyInstance, pages: Pages): void {
  const { context, productName } = pages;
  const { db, clock, hooks } = context;

  app.get('/oidc/interaction/:uid', async (request, reply) => {
    const interaction = await pages.interactionOf(request, reply);
    if (!interaction) return pages.expired(reply);
    const said = await pages.takeSaid(interaction, 'sign-in');
    return pages.send(reply, 200, signInPage({ productName, uid: interaction.uid, ...said }));
  });

  app.post('/oidc/interaction/:uid', async (request, reply) => {
    const interaction = await pages.interactionOf(request, reply);
    if (!interaction) return pages.expired(reply);
    const address = `/oidc/interaction/${interaction.uid}`;
    const values = formOf(request);
    const again = async (problem: string) => {
      await pages.say(interaction, { on: 'sign-in', problem, values: typedOf(values, ['email']) });
      return pages.redirect(reply, address);
    };
    const form = SignIn.safeParse(values);
    if (!form.success || hasNul(values)) return again('Enter your e-mail address and your password.');

    const { email, password } = form.data;
    if ((await countPasswordTry(context, email, request.ip)) === 'throttled') {
      const state = { problem: TOO_MANY_TRIES, values: typedOf(values, ['email']) };
      reply.header('retry-after', WINDOW_SECONDS);
      return pages.send(reply, 429, signInPage({ productName, uid: interaction.uid, ...state }));
    }
    const account = await findAccountByEmail(db, email);
    const isRight = await verifyPassword(password, account?.password_hash ?? null);
    if (!account || !isRight) {
      if (account) {
        await hooks.securityEvent(subjectOf(account.id), {
          kind: 'sign_in_failed',
          detail: 'Wrong password',
          from: visitorOf(request),
        });
      }
      return again('The e-mail address or the password is not right.');
    }
    await forgetPasswordTries(context, email);
    if (await isTwoStepOn(context, account.id)) {
      await beginSecondStep(db, {
        interaction_uid: interaction.uid,
        account_id: account.id,
        expires_at: new Date(clock().getTime() + SECOND_STEP_MS),
      });
      await pages.say(interaction, { on: 'code', problem: null, values: {} });
      return pages.redirect(reply, `${address}/code`);
    }
    await hooks.securityEvent(subjectOf(account.id), {
      kind: 'signed_in',
      detail: 'Password',
      from: visitorOf(request),
    });
    return pages.signedIn(request, reply, account.id);
  });
}
