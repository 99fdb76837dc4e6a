import { MAX_TIMES, type MeetingRequest } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { formatMeetingTime, formatStart, joinNames, listProposedTimes } from '../model/meeting-words.ts';
import './proposed-times.css';

interface ProposedTimesProps {
  readonly request: MeetingRequest;
  readonly isBusy: boolean;
  readonly onAdd: (startsAt: string) => void;
}

/** The times that attendees propose instead; nothing without any. */
export function ProposedTimes({ request, isBusy, onAdd }: ProposedTimesProps) {
  const proposed = listProposedTimes(request, useNow());
  const isFull = request.times.length >= MAX_TIMES;
  if (proposed.length === 0) return null;
  return (
    <Card aria-labelledby="proposed-times-title">
      <CardHeader
        id="proposed-times-title"
        title="Other times that were proposed"
        subtitle={
          isFull
            ? `The request has ${MAX_TIMES} times, as many as it can have.`
            : 'When you add one, everybody is asked again.'
        }
      />
      <ul className="proposed-times">
        {proposed.map(({ startsAt, names }) => (
          <CardRow as="li" key={startsAt} className="proposed-times-row">
            <div className="proposed-times-facts">
              <div className="n">
                {formatMeetingTime({
                  startsAt,
                  endsAt: new Date(Date.parse(startsAt) + request.durationMinutes * MINUTE_MS).toISOString(),
                })}
              </div>
              <div className="proposed-times-names text-small">{joinNames(names)}</div>
            </div>
            <Button
              size="small"
              aria-label={`Add the proposed time ${formatStart(startsAt)}`}
              disabled={isBusy || isFull}
              onClick={() => onAdd(startsAt)}
            >
              Add the proposed time
            </Button>
          </CardRow>
        ))}
      </ul>
    </Card>
  );
}
