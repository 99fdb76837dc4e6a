import type { FastifyInstance } from 'fastify';
import { addressKey } from '#platform/address-key.ts';
import { toVisitor } from '#platform/visitor.ts';
import { toSubject } from '../context.ts';
import { type CredentialJson, signInOptions, verifyPasskey } from '../safety/passkeys.ts';
import { isOverLimit, TOO_MANY_TRIES } from '../safety/throttle.ts';
import { hasNul, type Pages, parseForm } from './pages.ts';

const TRIES_PER_ADDRESS = 200;
/** Each view of the sign-in page asks for options once. */
const OPTIONS_PER_ADDRESS = 5_000;

/** Sign-in with a passkey. The passkey names its account and counts as both steps. */
export function passkeyRoutes(app: FastifyInstance, pages: Pages): void {
  const { context } = pages;

  app.post('/oidc/interaction/:uid/passkey/options', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    if (!interaction) return reply.code(404).send();
    if (
      await isOverLimit(context, `passkey-options:address:${addressKey(request.ip)}`, OPTIONS_PER_ADDRESS)
    ) {
      return reply.code(429).send();
    }
    return reply.header('cache-control', 'no-store').send(await signInOptions(context, interaction.uid));
  });

  app.post('/oidc/interaction/:uid/passkey', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    if (!interaction) return pages.expired(reply);
    const again = async (problem: string) => {
      await pages.say(interaction, { on: 'sign-in', problem, values: {} });
      return pages.redirect(reply, `/oidc/interaction/${interaction.uid}`);
    };
    if (await isOverLimit(context, `passkey:address:${addressKey(request.ip)}`, TRIES_PER_ADDRESS)) {
      return again(TOO_MANY_TRIES);
    }
    const form = parseForm(request);
    const passkey = hasNul(form) ? null : parseCredential(form['passkey']);
    const owner = passkey && (await verifyPasskey(context, passkey, 'sign-in', interaction.uid));
    if (!owner) return again('This passkey is unknown, or it took too long. Try again.');
    await context.hooks.securityEvent(toSubject(owner.accountId), {
      kind: 'signed_in',
      detail: `Passkey '${owner.name}'`,
      from: toVisitor(request),
    });
    return pages.signedIn(request, reply, owner.accountId);
  });
}

function parseCredential(text: string | undefined): CredentialJson | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const isCredential = typeof value === 'object' && value !== null && 'response' in value;
    return isCredential && typeof value.response === 'object' && value.response !== null ? value : null;
  } catch {
    return null;
  }
}
