import { findSabre, startSabre } from '../sabre-dav.ts';
import { testProgramRoundTrips } from './caldav-round-trips.ts';

testProgramRoundTrips({ name: 'sabre/dav', program: findSabre(), start: startSabre });
