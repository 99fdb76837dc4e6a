import { createHash } from 'node:crypto';
import type { GoogleEvent } from './event-times.ts';
import { GoogleError } from './google-error.ts';

type ConferenceData = NonNullable<GoogleEvent['conferenceData']>;

/**
 * The event with the conference that its `createRequest` asks for. A pending one has neither entry points nor a link.
 * A request with the id of the previous one is ignored (reference of `conferenceData`).
 */
export function withConference(
  event: GoogleEvent,
  before: GoogleEvent | null,
  { isPending }: { isPending: boolean },
): GoogleEvent {
  const request = event.conferenceData?.createRequest;
  if (!request || event.conferenceData?.conferenceSolution) return event;
  const type = request.conferenceSolutionKey?.type;
  if (!request.requestId || type !== 'hangoutsMeet')
    throw new GoogleError(400, 'invalid', 'Invalid conference type value.');
  const known = before?.conferenceData;
  if (known?.createRequest?.requestId === request.requestId) return { ...event, conferenceData: known };
  const asked: ConferenceData = {
    createRequest: { ...request, status: { statusCode: isPending ? 'pending' : 'success' } },
  };
  return { ...event, conferenceData: isPending ? asked : toBookingMade(asked) };
}

export function isPendingConference({ conferenceData }: GoogleEvent): boolean {
  return conferenceData?.createRequest?.status?.statusCode === 'pending';
}

/** The event with the conference that was pending. */
export function finishConference(event: GoogleEvent): GoogleEvent {
  return { ...event, conferenceData: toBookingMade(event.conferenceData ?? {}) };
}

function toBookingMade({ createRequest }: ConferenceData): ConferenceData {
  const requestId = createRequest?.requestId ?? '';
  const letters = createHash('sha256').update(requestId).digest('hex').replace(/\d/g, 'x');
  const conferenceId = `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`;
  return {
    createRequest: { ...createRequest, status: { statusCode: 'success' } },
    conferenceId,
    conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
    entryPoints: [
      {
        entryPointType: 'video',
        uri: `https://meet.google.com/${conferenceId}`,
        label: `meet.google.com/${conferenceId}`,
      },
    ],
  };
}
