import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ApiAddress, createBookingCalls, type Invitation, type InvitationPath } from '../api.ts';
import { useCall } from '../hooks/use-call.ts';
import { useClock } from '../hooks/use-clock.ts';
import { toFullName } from '../model/hosts.ts';
import { Frame } from './frame.tsx';
import { LinkLeadsNowhere } from './link-leads-nowhere.tsx';
import { MeetingRequest } from './meeting-request.tsx';
import { Loading, NotLoaded } from './not-loaded.tsx';
import { ZoneSelect } from './zone-select.tsx';

interface MeetingPageProps extends ApiAddress {
  readonly productName: string;
  readonly path: InvitationPath;
}

/** A meeting request for one attendee, by capability link. */
export function MeetingPage({ apiBaseUrl, token, productName, path }: MeetingPageProps) {
  const { eventSlug, attendeeId } = path;
  const calls = useMemo(() => createBookingCalls({ apiBaseUrl, token }), [apiBaseUrl, token]);
  const load = useCallback(
    () => calls.readInvitation({ eventSlug, attendeeId }),
    [calls, eventSlug, attendeeId],
  );
  const { response, problem, retry } = useCall(load);
  const [changed, setChanged] = useState<Invitation | null>(null);
  const clock = useClock();
  const invitation = changed ?? response;
  const name =
    invitation && `${invitation.event.title}: ${toFullName(invitation.event.organizer)} asks to meet`;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);

  const choose = () => {
    if (invitation)
      return (
        <MeetingRequest
          calls={calls}
          path={path}
          invitation={invitation}
          localTime={clock.localTime}
          onChange={setChanged}
        />
      );
    if (problem?.kind === 'not_found' || problem?.kind === 'invalid')
      return <LinkLeadsNowhere kind="meeting" />;
    if (problem) return <NotLoaded problem={problem} onRetry={retry} />;
    return <Loading />;
  };
  return (
    <Frame
      title={`Meeting request with ${productName}`}
      end={<ZoneSelect value={clock.localTime.timeZone} onChange={clock.setTimeZone} />}
    >
      {choose()}
    </Frame>
  );
}
