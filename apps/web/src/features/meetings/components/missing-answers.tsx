import { useQuery } from '@tanstack/react-query';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { CardRow } from '#ui/card.tsx';
import { Link } from '#ui/link.tsx';
import { openRequests } from '../api.ts';
import { count, listNames, listProposedTimes, listWaiting, startInWords } from '../model/meeting-words.ts';
import './missing-answers.css';

const MOST_PROPOSED = 3;

/**
 * On the dashboard: the other times that attendees propose, which wait for the user, and how many answers to open
 * requests are missing. Nothing without open requests.
 */
export function MissingAnswers() {
  const { data = [] } = useQuery(openRequests);
  const now = useNow();
  if (data.length === 0) return null;
  const missing = data.reduce((sum, request) => sum + listWaiting(request).length, 0);
  const proposed = data.flatMap((request) =>
    listProposedTimes(request, now).map(({ startsAt, names }) => ({ request, startsAt, names })),
  );
  return (
    <>
      {proposed.slice(0, MOST_PROPOSED).map(({ request, startsAt, names }) => (
        <CardRow key={request.id + startsAt} className="missing-answers-row">
          <div className="missing-answers-facts">
            {listNames(names)} {names.length === 1 ? 'proposes' : 'propose'} {startInWords(startsAt)}
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
      <CardRow className="text-small">
        <Link to="/bookings?view=requests">{count(data.length, 'open meeting request')}</Link>
        <span>{missing === 0 ? 'Everybody has answered.' : describeMissing(missing)}</span>
      </CardRow>
    </>
  );
}

const describeMissing = (missing: number) =>
  `${count(missing, 'answer')} ${missing === 1 ? 'is' : 'are'} missing.`;
