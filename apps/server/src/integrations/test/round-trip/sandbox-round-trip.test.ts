import { demoCaldav } from '../demo-caldav.ts';
import { testSandboxRoundTrips } from './caldav-round-trips.ts';

testSandboxRoundTrips(demoCaldav);
