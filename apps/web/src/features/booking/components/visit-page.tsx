import type { VisitorBooking } from '@dayloom/contracts';
import { useCallback, useEffect, useState } from 'react';
import type { BookingCalls, Problem } from '../api.ts';
import { LinkLeadsNowhere } from './link-leads-nowhere.tsx';
import { Loading, NotLoaded } from './not-loaded.tsx';
import { Visit } from './visit.tsx';

interface VisitPageProps {
  readonly calls: BookingCalls;
  readonly token: string;
  /** The booking as far as it is known, and the host's zone, right after it was made. */
  readonly first?: VisitorBooking;
  readonly hostTimeZone?: string | null;
}

/** A booking by its capability link. `?confirm=CODE` confirms the visitor's address by itself. */
export function VisitPage({ calls, token, first, hostTimeZone = null }: VisitPageProps) {
  const [visit, setVisit] = useState(first ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [news, setNews] = useState<string | null>(null);

  const read = useCallback(async () => {
    const code = new URLSearchParams(window.location.search).get('confirm');
    const confirmed = code ? await calls.confirmVisit(token, code) : null;
    if (confirmed && 'problem' in confirmed && confirmed.problem.kind !== 'not_found')
      setNews(confirmed.problem.message);
    if (confirmed && 'answer' in confirmed) setNews('Your e-mail address is confirmed.');
    // A reload must not confirm again; after a lost connection it must.
    if (confirmed && !('problem' in confirmed && confirmed.problem.kind === 'offline'))
      window.history.replaceState(null, '', window.location.pathname);
    const result = await calls.readVisit(token);
    if ('answer' in result) setVisit(result.answer.booking);
    setProblem('problem' in result ? result.problem : null);
  }, [calls, token]);
  useEffect(() => void read(), [read]);

  if (visit)
    return (
      <Visit
        calls={calls}
        token={token}
        visit={visit}
        isNew={first !== undefined}
        news={news}
        hostTimeZone={hostTimeZone}
        onChange={(changed, message) => {
          setVisit(changed);
          setNews(message);
        }}
      />
    );
  if (problem?.kind === 'not_found' || problem?.kind === 'invalid') return <LinkLeadsNowhere kind="link" />;
  if (problem) return <NotLoaded problem={problem} onRetry={() => void read()} />;
  return <Loading />;
}
