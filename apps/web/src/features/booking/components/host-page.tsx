import { useCallback, useEffect, useState } from 'react';
import type { BookingCalls } from '../api.ts';
import { useCall } from '../hooks/use-call.ts';
import { isEmbedded } from '../model/embedding.ts';
import { joinFirstNames, toFullName } from '../model/hosts.ts';
import { readPageData } from '../model/page-data.ts';
import { readPrefill } from '../model/prefill.ts';
import type { Booked } from '../model/visits.ts';
import { BookingSteps } from './booking-steps.tsx';
import { HostCard } from './host-card.tsx';
import { Loading, NotLoaded } from './not-loaded.tsx';

interface HostPageProps {
  readonly calls: BookingCalls;
  readonly productName: string;
  readonly username: string;
  readonly onBooked: (booked: Booked) => void;
}

/** The public page of a host, or of several. */
export function HostPage({ calls, productName, username, onBooked }: HostPageProps) {
  const [prefill] = useState(() => readPrefill(window.location.search));
  const load = useCallback(() => calls.readPage(username, prefill.type), [calls, username, prefill.type]);
  const [sent] = useState(readPageData);
  const { response, problem, retry } = useCall(load, sent?.response ?? null);
  // An unknown username goes home, like every unknown address.
  const isUnknown = problem?.kind === 'not_found' && !username.includes('+') && !isEmbedded();
  useEffect(() => {
    if (isUnknown) window.location.replace('/');
  }, [isUnknown]);
  const names = response?.hosts.map(toFullName).join(', ');
  useEffect(() => {
    if (names) document.title = names;
  }, [names]);

  if (problem && !isUnknown) return <NotLoaded problem={problem} onRetry={retry} />;
  if (!response) return <Loading />;
  const { hosts, eventTypes, timeZone } = response;
  const [first, ...others] = eventTypes;
  if (!first)
    return (
      <div className="notice within">
        <HostCard hosts={hosts} />
        <p>{joinFirstNames(hosts)} takes no bookings on this page yet.</p>
        <div className="row">
          <a className="button" href="/">
            Go to the home page
          </a>
        </div>
      </div>
    );
  return (
    <BookingSteps
      calls={calls}
      productName={productName}
      hosts={hosts}
      eventTypes={[first, ...others]}
      hostTimeZone={timeZone}
      firstSlots={sent?.firstSlots ?? null}
      prefill={prefill}
      onBooked={onBooked}
    />
  );
}
