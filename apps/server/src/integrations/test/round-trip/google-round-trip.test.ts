import { googleCorpus } from './google-corpus.ts';
import { testProviderRoundTrips } from './provider-round-trips.ts';

testProviderRoundTrips({
  title: 'events at Google',
  domain: 'google',
  corpus: googleCorpus,
  alwaysTried: 'weekly, with everything',
});
