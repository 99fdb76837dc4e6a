import { type Profile, securityApi } from '@dayloom/contracts';
import { call } from '#lib/api.ts';

const TICKET = 'dayloom.linkTicket';

/** Mails a link to the address; it works in this browser only. */
export async function mailLink(): Promise<void> {
  await call(securityApi.requestLink, { body: { proof: 'mail' } });
}

/** Keeps a ticket for this identity, to bring along when the account has signed in. */
export async function keepTicket(): Promise<void> {
  const { ticket } = await call(securityApi.requestLink, { body: { proof: 'sign-in' } });
  if (ticket) sessionStorage.setItem(TICKET, ticket);
}

/** Whether an identity waits to join the account that signs in now. */
export function takeTicket(): string | null {
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
