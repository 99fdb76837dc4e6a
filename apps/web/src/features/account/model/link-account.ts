import { type Profile, securityApi } from '@dayloom/contracts';
import { call } from '#lib/api.ts';

const TICKET = 'dayloom.linkTicket';

/** Mails a link to the address; it works only in this browser. */
export async function mailLink(): Promise<void> {
  await call(securityApi.requestLink, { body: { proof: 'mail' } });
}

/** Stores a ticket for this identity, to present after signing in to the account. */
export async function keepTicket(): Promise<void> {
  const { ticket } = await call(securityApi.requestLink, { body: { proof: 'sign-in' } });
  if (ticket) sessionStorage.setItem(TICKET, ticket);
}

/** Takes the ticket of an identity that waits to be linked; null without one. */
export function consumeTicket(): string | null {
  const ticket = sessionStorage.getItem(TICKET);
  sessionStorage.removeItem(TICKET);
  return ticket;
}

export async function redeemTicket(ticket: string): Promise<void> {
  await call(securityApi.linkByTicket, { body: { ticket } });
}

export async function confirmLink(token: string): Promise<Profile> {
  return (await call(securityApi.confirmLink, { body: { token } })).user;
}
