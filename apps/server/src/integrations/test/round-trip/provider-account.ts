import { allowOtherProgram, connect, demoAccounts } from '#test/calendar-connections.ts';
import type { TestServer, TestUser } from '#test/server.ts';
import { googleSide } from './google-side.ts';
import { outlookSide } from './outlook-side.ts';
import type { CalendarSide } from './round-trip.ts';

/** A new user with a connected account whose calendar is empty, and another program at the calendar. */
export async function openProviderAccount(
  server: TestServer,
  domain: 'google' | 'outlook',
): Promise<{ user: TestUser; side: CalendarSide }> {
  const user = await server.signUp({ timeZone: 'America/New_York' });
  const { url, accessToken } = await allowOtherProgram(server, domain);
  const side =
    domain === 'google'
      ? googleSide(url, accessToken, demoAccounts.google.email)
      : outlookSide(`${url}/graph`, accessToken);
  // All users share the demo account.
  await side.clear();
  await connect(server, user, domain);
  return { user, side };
}
