import { useMemo, useState } from 'react';
import { type ApiAddress, createBookingCalls } from '../api.ts';
import { announceBooking, isEmbedded } from '../model/embedding.ts';
import type { Booked } from '../model/visits.ts';
import { Frame, OwnPageLink } from './frame.tsx';
import { HostPage } from './host-page.tsx';
import { LinkPage } from './link-page.tsx';
import { VisitPage } from './visit-page.tsx';

interface BookingAppProps extends ApiAddress {
  readonly productName: string;
  /** A username or several joined by `+`, or the token of a short link. */
  readonly target: { readonly username: string } | { readonly link: string };
}

/** All booking pages: of hosts, of a one-time link and of a booking. */
export function BookingApp({ apiBaseUrl, token, productName, target }: BookingAppProps) {
  const calls = useMemo(() => createBookingCalls({ apiBaseUrl, token }), [apiBaseUrl, token]);
  const [booked, setBooked] = useState<Booked | null>(null);
  const finish = (made: Booked) => {
    if (isEmbedded()) announceBooking(made.visit);
    // A reload shows the booking and does not begin another one. Other sites may show the host's page only.
    else window.history.replaceState(null, '', new URL(made.manageUrl).pathname);
    setBooked(made);
  };
  const choose = () => {
    if (booked) {
      const { manageUrl, visit } = booked;
      const visitToken = manageUrl.split('/').at(-1) ?? '';
      return <VisitPage calls={calls} token={visitToken} first={visit} />;
    }
    const shared = { calls, productName, onBooked: finish };
    if ('link' in target) return <LinkPage {...shared} token={target.link} />;
    return <HostPage {...shared} username={target.username} />;
  };
  return (
    <Frame title={`Booking with ${productName}`} end={<OwnPageLink isSignedIn={token !== null} />}>
      {choose()}
    </Frame>
  );
}
