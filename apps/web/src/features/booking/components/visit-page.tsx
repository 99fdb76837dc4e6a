import type { VisitorBooking } from '@dayloom/contracts';
import { useCallback, useState } from 'react';
import type { BookingCalls, CallResult } from '../api.ts';
import { useCall } from '../hooks/use-call.ts';
import { useConferenceLink } from '../hooks/use-conference-link.ts';
import { LinkLeadsNowhere } from './link-leads-nowhere.tsx';
import { Loading, NotLoaded } from './not-loaded.tsx';
import { Visit } from './visit.tsx';

interface VisitPageProps {
  readonly calls: BookingCalls;
  readonly token: string;
  /** The booking as far as it is known, and the host's zone, right after it was made. */
  readonly first?: VisitorBooking;
}

interface ShownVisit {
  readonly booking: VisitorBooking;
  /** What has just happened. */
  readonly message: string | null;
}

/** A booking by its capability link. `?confirm=CODE` confirms the visitor's address by itself. */
export function VisitPage({ calls, token, first }: VisitPageProps) {
  const load = useCallback(() => readVisit(calls, token), [calls, token]);
  const { response, problem, retry } = useCall(load);
  const [changed, setChanged] = useState<ShownVisit | null>(null);
  const awaitsLink = (changed ?? response)?.booking.awaitsLink ?? false;
  useConferenceLink(calls, awaitsLink ? token : null, (booking) => setChanged({ booking, message: null }));
  const shown = changed ?? response ?? (first && { booking: first, message: null });
  if (shown)
    return (
      <Visit
        calls={calls}
        token={token}
        visit={shown.booking}
        isNew={first !== undefined}
        message={shown.message}
        onChange={(booking, message) => setChanged({ booking, message })}
      />
    );
  if (problem?.kind === 'not_found' || problem?.kind === 'invalid') return <LinkLeadsNowhere kind="link" />;
  if (problem) return <NotLoaded problem={problem} onRetry={retry} />;
  return <Loading />;
}

async function readVisit(calls: BookingCalls, token: string): Promise<CallResult<ShownVisit>> {
  const message = await confirmAddress(calls, token);
  const result = await calls.readVisit(token);
  return 'response' in result ? { response: { booking: result.response.booking, message } } : result;
}

/** Confirms with the code of the address, if there is one; returns the message to show. */
async function confirmAddress(calls: BookingCalls, token: string): Promise<string | null> {
  const code = new URLSearchParams(window.location.search).get('confirm');
  if (!code) return null;
  const result = await calls.confirmVisit(token, code);
  // A reload must not confirm again. After a lost connection it must.
  const isLost = 'problem' in result && result.problem.kind === 'offline';
  if (!isLost) window.history.replaceState(null, '', window.location.pathname);
  return 'problem' in result ? result.problem.message : 'Your email address is confirmed.';
}
