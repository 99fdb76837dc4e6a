import { useCallback, useEffect, useState } from 'react';
import type { BookingCalls } from '../api.ts';
import { useCall } from '../hooks/use-call.ts';
import { readPrefill } from '../model/prefill.ts';
import type { Booked } from '../model/visits.ts';
import { BookingSteps } from './booking-steps.tsx';
import { LinkLeadsNowhere } from './link-leads-nowhere.tsx';
import { Loading, NotLoaded } from './not-loaded.tsx';
import { VisitPage } from './visit-page.tsx';

interface LinkPageProps {
  readonly calls: BookingCalls;
  readonly productName: string;
  readonly token: string;
  readonly onBooked: (booked: Booked) => void;
}

/** What a short link leads to: an event type that can be booked once, a booking, or a page of the app. */
export function LinkPage({ calls, productName, token, onBooked }: LinkPageProps) {
  const [prefill] = useState(() => readPrefill(window.location.search));
  const load = useCallback(() => calls.resolveLink(token), [calls, token]);
  const { response, problem, retry } = useCall(load);
  if (problem?.kind === 'not_found' || problem?.kind === 'invalid') return <LinkLeadsNowhere kind="link" />;
  if (problem) return <NotLoaded problem={problem} onRetry={retry} />;
  if (!response) return <Loading />;
  const { target } = response;
  if (target.kind === 'page') return <OtherPage path={target.path} />;
  if (target.kind === 'booking') return <VisitPage calls={calls} token={token} />;
  return (
    <BookingSteps
      calls={calls}
      productName={productName}
      hosts={[target.host]}
      eventTypes={[target.eventType]}
      hostTimeZone={null}
      link={token}
      prefill={prefill}
      onBooked={onBooked}
    />
  );
}

/** Goes to a page of the app; 'back' leads to where the link was. */
function OtherPage({ path }: { path: string }) {
  useEffect(() => window.location.replace(path), [path]);
  return <Loading />;
}
