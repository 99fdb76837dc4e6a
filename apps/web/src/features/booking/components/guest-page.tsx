import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ApiAddress, createBookingCalls, type GuestPage as Page } from '../api.ts';
import { useCall } from '../hooks/use-call.ts';
import { useClock } from '../hooks/use-clock.ts';
import { Frame } from './frame.tsx';
import { GuestInvitation } from './guest-invitation.tsx';
import { LinkLeadsNowhere } from './link-leads-nowhere.tsx';
import { Loading, NotLoaded } from './not-loaded.tsx';
import { ZoneSelect } from './zone-select.tsx';

interface GuestPageProps extends ApiAddress {
  readonly productName: string;
  /** The secret part of the link. */
  readonly capability: string;
}

/** An event for one of its guests, by capability link. */
export function GuestPage({ apiBaseUrl, token, productName, capability }: GuestPageProps) {
  const calls = useMemo(() => createBookingCalls({ apiBaseUrl, token }), [apiBaseUrl, token]);
  const load = useCallback(() => calls.readGuestPage(capability), [calls, capability]);
  const { response, problem, retry } = useCall(load);
  const [changed, setChanged] = useState<Page | null>(null);
  const clock = useClock();
  const page = changed ?? response;
  const name = page && `Invitation: ${page.title}`;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);

  const choose = () => {
    if (page)
      return (
        <GuestInvitation
          page={page}
          localTime={clock.localTime}
          onAnswer={(given) => calls.answerAsGuest(capability, given)}
          onChange={setChanged}
        />
      );
    if (problem?.kind === 'not_found' || problem?.kind === 'invalid')
      return <LinkLeadsNowhere kind="event" />;
    if (problem) return <NotLoaded problem={problem} onRetry={retry} />;
    return <Loading />;
  };
  return (
    <Frame
      title={`Invitation with ${productName}`}
      end={<ZoneSelect value={clock.localTime.timeZone} onChange={clock.setTimeZone} />}
    >
      {choose()}
    </Frame>
  );
}
