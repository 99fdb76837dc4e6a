import { demoCaldav } from '../demo-caldav.ts';
import { testCaldavRoundTrips } from './caldav-round-trips.ts';

testCaldavRoundTrips({
  title: 'events at the CalDAV server of the sandbox',
  position: 3,
  openAccount: async (server) => demoCaldav(server),
});
