import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader, CardRow } from '#ui/card.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useEvents } from '../api.ts';
import { describeEvent, describePlace, formatMoment, isAlarming } from '../model/security-words.ts';
import './activity-card.css';

export function ActivityCard() {
  const { data, isError, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useEvents();
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Card aria-labelledby="activity">
      <CardHeader
        id="activity"
        title="Activity"
        subtitle="What happened to your account. It is kept for 400 days."
      />
      {isPending && <RowsSkeleton label="Loading activity" />}
      {isError && !data && (
        <CardBody role="alert">
          The activity could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
        </CardBody>
      )}
      {data && events.length === 0 && <CardBody className="activity-card-empty">Nothing yet.</CardBody>}
      {events.map((event) => (
        <CardRow key={event._id} className="activity-card-row">
          <div className="activity-card-words">
            <div className="activity-card-event" data-alarming={isAlarming(event) ? '' : undefined}>
              {describeEvent(event)}
            </div>
            <div className="activity-card-place text-caption">{describePlace(event)}</div>
          </div>
          <time dateTime={event.createdAt} className="activity-card-time text-caption n">
            {formatMoment(event.createdAt)}
          </time>
        </CardRow>
      ))}
      {hasNextPage && (
        <CardRow>
          <Button
            variant="text"
            size="small"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </CardRow>
      )}
    </Card>
  );
}
