import { findProgram, startRadicale } from '../caldav-programs.ts';
import { testProgramRoundTrips } from './caldav-round-trips.ts';

testProgramRoundTrips({ name: 'radicale', program: findProgram('radicale'), start: startRadicale });
