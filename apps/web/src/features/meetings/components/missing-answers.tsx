import { useQuery } from '@tanstack/react-query';
import { CardRow } from '#ui/card.tsx';
import { Link } from '#ui/link.tsx';
import { openRequests } from '../api.ts';
import { count, listWaiting } from '../model/meeting-words.ts';

/** On the dashboard: how many answers to open requests are missing; nothing if none is. */
export function MissingAnswers() {
  const { data = [] } = useQuery(openRequests);
  const missing = data.reduce((sum, request) => sum + listWaiting(request).length, 0);
  if (data.length === 0) return null;
  return (
    <CardRow className="text-small">
      <Link to="/bookings?view=requests">{count(data.length, 'open meeting request')}</Link>
      <span>{missing === 0 ? 'Everybody has answered.' : describeMissing(missing)}</span>
    </CardRow>
  );
}

const describeMissing = (missing: number) =>
  `${count(missing, 'answer')} ${missing === 1 ? 'is' : 'are'} missing.`;
