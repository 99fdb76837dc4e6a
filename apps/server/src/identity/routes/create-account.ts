import { randomUUID } from 'node:crypto';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@dayloom/contracts';
import { hasNoBidiControl, isVisibleName } from '@dayloom/contracts/names';
import { stripInvisibleMarks, trimInvisibleMarks } from '@dayloom/contracts/pasted';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addressKey } from '#platform/address-key.ts';
import { sendVerification } from '../mails.ts';
import { createAccountPage } from '../pages/sign-in.ts';
import { hashPassword } from '../passwords.ts';
import { isOverLimit, WINDOW_SECONDS } from '../safety/throttle.ts';
import { insertAccount } from '../store/accounts.ts';
import { countAttempt, countAttempts } from '../store/attempts.ts';
import { hasNul, type Pages, parseForm, pickFields } from './pages.ts';

/** How often in ten minutes one network address may learn that an email address has an account. */
const TAKEN_PER_ADDRESS = 20;

const singleLine = (text: string) => !/\p{Cc}/u.test(text);
const name = (missing: string) =>
  z
    .string()
    .overwrite(trimInvisibleMarks)
    .max(100)
    .refine(isVisibleName, missing)
    .refine((text) => singleLine(text) && hasNoBidiControl(text), 'Use plain text for the name.');

export const NewPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`)
  .max(PASSWORD_MAX_LENGTH, 'The password is too long.');

const CreateAccount = z.object({
  firstName: name('Enter your first name.'),
  lastName: name('Enter your last name.'),
  email: z
    .string()
    .overwrite(stripInvisibleMarks)
    .max(254)
    .pipe(z.email('This does not look like an email address.')),
  password: NewPassword,
});
const TYPED = ['firstName', 'lastName', 'email'] as const;

export function createAccountRoutes(app: FastifyInstance, pages: Pages): void {
  const { context, productName } = pages;
  const { config, db, clock, passwordCost } = context;

  app.get('/oidc/interaction/:uid/create-account', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    if (!interaction) return pages.expired(reply);
    const said = await pages.consumeMessage(interaction, 'create-account');
    return pages.send(reply, 200, createAccountPage({ productName, uid: interaction.uid, ...said }));
  });

  app.post('/oidc/interaction/:uid/create-account', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    if (!interaction) return pages.expired(reply);
    const values = parseForm(request);
    const again = async (problem: string) => {
      await pages.say(interaction, { on: 'create-account', problem, values: pickFields(values, TYPED) });
      return pages.redirect(reply, `/oidc/interaction/${interaction.uid}/create-account`);
    };
    const form = CreateAccount.safeParse(values);
    if (!form.success) return again(form.error.issues[0]?.message ?? 'Fill in every field.');
    if (hasNul(values)) return again('Use plain text in every field.');

    const address = addressKey(request.ip);
    const taken = `sign-up-taken:address:${address}`;
    if (
      (await countAttempts(db, taken, clock())) >= TAKEN_PER_ADDRESS ||
      (await isOverLimit(context, `sign-up:address:${address}`, config.SIGN_UPS_PER_TEN_MINUTES))
    ) {
      const problem = 'Too many new accounts from your network. Wait ten minutes, then try again.';
      const state = { problem, values: pickFields(values, TYPED) };
      reply.header('retry-after', WINDOW_SECONDS);
      return pages.send(reply, 429, createAccountPage({ productName, uid: interaction.uid, ...state }));
    }
    const { firstName, lastName, email, password } = form.data;
    const account = {
      id: randomUUID(),
      email,
      first_name: firstName,
      last_name: lastName,
      password_hash: await hashPassword(password, passwordCost),
      email_verified_at: null,
      password_changed_at: null,
      created_at: clock(),
    };
    if (!(await insertAccount(db, account))) {
      await countAttempt(db, taken, WINDOW_SECONDS, clock());
      return again('An account with this email address already exists. Sign in instead.');
    }
    await sendVerification(context, account);
    return pages.signedIn(request, reply, account.id);
  });
}
