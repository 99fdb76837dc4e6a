import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toVisitor } from '#platform/visitor.ts';
import { toSubject } from '../context.ts';
import { codePage } from '../pages/sign-in.ts';
import { TOO_MANY_TRIES } from '../safety/throttle.ts';
import { checkCode } from '../safety/two-step.ts';
import { findAccount } from '../store/accounts.ts';
import { endSecondStep, findSecondStep } from '../store/second-step.ts';
import { hasNul, type Pages, parseForm } from './pages.ts';

const MAX_CODE_LENGTH = 40;

/** The second step of a sign-in after a correct password. */
export function codeRoutes(app: FastifyInstance, pages: Pages): void {
  const { context, productName } = pages;
  const { db, clock, hooks } = context;

  const isRecovery = (request: FastifyRequest) => (request.query as { with?: unknown }).with === 'recovery';

  app.get('/oidc/interaction/:uid/code', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    if (!interaction) return pages.expired(reply);
    const accountId = await findSecondStep(db, interaction.uid, clock());
    if (!accountId) return pages.redirect(reply, `/oidc/interaction/${interaction.uid}`);
    const said = await pages.consumeMessage(interaction, 'code');
    return pages.send(
      reply,
      200,
      codePage({ productName, uid: interaction.uid, ...said }, isRecovery(request) ? 'recovery' : 'app'),
    );
  });

  app.post('/oidc/interaction/:uid/code', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    if (!interaction) return pages.expired(reply);
    const address = `/oidc/interaction/${interaction.uid}`;
    const accountId = await findSecondStep(db, interaction.uid, clock());
    const account = accountId ? await findAccount(db, accountId) : undefined;
    if (!account) {
      await pages.say(interaction, {
        on: 'sign-in',
        problem: 'That took too long. Sign in again.',
        values: {},
      });
      return pages.redirect(reply, address);
    }
    const again = async (problem: string) => {
      await pages.say(interaction, { on: 'code', problem, values: {} });
      return pages.redirect(reply, `${address}/code${isRecovery(request) ? '?with=recovery' : ''}`);
    };
    const form = parseForm(request);
    const code = form['code'] ?? '';
    if (code.trim() === '' || code.length > MAX_CODE_LENGTH || hasNul(form)) return again('Enter the code.');
    const proof = await checkCode(context, account, code);
    const subject = toSubject(account.id);
    const from = toVisitor(request);
    if (proof === 'throttled') return again(TOO_MANY_TRIES);
    if (proof === 'wrong') {
      await hooks.securityEvent(subject, { kind: 'sign_in_failed', detail: 'Wrong code', from });
      return again('Wrong code, or it has already been used.');
    }
    await endSecondStep(db, interaction.uid);
    if (proof === 'recovery') await hooks.securityEvent(subject, { kind: 'recovery_code_used', from });
    const detail = proof === 'recovery' ? 'Password and recovery code' : 'Password and code';
    await hooks.securityEvent(subject, { kind: 'signed_in', detail, from });
    return pages.signedIn(request, reply, account.id);
  });
}
