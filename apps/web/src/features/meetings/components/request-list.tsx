import type { MeetingRequest } from '@dayloom/contracts';
import { Plus } from 'lucide-react';
import { getMessage } from '#lib/api.ts';
import { useNow } from '#lib/now.ts';
import { useLocation } from '#lib/use-router.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import type { Show } from '../api.ts';
import { useRequestPages } from '../hooks/use-meeting-requests.ts';
import { openNewRequest } from '../hooks/use-new-request.ts';
import { count, describeState, formatTimes, listProposedTimes, listWaiting } from '../model/meeting-words.ts';
import './request-list.css';

interface RequestListProps {
  readonly show: Show;
  readonly onShow: (show: Show) => void;
}

export function RequestList({ show, onShow }: RequestListProps) {
  const list = useRequestPages(show);
  const { requests, isPending, isError, error, hasNextPage, isFetchingNextPage } = list;
  const newRequest = (
    <Button
      variant="contained"
      startIcon={<Plus size={16} strokeWidth={1.9} aria-hidden />}
      onClick={openNewRequest}
    >
      New meeting request
    </Button>
  );
  return (
    <>
      <div className="request-list-tools">
        <SegmentedControl
          label="Meeting requests"
          value={show}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'closed', label: 'Closed' },
          ]}
          onChange={onShow}
        />
        {newRequest}
      </div>
      <Card aria-label="Meeting requests">
        {isPending && <RowsSkeleton rows={4} label="Loading meeting requests" />}
        {isError && !requests && (
          <EmptyState
            title="The meeting requests could not be loaded"
            action={<Button onClick={() => void list.refetch()}>Try again</Button>}
          >
            {getMessage(error, 'The server did not answer as expected.')}
          </EmptyState>
        )}
        {requests?.length === 0 && !hasNextPage && <NoRequests show={show} />}
        {requests && requests.length > 0 && (
          <ul
            className="request-list-rows"
            aria-label={`${show === 'open' ? 'Open' : 'Closed'} meeting requests`}
          >
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="request-list-more">
            <Button disabled={isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {isFetchingNextPage ? 'Loading...' : 'Show more'}
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}

function RequestRow({ request }: { request: MeetingRequest }) {
  const { search } = useLocation();
  const { id, title, attendees, location } = request;
  const state = describeState(request);
  const proposed = listProposedTimes(request, useNow()).length;
  const target = new URLSearchParams(search);
  target.set('request', id);
  const facts = [
    formatTimes(request),
    `${attendees.length - listWaiting(request).length} of ${attendees.length} answered`,
    ...(location ? [location] : []),
  ];
  return (
    <CardRow as="li" className="request-list-row">
      <div className="request-list-facts">
        <h2 className="request-list-title text-label">
          <Link to={{ search: `?${target}` }} underline="hover">
            {title}
          </Link>
        </h2>
        <div className="request-list-times text-small n">{facts.join(' · ')}</div>
      </div>
      <div className="request-list-chips">
        {request.state === 'open' && proposed > 0 && (
          <Chip tone="planned">{count(proposed, 'other time')} proposed</Chip>
        )}
        <Chip tone={state.tone}>{state.text}</Chip>
      </div>
    </CardRow>
  );
}

function NoRequests({ show }: { show: Show }) {
  return show === 'open' ? (
    <EmptyState title="No open meeting requests">
      Ask several people which time suits them. They answer without an account, and you choose the time.
    </EmptyState>
  ) : (
    <EmptyState title="No closed meeting requests">
      Requests move here when they are confirmed, withdrawn or over.
    </EmptyState>
  );
}
