import { useQuery } from '@tanstack/react-query';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { CardRow } from '#ui/card.tsx';
import { Link } from '#ui/link.tsx';
import { openRequestsQuery } from '../api.ts';
import { count, formatStart, joinNames, listProposedTimes, listWaiting } from '../model/meeting-words.ts';
import './missing-answers.css';

const MAX_PROPOSED = 3;

/**
 * On the dashboard: the other times that attendees propose and the requests without a choice, which wait for the user, and
 * how many answers to open requests are missing. Nothing without open requests.
 */
export function MissingAnswers() {
  const { data = [] } = useQuery(openRequestsQuery);
  const now = useNow();
  if (data.length === 0) return null;
  const answered = data.filter(({ state }) => state === 'expired');
  const missing = data.reduce(
    (sum, request) => sum + (request.state === 'open' ? listWaiting(request).length : 0),
    0,
  );
  const proposed = data.flatMap((request) =>
    listProposedTimes(request, now).map(({ startsAt, names }) => ({ request, startsAt, names })),
  );
  return (
    <>
      {proposed.slice(0, MAX_PROPOSED).map(({ request, startsAt, names }) => (
        <CardRow key={request.id + startsAt} className="missing-answers-row">
          <div className="missing-answers-facts">
            {joinNames(names)} {names.length === 1 ? 'proposes' : 'propose'} {formatStart(startsAt)}
            <div className="missing-answers-title text-small">for {request.title}</div>
          </div>
          <Button
            size="small"
            to={`/bookings?view=requests&request=${request.id}`}
            aria-label={`Compare the times of ${request.title}`}
          >
            Compare
          </Button>
        </CardRow>
      ))}
      {answered.slice(0, MAX_PROPOSED).map(({ id, title }) => (
        <CardRow key={id} className="missing-answers-row">
          <div className="missing-answers-facts">
            The deadline to answer has passed: choose a time
            <div className="missing-answers-title text-small">for {title}</div>
          </div>
          <Button
            size="small"
            to={`/bookings?view=requests&request=${id}`}
            aria-label={`Choose the time of ${title}`}
          >
            Choose
          </Button>
        </CardRow>
      ))}
      <CardRow className="text-small">
        <Link to="/bookings?view=requests">{count(data.length, 'open meeting request')}</Link>
        {answered.length < data.length && (
          <span>{missing === 0 ? 'Everybody has answered.' : describeMissing(missing)}</span>
        )}
      </CardRow>
    </>
  );
}

const describeMissing = (missing: number) =>
  `${count(missing, 'answer')} ${missing === 1 ? 'is' : 'are'} missing.`;
