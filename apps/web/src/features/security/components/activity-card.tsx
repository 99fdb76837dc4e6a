import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Card, CardBody, CardHeader, CardRow } from '#ui/card.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useEvents } from '../api.ts';
import { eventInWords, isAlarming, momentInWords, placeInWords } from '../model/security-words.ts';

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
      {data && events.length === 0 && <CardBody sx={{ color: 'text.secondary' }}>Nothing yet.</CardBody>}
      {events.map((event) => (
        <CardRow key={event._id} sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0 }}>
          <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 500, color: isAlarming(event) ? 'warning.main' : undefined }}>
              {eventInWords(event)}
            </Box>
            <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{placeInWords(event)}</Box>
          </Box>
          <Box
            component="time"
            dateTime={event.createdAt}
            className="n"
            sx={{ typography: 'caption', color: 'text.tertiary' }}
          >
            {momentInWords(event.createdAt)}
          </Box>
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
