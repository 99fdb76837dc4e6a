import { findProgram, startXandikos } from '../caldav-programs.ts';
import { testProgramRoundTrips } from './caldav-round-trips.ts';

testProgramRoundTrips({ name: 'xandikos', program: findProgram('xandikos'), start: startXandikos });
