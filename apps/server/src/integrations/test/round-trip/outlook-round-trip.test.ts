import { outlookCorpus } from './outlook-corpus.ts';
import { testProviderRoundTrips } from './provider-round-trips.ts';

testProviderRoundTrips({
  title: 'events in Outlook',
  domain: 'outlook',
  corpus: outlookCorpus,
  alwaysTried: 'series with everything',
});
